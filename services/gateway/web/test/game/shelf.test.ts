import { describe, expect, it } from "vitest";
import { BadGame } from "../../src/game/tile.js";
import { findRound, matchOf, parseRecords, sidesOf } from "../../src/game/shelf.js";
import { goldenRounds, playedMatch } from "./golden.js";

describe("a file of records", () => {
  it("has one a line, and blank lines between", () => {
    const lines = playedMatch().map((r) => JSON.stringify(r));
    expect(parseRecords(`\n${lines.join("\n\n")}\n`)).toEqual(playedMatch());
  });

  it("is refused with the number of the line that is no record", () => {
    const [first] = playedMatch().map((r) => JSON.stringify(r));
    expect(() => parseRecords(`${first}\nnonsense`)).toThrow(/^line 2: .*JSON/);
    expect(() => parseRecords(" \n")).toThrow(BadGame);
  });
});

describe("the rounds of a match", () => {
  const records = playedMatch();

  it("stand in their order, with the totals after each", () => {
    const leaves = matchOf(records, 1);
    expect(leaves.map((l) => [l.index, l.round])).toEqual([[0, 1], [1, 2]]);
    expect(leaves.every((l) => l.totals.length === sidesOf(records[0]!).length)).toBe(true);
  });

  it("without deals are those of the file", () => {
    const golden = goldenRounds().filter((r) => !r.deal);
    expect(matchOf(golden, 2)).toHaveLength(golden.length);
  });

  it("are found by their place at the table, or in a match", () => {
    const match = Number(records[0]?.deal?.match_id.split(".").at(-1));
    expect(findRound(records, { round: 2 })).toBe(1);
    expect(findRound(records, { match, round: 2 })).toBe(1);
    expect(findRound(records, { match, round: 3 })).toBeUndefined();
    expect(findRound(records, { round: 9 })).toBeUndefined();
  });
});
