/** How much room is before the open sides of a tile: what the tree weighs places by. */
import { type Point, type Rect, type Way, step } from "./shape";

/** A side where a tile can be attached: its middle, and the way out. */
export interface Edge {
  readonly point: Point;
  readonly way: Way;
}

/** A way out that is none: not even one tile fits. */
const blocked = -50;

/** A way that is just wide enough for one tile. */
const narrow = -5;

/** No way is worth more than one that is free for so many units. */
const far = 12;

/** The sides of one tile, and how far each is free before the tiles that were seen so far. */
export class Outlook {
  private readonly free: { edge: Edge; wide: number; slim: number }[];

  constructor(edges: readonly Edge[]) {
    this.free = edges.map((edge) => ({ edge, wide: far, slim: far }));
  }

  /** Sees one more tile. */
  see(tile: Rect): void {
    for (const f of this.free) {
      f.wide = Math.min(f.wide, distance(f.edge, tile, 1));
      f.slim = Math.min(f.slim, distance(f.edge, tile, 0.5));
    }
  }

  /** What the best sides are worth, as many as are wanted, if one more tile lay there. */
  worth(wanted: number, tile?: Rect): number {
    if (wanted <= 0) {
      return 0;
    }
    const all = this.free.map((f) => tile
      ? room(Math.min(f.wide, distance(f.edge, tile, 1)), Math.min(f.slim, distance(f.edge, tile, 0.5)))
      : room(f.wide, f.slim));
    return wanted === 1 ? Math.max(...all) : all.sort((a, b) => b - a).slice(0, wanted).reduce((sum, r) => sum + r, 0);
  }
}

/** Two units are wide enough for a double too. */
function room(wide: number, slim: number): number {
  return wide >= 2 ? Math.sqrt(wide) : slim >= 2 ? narrow : blocked;
}

/** How far the tile is ahead of the edge; far where a strip of twice the half passes by it. */
function distance({ point: p, way }: Edge, r: Rect, half: number): number {
  const s = step(way);
  const [low, high] = s.x === 0 ? [r.left - p.x, r.right - p.x] : [r.top - p.y, r.bottom - p.y];
  if (high <= -half || low >= half) {
    return far;
  }
  const ahead = s.x === 0 ? [r.top - p.y, r.bottom - p.y] as const : [r.left - p.x, r.right - p.x] as const;
  const [near, end] = s.x + s.y > 0 ? ahead : [-ahead[1], -ahead[0]] as const;
  return end <= 0 ? far : Math.max(0, near);
}
