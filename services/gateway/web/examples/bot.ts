/** A bot: sits down at a table, says that it is ready, and plays the first legal move until the match ends. */
import { pathToFileURL } from "node:url";
import { type Client, type MovesJson, Rejection, connect, playerKey } from "../src/client/index.js";

/** Plays one match and gives its scores, by side. */
export async function playMatch(client: Client, tableId: string, player: string): Promise<number[]> {
  const { seatToken: token = "" } = await client.sit({ tableId, player });
  await client.ready({ tableId }, { token });
  for await (const told of client.live(tableId, { token })) {
    if (told.kind === "seat") {
      await move(client, tableId, token, told.seat.moves);
    } else if (told.kind === "update" && told.update.table?.match?.over) {
      return told.update.table.match.scores ?? [];
    }
  }
  throw new Error("the table was closed");
}

/** Does the first thing that the rules allow; what is too late was done by the table. */
async function move(client: Client, tableId: string, token: string, moves: MovesJson | undefined): Promise<void> {
  const play = moves?.plays?.[0];
  const late = (error: unknown) => { if (!(error instanceof Rejection)) throw error; };
  if (play) await client.play({ tableId, ...play }, { token }).catch(late);
  else if (moves?.mayDraw) await client.draw({ tableId }, { token }).catch(late);
  else if (moves?.mayPass) await client.pass({ tableId }, { token }).catch(late);
}

/** A table with one of the server's own bots. */
async function open(client: Client): Promise<string> {
  const { tableId = "" } = await client.openTable({ preset: "classic.draw", knobs: { seats: "2" } });
  await client.addBot({ tableId });
  return tableId;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [, , server = "http://127.0.0.1:8080", table] = process.argv;
  const client = connect({ server, playerKey: playerKey() });
  console.log(await playMatch(client, table ?? await open(client), `bot-${process.pid}`));
}
