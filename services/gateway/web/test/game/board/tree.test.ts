import { describe, expect, it } from "vitest";
import { type BoardTile, layout } from "../../../src/game/board/layout";
import { overlap, rectOf } from "../../../src/game/board/shape";
import type { NodeJson } from "../../../src/gen/tranca/api/v1/table_pb";
import { type Kind, Random, randomTree } from "../random";
import { boxFits, crosswise, overlapping, touches } from "./check";

const chickie: Kind = { max: 6, arms: 4, toes: 3 };
/** Touches its parent, if it has one, and is crosswise where it must (K-13); or is joined to it. */
function lies(t: BoardTile, all: readonly BoardTile[]): boolean {
  const parent = t.parent === undefined ? undefined : all[t.parent]!;
  return !parent || t.joined !== undefined || (touches(t, parent) && (!t.double || parent.double || crosswise(t, parent)));
}

/** What tree, how many games, and how many of a hundred games may have a tile that touches nothing. */
const kinds: [string, Kind, number, number][] = [
  ["chickie", chickie, 1000, 2],
  ["chickie with a box of double-nine", { max: 9, arms: 4, toes: 3 }, 200, 15],
  ["chickie with six arms (K-08)", { max: 9, arms: 6, toes: 3 }, 100, 30],
  ["chickie with eight arms (K-08)", { max: 9, arms: 8, toes: 3 }, 100, 30],
  ["a line game with four arms (C-08)", { max: 6, arms: 4, toes: 0, any: true }, 200, 5],
  ["one of double-nine", { max: 9, arms: 4, toes: 0, any: true }, 100, 5],
];
const widths = [8, 12, 20, 40];

describe.each(kinds)("the tree of %s", (_, kind, games, tolerated) => {
  it("has no two tiles that overlap, and tiles that touch or are joined to their parent", () => {
    const random = new Random(5);
    let apart = 0;
    for (let n = 0; n < games; n++) {
      const board = layout({ nodes: randomTree(kind, random) }, widths[n % widths.length]!);
      expect(overlapping(board)).toBeUndefined();
      expect(boxFits(board)).toBe(true);
      expect(board.tiles.filter((t) => !lies(t, board.tiles))).toEqual([]);
      apart += board.tiles.some((t) => t.joined) ? 1 : 0;
    }
    expect((apart / games) * 100, "games with a tile that found no place at its parent").toBeLessThan(tolerated);
  });

  it("keeps what lies, is the same each time, and shows targets where tiles then lie", () => {
    const random = new Random(6);
    for (let n = 0; n < games / 20; n++) {
      const nodes = randomTree(kind, random);
      const whole = layout({ nodes }, 14).tiles;
      const cut = 1 + random.below(nodes.length - 1);
      const next = nodes[cut]!;
      const part = layout({ nodes: nodes.slice(0, cut) }, 14, [{ tile: next.tile!, node: next.parent! }]);
      expect(part.tiles).toEqual(whole.slice(0, cut));
      const { x, y, rotation, halves } = whole[cut]!;
      const shared = part.targets[0]!;
      expect({ x: shared.x, y: shared.y, rotation: shared.rotation }).toEqual({ x, y, rotation });
      expect(new Set(shared.halves)).toEqual(new Set(halves));
      expect(part.tiles.some((t) => overlap(rectOf(t), rectOf(shared)))).toBe(false);
    }
  });
});

describe("a foot", () => {
  const nodes: NodeJson[] = [
    { node: 0, tile: "6-6", outer: 6 },
    { node: 1, tile: "6-3", parent: 0, inner: 6, outer: 3 },
    { node: 2, tile: "6-1", parent: 0, inner: 6, outer: 1 },
    { node: 3, tile: "6-2", parent: 0, inner: 6, outer: 2 },
    { node: 4, tile: "6-4", parent: 0, inner: 6, outer: 4 },
    { node: 5, tile: "3-3", parent: 1, inner: 3, outer: 3 },
    { node: 6, tile: "3-0", parent: 5, inner: 3, outer: 0 },
    { node: 7, tile: "3-1", parent: 5, inner: 3, outer: 1 },
    { node: 8, tile: "3-2", parent: 5, inner: 3, outer: 2 },
  ];
  const { tiles } = layout({ nodes }, 20);

  it("has the root in the middle and an arm on each of its sides", () => {
    expect(tiles[0]).toMatchObject({ x: 0, y: 0, rotation: 90, tile: "6-6" });
    expect(new Set(tiles.slice(1, 5).map((t) => t.rotation))).toEqual(new Set([0, 90, 180, 270]));
  });

  it("spreads its toes three ways, and none of them back (K-15)", () => {
    const toes = new Set(tiles.slice(6).map((t) => t.rotation));
    expect(toes.size).toBe(3);
    expect(toes.has(((tiles[1]!.rotation + 180) % 360) as 0)).toBe(false);
  });
});
