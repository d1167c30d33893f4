import type { TableSummaryJson } from "../../client/index.js";
import { Attempts } from "../../state/attempts.js";
import { isFree } from "../../state/lobby.js";
import { hashOf } from "../../state/route.js";
import { useMemo } from "preact/hooks";
import { useApp, useSpeaker } from "../../ui/context.js";
import { Icon } from "../../ui/icon.js";
import { useName } from "../../ui/name.js";
import { paceText, wordsIn } from "../../ui/pace.js";
import { nameOf } from "../../ui/people.js";
import { ReplayLink } from "../../ui/replay-link.js";
import { RefusalNote } from "../../ui/refusal.js";

/** One table of the list. */
export function TableCard({ table }: { table: TableSummaryJson }) {
  const speaker = useSpeaker();
  const { clock } = useApp();
  const { tableId = "", preset = "", phase = "", seats = [], freeSeats = 0 } = table;
  const { name, options } = wordsIn(table.properties);
  const game = speaker.word("presets", preset);
  const pace = paceText(speaker, options);
  return (
    <li class="card" data-table={tableId}>
      <div class="card-head">
        <h3>{name || game}</h3>
        <span class={`chip phase-${phase}`}>{speaker.word("phases", phase)}</span>
      </div>
      <p class="card-facts">
        {[name ? game : "", pace, table.updated ? speaker.ago(Date.parse(table.updated), clock.now()) : ""].filter(Boolean).join(" · ")}
      </p>
      <ul class="card-seats" aria-label={speaker.t("lobby.players")}>
        {seats.map((seat) => (
          <li key={seat.seat} class={`card-seat ${seat.kind}`}>
            <Icon name={seat.kind === "bot" ? "bot" : seat.kind === "player" ? "person" : "plus"} />
            <span>{nameOf(speaker, seats, seat)}</span>
          </li>
        ))}
      </ul>
      <p class="card-free">{freeSeats > 0 ? speaker.t("lobby.freeSeats", { count: freeSeats }) : speaker.t("lobby.full")}</p>
      <CardActions table={table} label={name || game} />
    </li>
  );
}

function CardActions({ table, label }: { table: TableSummaryJson; label: string }) {
  const { client, session, route } = useApp();
  const speaker = useSpeaker();
  const attempts = useMemo(() => new Attempts<"join">(), []);
  const { named, dialog } = useName();
  const tableId = table.tableId ?? "";
  const address = hashOf({ page: "table", tableId });
  const join = () => attempts.try("join", async () => {
    const { seat, seatToken } = await client.sit({ tableId, player: session.name.peek() });
    session.hold(tableId, { seat: seat ?? 0, token: seatToken ?? "" });
    location.hash = address;
    route.value = { page: "table", tableId };
  });
  return (
    <>
      <div class="buttons">
        {session.at(tableId)
          ? <a class="button primary" href={address}>{speaker.t("lobby.goBack")}</a>
          : (
            <>
              {isFree(table) && (
                <button type="button" class="primary" aria-label={`${speaker.t("lobby.join")}: ${label}`} onClick={() => named(join)}>{speaker.t("lobby.join")}</button>
              )}
              <a class="button" href={address} aria-label={`${speaker.t("lobby.watch")}: ${label}`}>{speaker.t("lobby.watch")}</a>
            </>
          )}
        {table.phase === "finished" && <ReplayLink tableId={tableId} wanted={{ round: 1 }} />}
      </div>
      <RefusalNote refusal={attempts.refused.value?.refusal} />
      {dialog}
    </>
  );
}
