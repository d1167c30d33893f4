import { describe, expect, it } from "vitest";
import type { SeatJson, TableJson, Told } from "../../src/client/index.js";
import { type Seen, drawn, fold, handOf, movesOf, nothing } from "../../src/state/fold.js";

const table = (version: number, rest: TableJson = {}): TableJson => ({ tableId: "t", version, phase: "playing", ...rest });
const update = (version: number, ...types: string[]): Told =>
  ({ kind: "update", update: { version, events: types.map((type) => ({ type })), table: table(version) } });
const seat = (version: number, rest: SeatJson = {}): Told => ({ kind: "seat", seat: { seat: 0, table: table(version), ...rest } });
const after = (...told: Told[]): Seen => told.reduce(fold, nothing);

describe("a table as it is told", () => {
  it("starts with the table and goes on with each update", () => {
    const seen = after({ kind: "table", table: table(3) }, update(4, "tile_played"), update(5, "turn_passed"));
    expect(seen.table?.version).toBe(5);
    expect(seen.news.map((n) => n.event.type)).toEqual(["tile_played", "turn_passed"]);
  });

  it("only goes forwards: what is old changes nothing", () => {
    const seen = after(update(5, "turn_passed"));
    expect(fold(seen, update(4, "tile_played"))).toBe(seen);
    expect(fold(seen, update(5, "turn_passed"))).toBe(seen);
    expect(fold(seen, { kind: "table", table: table(2) })).toBe(seen);
  });

  it("numbers news so that each is told apart, and keeps the latest", () => {
    const many = Array.from({ length: 100 }, (_, i) => update(i + 1, "tile_drawn"));
    const { news } = after(...many);
    expect(news.length).toBeLessThan(100);
    expect(news.at(-1)?.id).toBe(100);
    expect(new Set(news.map((n) => n.id)).size).toBe(news.length);
  });

  it("takes a seat's table where it is newer, and not where it is older", () => {
    expect(after(update(4), seat(5)).table?.version).toBe(5);
    expect(after(update(6), seat(5)).table?.version).toBe(6);
  });

  it("tells what happened also where the seat was told first", () => {
    const seen = after(seat(5), update(5, "match_ended"));
    expect(seen.news.map((n) => n.event.type)).toEqual(["match_ended"]);
    expect(after(seat(6), update(5, "tile_played")).table?.version).toBe(6);
  });

  it("remembers why it ended", () => {
    expect(after(update(4), { kind: "end", tableId: "t", reason: "token_revoked" }).end).toBe("token_revoked");
  });
});

describe("what a seat can do", () => {
  const turn = (version: number, turnVersion: number, who: number): TableJson => table(version, { turnVersion, round: { turn: who } });
  const mine: Told = { kind: "seat", seat: { seat: 0, hand: ["6-6"], moves: { plays: [{ tile: "6-6" }] }, table: turn(4, 4, 0) } };

  it("is what it was told for this turn", () => {
    expect(movesOf(after(mine))?.plays).toHaveLength(1);
  });

  it("stands while the table goes on without the turn, as when a time bank opens", () => {
    const seen = after(mine, { kind: "update", update: { version: 5, table: turn(5, 4, 0) } });
    expect(movesOf(seen)).toBeDefined();
  });

  it("is nothing once another one is on turn, or the turn is another", () => {
    expect(movesOf(after(mine, { kind: "update", update: { version: 5, table: turn(5, 5, 1) } }))).toBeUndefined();
    expect(movesOf(after(mine, { kind: "update", update: { version: 5, table: turn(5, 5, 0) } }))).toBeUndefined();
  });

  it("is nothing while the table is paused", () => {
    const paused = { ...turn(5, 4, 0), frozen: true };
    expect(movesOf(after(mine, { kind: "update", update: { version: 5, table: paused } }))).toBeUndefined();
  });

  it("is nothing for spectators, who have no hand either", () => {
    const seen = after({ kind: "table", table: turn(4, 4, 0) });
    expect(movesOf(seen)).toBeUndefined();
    expect(handOf(seen)).toEqual([]);
  });
});

describe("a drawn tile", () => {
  const held = (version: number, round: number, ...hand: string[]): Told =>
    ({ kind: "seat", seat: { seat: 0, hand, table: table(version, { match: { matchId: "t.1" }, round: { round } }) } });

  it("is the one that was not in the hand before", () => {
    expect(drawn(after(held(1, 1, "6-6")), after(held(2, 1, "6-6", "5-0")))).toEqual(["5-0"]);
  });

  it("is none of a new round's hand", () => {
    expect(drawn(after(held(1, 1, "6-6")), after(held(2, 2, "4-4", "5-0")))).toEqual([]);
  });
});
