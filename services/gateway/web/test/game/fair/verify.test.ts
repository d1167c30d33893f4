import { afterEach, describe, expect, it, vi } from "vitest";
import { fromHex, toHex } from "../../../src/game/fair/bytes";
import { clientCommit, commit, earlier, lot, noOpening, order } from "../../../src/game/fair/deal";
import { type Known, verify } from "../../../src/game/fair/verify";
import { type GameRecord, handText } from "../../../src/game/record";
import { tileText } from "../../../src/game/tile";
import { goldenRounds, playedMatch } from "../golden";

const match = playedMatch();

/** A round of three seats with a boneyard, in which two seats had a say. */
async function honest(): Promise<[GameRecord, Known]> {
  const root = fromHex("07".repeat(32), "seed");
  const clients = ["00112233445566778899aabbccddeeff", "", "ff".repeat(20)];
  const p = {
    matchId: "0-table.2", round: 3, maxPip: 6, players: 3, handSize: 6, opening: noOpening,
    clients: clients.map((c) => fromHex(c, "client")), beacon: fromHex("beac0f", "beacon"),
  };
  const tiles = (await order(p, root)).map(tileText);
  const record: GameRecord = {
    preset: "classic.draw", total_before: [0, 0, 0], moves: [],
    hands: [0, 1, 2].map((s) => handText(tiles.slice(s * 6, s * 6 + 6))), boneyard: tiles.slice(18).join(" "),
    deal: {
      match_id: p.matchId, round: 3, seed: toHex(root), commit: toHex(await commit(p, root)),
      tip: toHex(await earlier(root, 3)), clients, beacon: "beac0f",
    },
  };
  const commits = await Promise.all([0, 2].map(async (s) => toHex(await clientCommit(p.matchId, s, p.clients[s]!))));
  return [record, {
    tip: record.deal!.tip, clientCommits: [commits[0]!, "", commits[1]!], lot: (await lot(p, root)).map(tileText),
  }];
}

/** The same digits but one. */
function flipped(hex: string, at = 5): string {
  return hex.slice(0, at) + (hex[at] === "0" ? "1" : "0") + hex.slice(at + 1);
}

function dealt(record: GameRecord, change: Partial<NonNullable<GameRecord["deal"]>>): GameRecord {
  return { ...record, deal: { ...record.deal!, ...change } };
}

describe("an honest deal", () => {
  it.each(match.map((r) => [r.id!, r] as const))("%s of a played match is proven", async (_, record) => {
    expect(await verify(record)).toEqual({ is: "proven" });
  });

  it("is proven with all that a player knows", async () => {
    expect(await verify(...(await honest()))).toEqual({ is: "proven" });
  });

  it("cannot be told from a record without a deal", async () => {
    expect(await verify(goldenRounds()[0]!)).toEqual({ is: "untold" });
  });
});

describe("a byte that was changed", () => {
  const cases: [string, string, (r: GameRecord, k: Known) => [GameRecord, Known]][] = [
    ["commit", "of the seed", (r, k) => [dealt(r, { seed: flipped(r.deal!.seed) }), k]],
    ["commit", "of the commit", (r, k) => [dealt(r, { commit: flipped(r.deal!.commit) }), k]],
    ["commit", "of the match id", (r, k) => [dealt(r, { match_id: "0-table.3" }), k]],
    ["commit", "of the round", (r, k) => [dealt(r, { round: 4 }), k]],
    ["chain", "of the tip", (r, k) => [dealt(r, { tip: flipped(r.deal!.tip) }), k]],
    ["chain", "of the tip that was published", (r, k) => [r, { ...k, tip: flipped(k.tip!) }]],
    ["client_commit", "of a client seed", (r, k) => [dealt(r, { clients: [flipped(r.deal!.clients![0]!), ...r.deal!.clients!.slice(1)] }), k]],
    ["client_commit", "of a client commit", (r, k) => [r, { ...k, clientCommits: [flipped(k.clientCommits![0]!), "", k.clientCommits![2]!] }]],
    ["client_commit", "that makes a seed of none", (r, k) => [dealt(r, { clients: [r.deal!.clients![0]!, "00", r.deal!.clients![2]!] }), k]],
    ["hand", "of the beacon", (r, k) => [dealt(r, { beacon: "beac0e" }), k]],
    ["hand", "that swaps two hands", (r, k) => [{ ...r, hands: [r.hands[1]!, r.hands[0]!, r.hands[2]!] }, k]],
    ["boneyard", "that turns the boneyard around", (r, k) => [{ ...r, boneyard: r.boneyard!.split(" ").reverse().join(" ") }, k]],
    ["lot", "of the lot", (r, k) => [r, { ...k, lot: [...k.lot!].reverse() }]],
    ["params", "that makes a seed too short", (r, k) => [dealt(r, { seed: r.deal!.seed.slice(2) }), k]],
    ["params", "that is no digit", (r, k) => [dealt(r, { tip: `x${r.deal!.tip.slice(1)}` }), k]],
    ["params", "that adds a client seed", (r, k) => [dealt(r, { clients: [...r.deal!.clients!, "00"] }), k]],
  ];

  it.each(cases)("fails at the step %s: one %s", async (step, _, cheat) => {
    expect(await verify(...cheat(...(await honest())))).toMatchObject({ is: "wrong", step });
  });

  it("tells whose hand it is and what follows from the seed", async () => {
    const [record] = await honest();
    const cheat = { ...record, hands: [record.hands[0]!, record.hands[2]!, record.hands[1]!] };
    expect(await verify(cheat)).toEqual({ is: "wrong", step: "hand", seat: 1, want: record.hands[1], got: record.hands[2] });
  });

  it("counts in a round that no chain has", async () => {
    expect(await verify(dealt((await honest())[0], { round: 0 }))).toMatchObject({ is: "wrong", step: "commit" });
  });
});

describe("a page that the browser does not trust", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("says that it cannot check", async () => {
    vi.stubGlobal("crypto", {});
    expect(await verify(match[0]!)).toEqual({ is: "unavailable" });
  });
});
