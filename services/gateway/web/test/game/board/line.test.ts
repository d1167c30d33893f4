import { describe, expect, it } from "vitest";
import { layout } from "../../../src/game/board/layout";
import { overlap, rectOf } from "../../../src/game/board/shape";
import { BadGame } from "../../../src/game/tile";
import type { LineTileJson } from "../../../src/gen/tranca/api/v1/table_pb";
import { Random, randomLine } from "../random";
import { boxFits, crosswise, overlapping, touches } from "./check";

const widths = [1, 6, 8, 9.5, 13, 20, 37, 120];

/** Two thousand whole games, half of them of double-nine. */
function everyGame(check: (games: LineTileJson[][], width: number) => void): void {
  const random = new Random(1);
  for (let n = 0; n < 2000; n++) {
    check(randomLine(n % 2 ? 9 : 6, random), widths[n % widths.length]!);
  }
}

describe("a line", () => {
  it("never has two tiles that overlap, at any width", () => {
    everyGame((games, width) => {
      const board = layout({ line: games.at(-1)! }, width);
      expect(overlapping(board)).toBeUndefined();
      expect(boxFits(board)).toBe(true);
      expect(board.box.right - board.box.left).toBeLessThanOrEqual(Math.max(width, 6));
    });
  });

  it("has neighbours that touch with equal halves, and doubles crosswise to the tile they lie on (L-10)", () => {
    everyGame((games, width) => {
      const { tiles } = layout({ line: games.at(-1)! }, width);
      const opener = tiles.findIndex((t) => t.placement === 0);
      const wrong = tiles.filter((t, n) => {
        const parent = n > opener ? tiles[n - 1] : n < opener ? tiles[n + 1] : undefined;
        return parent && (!touches(t, parent) || (t.double && !crosswise(t, parent)));
      });
      expect(wrong, `at ${width}`).toEqual([]);
    });
  });

  it("keeps every tile where it lies when others are added, and is the same each time", () => {
    const random = new Random(2);
    for (let n = 0; n < 100; n++) {
      const games = randomLine(n % 2 ? 9 : 6, random);
      const width = widths[n % widths.length]!;
      const last = new Map(layout({ line: games.at(-1)! }, width).tiles.map((t) => [t.tile, t]));
      for (const line of games) {
        const { tiles } = layout({ line }, width);
        expect(tiles).toEqual(tiles.map((t) => last.get(t.tile)));
      }
    }
  });

  it("shows a target exactly where the tile then lies, and no target on a tile", () => {
    const random = new Random(3);
    for (let n = 0; n < 300; n++) {
      const games = randomLine(6, random);
      const [line, next] = [games.at(-2)!, games.at(-1)!];
      const added = next.find((t) => t.placement === next.length - 1)!;
      const side = next[0] === added ? "LEFT" : "RIGHT";
      const board = layout({ line }, 11, [{ tile: added.tile!, side }]);
      const lies = layout({ line: next }, 11).tiles.find((t) => t.tile === added.tile)!;
      const [target] = board.targets;
      expect(target).toMatchObject({ x: lies.x, y: lies.y, rotation: lies.rotation, halves: lies.halves });
      expect(board.tiles.some((t) => overlap(rectOf(t), rectOf(target!)))).toBe(false);
    }
  });

  it("gives a tile that fits both ends two targets", () => {
    const line = [{ tile: "5-2", left: 2, right: 5, placement: 0 }];
    const board = layout({ line }, 12, [{ tile: "5-2", side: "LEFT" }, { tile: "5-2", side: "RIGHT" }]);
    expect(board.targets.map((t) => [t.x, t.rotation, t.halves])).toEqual([[-2, 180, [2, 5]], [2, 0, [5, 2]]]);
  });

  it("is empty before the first tile, which has its target in the middle", () => {
    expect(layout({}, 10)).toEqual({ tiles: [], targets: [], box: { left: 0, top: 0, right: 0, bottom: 0 } });
    const board = layout({}, 10, [{ tile: "6-6" }, { tile: "6-4" }]);
    expect(board.targets.map((t) => [t.x, t.y, t.rotation])).toEqual([[0, 0, 90], [0, 0, 0]]);
    expect(board.box).toEqual({ left: -1, top: -1, right: 1, bottom: 1 });
  });

  it("fills the width of a telephone, 28 tiles in no more than 9 rows", () => {
    const random = new Random(4);
    const longest = Array.from({ length: 200 }, () => randomLine(6, random).at(-1)!).find((line) => line.length === 28)!;
    const { box } = layout({ line: longest }, 8);
    expect(box.right - box.left).toBeGreaterThanOrEqual(6);
    expect(box.bottom - box.top).toBeLessThanOrEqual(9 * 3);
  });

  it("says what a message lacks", () => {
    expect(() => layout({ line: [{ tile: "6-4", left: 6 }] }, 8)).toThrow(BadGame);
    expect(() => layout({ line: [{ tile: "64", left: 6, right: 4 }] }, 8)).toThrow('tile "64": want two numbers such as 6-4');
  });
});
