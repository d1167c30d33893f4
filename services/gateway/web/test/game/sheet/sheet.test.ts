import { describe, expect, it } from "vitest";
import type { GameRecord } from "../../../src/game/record";
import { chickieSheet, lineSheet } from "../../../src/game/sheet/sheet";
import { goldenRounds, playedMatch } from "../golden";

const golden = goldenRounds();
const of = (...ids: string[]) => golden.filter((r) => ids.includes(r.id ?? ""));

describe("the sheet of a line game", () => {
  it("has a row for each round, with what was added and the totals", () => {
    const sheet = lineSheet(of("BLK-1", "BLK-2", "BLK-4"));
    expect(sheet.sides).toEqual([[0], [1], [2], [3]]);
    expect(sheet.rounds.map((r) => [r.round, r.end, r.opener, r.closer, r.winner, r.added[3], r.totals[3]])).toEqual([
      [1, "domino", 3, 3, 3, 44, 44],
      [2, "domino", 0, 3, 3, 37, 81],
      [3, "block", 2, 0, 3, 38, 119], // the closer does not win (L-15, E-24)
    ]);
    expect(sheet.totals).toEqual([0, 0, 0, 119]);
  });

  it("counts sides where opposite seats play together, and nothing for a tied block (L-17)", () => {
    const sheet = lineSheet(of("LAT-1", "LAT-2"));
    expect(sheet.sides).toEqual([[0, 2], [1, 3]]);
    expect(sheet.rounds.map((r) => [r.winner, r.added, r.totals])).toEqual([[undefined, [0, 0], [0, 0]], [0, [21, 0], [21, 0]]]);
  });

  it("names the winners once the match is over, and not before", () => {
    expect(lineSheet(playedMatch()).winners).toEqual([]);
    const last = { ...of("LAT-5")[0]!, match_end: true, match_winners: ["A"] };
    expect(lineSheet([last]).winners).toEqual([0]);
    expect(lineSheet([{ ...of("BLK-4")[0]!, match_end: true, match_winners: [3] }]).winners).toEqual([3]);
  });

  it("keeps an annulled round as a row that counts nothing", () => {
    const before = of("DRW-2")[0]!;
    const annulled: GameRecord = { ...before, end: "void", winner: null, closer: null, total: before.total_before, moves: ["void"] };
    const sheet = lineSheet([annulled, before]);
    expect(sheet.rounds.map((r) => [r.round, r.end, r.winner, r.added])).toEqual([[1, "void", undefined, [0, 0]], [2, "domino", 0, [58, 0]]]);
  });

  it("is empty before the first round, and wants totals", () => {
    expect(lineSheet([])).toEqual({ sides: [], rounds: [], totals: [], winners: [] });
    const { total: _, ...without } = of("DRW-1")[0]!;
    expect(() => lineSheet([without])).toThrow("record DRW-1: want its total");
  });
});

describe("the sheet of chickie", () => {
  const sheet = chickieSheet(of("CHK-1", "CHK-2", "CHK-3"));

  it("has seven columns, headed 0 to 6, and a row for each player (K-01)", () => {
    expect(sheet.columns).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(sheet.rows.map((r) => r.seat)).toEqual([0, 1, 2, 3]);
  });

  it("writes each round under its starting double, whatever the order of the rounds (K-05)", () => {
    const none = undefined;
    expect(sheet.rows.map((r) => r.cells)).toEqual([
      [none, none, none, none, 9, 16, 22],
      [none, none, none, none, 25, 0, 0],
      [none, none, none, none, 20, 31, 4],
      [none, none, none, none, 0, 16, 2],
    ]);
    expect(sheet.rows.map((r) => r.total)).toEqual([47, 25, 55, 18]);
    expect(sheet.winners).toEqual([]);
  });

  it("shares the win of those with the lowest total (K-20, E-47)", () => {
    const last = { ...of("CHK-6")[0]!, match_end: true, match_winners: [2, 3] };
    expect(chickieSheet([last]).winners).toEqual([2, 3]);
  });

  it("leaves the column of an annulled round to the round that counts", () => {
    const [, second] = of("CHK-1", "CHK-2");
    const annulled: GameRecord = { ...second!, end: "void", total: second!.total_before, moves: [second!.moves[0]!, "void"] };
    expect(chickieSheet([annulled]).rows[0]!.cells[6]).toBeUndefined();
    expect(chickieSheet([annulled, second!]).rows[0]!.cells[6]).toBe(22);
  });

  it("has ten columns with a box of double-nine and no rows before the first round", () => {
    expect(chickieSheet([{ ...of("CHK-1")[0]!, knobs: { set_max: "9" } }]).columns).toHaveLength(10);
    expect(chickieSheet([])).toEqual({ columns: [0, 1, 2, 3, 4, 5, 6], rows: [], winners: [] });
  });
});
