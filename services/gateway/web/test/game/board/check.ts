/** What must hold for every board. */
import type { Board, BoardTile } from "../../../src/game/board/layout";
import { type Point, type Rect, halves, overlap, rectOf } from "../../../src/game/board/shape";

/** Names the first two tiles that overlap. */
export function overlapping(board: Board): string | undefined {
  const rects = board.tiles.map(rectOf);
  for (let i = 0; i < rects.length; i++) {
    const j = rects.findIndex((r, n) => n > i && overlap(r, rects[i]!));
    if (j >= 0) {
      return `${board.tiles[i]!.tile} and ${board.tiles[j]!.tile}`;
    }
  }
  return undefined;
}

/** Tells whether the first half of the child touches an equal half of the tile that it lies on. */
export function touches(child: BoardTile, parent: BoardTile): boolean {
  const near = child.double ? halves(child) : [halves(child)[0]];
  const to = halves(parent).filter((_, k) => parent.halves[k] === child.halves[0]);
  return near.some((a) => to.some((b) => meet(a!, b)));
}

/** Two squares of one unit that share at least half an edge. */
function meet(a: Point, b: Point): boolean {
  const [dx, dy] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
  return (dx === 1 && dy <= 0.5) || (dy === 1 && dx <= 0.5);
}

/** Tells whether the box is the smallest one around all tiles. */
export function boxFits(board: Board): boolean {
  const rects: Rect[] = [...board.tiles, ...board.targets].map(rectOf);
  const edge = (name: keyof Rect, best: (...n: number[]) => number) => board.box[name] === best(...rects.map((r) => r[name]));
  return edge("left", Math.min) && edge("top", Math.min) && edge("right", Math.max) && edge("bottom", Math.max);
}

/** Tells whether a double lies crosswise to the tile that it lies on. */
export function crosswise(child: BoardTile, parent: BoardTile): boolean {
  return (child.rotation + parent.rotation) % 180 === 90;
}
