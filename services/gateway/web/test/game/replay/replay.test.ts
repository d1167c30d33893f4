import { describe, expect, it } from "vitest";
import { layout } from "../../../src/game/board/layout";
import { type GameRecord, type Outcome, parseRecord } from "../../../src/game/record";
import { replay } from "../../../src/game/replay/replay";
import { BadGame } from "../../../src/game/tile";
import { overlapping } from "../board/check";
import { goldenRounds, playedMatch } from "../golden";

const rounds = [...goldenRounds(), ...playedMatch()];
const computed: (keyof Outcome)[] = [
  "end", "closer", "line", "left", "boneyard_left", "chickies", "pips", "side_pips", "hung", "capicua",
];

describe.each(rounds.map((r) => [r.id ?? "?", r] as const))("the record %s", (_, record) => {
  const { positions, outcome } = replay(record);

  it("gives every outcome that it states", () => {
    const stated = computed.filter((name) => name in record);
    expect(stated).toContain("pips");
    for (const name of stated) {
      expect(outcome[name], name).toEqual(record[name]);
    }
  });

  it("has a position before the first move and one after each", () => {
    expect(positions).toHaveLength(record.moves.length + 1);
    expect(positions[0]).toMatchObject({ line: [], nodes: [], last: undefined, hung: [], chickies: [] });
    expect(positions.at(-1)!.turn).toBeUndefined();
    const tiles = positions.map((p) => p.hands.flat().length + p.boneyard.length + p.line.length + p.nodes.length);
    expect(new Set(tiles)).toEqual(new Set([28]));
  });

  it("says at each step whose turn it is and what led there", () => {
    positions.slice(1).forEach((p, n) => {
      expect(p.last?.seat).toBe(positions[n]!.turn);
    });
  });

  it("can be laid out at each step", () => {
    for (const p of positions) {
      expect(overlapping(layout({ line: [...p.line], nodes: [...p.nodes] }, 12))).toBeUndefined();
    }
  });
});

it("reads all golden rounds and a match that was played", () => {
  expect(rounds).toHaveLength(18);
});

const small: GameRecord = {
  preset: "classic.draw", total_before: [0, 0], hands: ["6-6 6-1", "1-0 5-5"], boneyard: "6-5 0-0", moves: [],
};

describe("a record that was cut short or is wrong", () => {
  const after = (...moves: string[]) => replay({ ...small, moves });

  it("names the move that cannot be made", () => {
    expect(() => after("0 6-6", "1 1-0 R")).toThrow("move 2: tile 1-0 on 6|6: want a side where it fits");
    expect(() => after("0 6-6", "1 6-1")).toThrow("move 2: seat 1 plays 6-1, which it does not hold");
    expect(() => after("0 6-6", "1 + 0-0")).toThrow("move 2: seat 1 draws 0-0, but the next tile is 6-5");
    expect(() => after("0 six")).toThrow(BadGame);
    expect(() => after("0 6-6 5-5")).toThrow('move "0 6-6 5-5": want seat and tile');
  });

  it("refuses a text that is no record", () => {
    for (const text of ["", "[]", "null", "{}", '{"preset":"chickie","hands":[]}', "{"]) {
      expect(() => parseRecord(text), text).toThrow(BadGame);
    }
  });

  it("tells a round that was given up or annulled", () => {
    expect(after("0 6-6", "1 forfeit").outcome).toMatchObject({ end: "forfeit", closer: 0 });
    expect(after("void").outcome).toMatchObject({ end: "void", closer: null, line: "" });
  });

  it("counts the double blank as the rules want it (G-08)", () => {
    const record = { ...small, knobs: { double_blank_value: "50" }, hands: ["6-6", "0-0"], moves: ["0 6-6"] };
    expect(replay(record).outcome.pips).toEqual([0, 50]);
  });
});

describe("a line game with four arms (C-08)", () => {
  const base: GameRecord = { preset: "classic.block4", knobs: { spinner: "opening_double" }, total_before: [0, 0], hands: [], moves: [] };
  const nodes = (hands: string[], ...moves: string[]) => replay({ ...base, hands, moves }).positions.at(-1)!.nodes;

  it("puts tiles on the open half that they fit, be it the low one of the opener", () => {
    const got = nodes(["6-4 6-1 5-5", "4-3 5-4"], "0 6-4", "1 4-3 n0", "0 6-1 n0");
    expect(got.map((n) => [n.inner, n.outer])).toEqual([[undefined, 6], [4, 3], [6, 1]]);
  });

  it("refuses a node that is full or does not fit", () => {
    expect(() => nodes(["6-4 5-5", "4-3 4-2"], "0 6-4", "1 4-3 n0", "1 4-2 n0")).toThrow("move 3: tile 4-2 on node 0");
    expect(() => nodes(["6-4 5-5", "4-3 4-2"], "0 6-4", "1 4-3")).toThrow("move 2: tile 4-3 on node ?");
  });
});
