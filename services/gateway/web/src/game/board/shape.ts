/**
 * Places on the board. A tile is 2 units long and 1 wide; x grows to the right,
 * y downwards, and every edge lies on a multiple of half a unit, so sums are exact.
 */

/** Clockwise, as SVG turns: 0 shows the first half on the left, 90 on top. */
export type Rotation = 0 | 90 | 180 | 270;

/** Where a tile lies: its centre, in units, and how it is turned. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly rotation: Rotation;
}

/** A way to go: right, down, left, up. Times 90 it is the rotation of a tile that points there. */
export type Way = 0 | 1 | 2 | 3;

/** A point, in units. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle by its edges, in units. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const steps: readonly Point[] = [{ x: 1, y: 0 }, { x: 0, y: 1 }, { x: -1, y: 0 }, { x: 0, y: -1 }];

/** The step of one unit that way. */
export function step(way: Way): Point {
  return steps[way]!;
}

/** The way after so many quarter turns to the right. */
export function turned(way: Way, quarters: number): Way {
  return (((way + quarters) % 4) + 4) % 4 as Way;
}

/** The point that lies so far from p, that way. */
export function away(p: Point, way: Way, units: number): Point {
  const s = step(way);
  return { x: p.x + s.x * units, y: p.y + s.y * units };
}

/** A tile that points that way, its first half touching p with the middle of its short side. */
export function along(p: Point, way: Way): Place {
  return { ...away(p, way, 1), rotation: (way * 90) as Rotation };
}

/** A tile that lies crosswise to that way, touching p with the middle of its long side. */
export function across(p: Point, way: Way): Place {
  return { ...away(p, way, 0.5), rotation: way % 2 === 0 ? 90 : 0 };
}

/** Tells whether a tile at the place stands upright. */
export function upright(p: Place): boolean {
  return p.rotation % 180 === 90;
}

/** What a tile covers. */
export function rectOf(p: Place): Rect {
  const [w, h] = upright(p) ? [0.5, 1] : [1, 0.5];
  return { left: p.x - w, top: p.y - h, right: p.x + w, bottom: p.y + h };
}

/** Centres of the two halves of a tile, the first half first. */
export function halves(p: Place): readonly [Point, Point] {
  const way = (p.rotation / 90) as Way;
  return [away(p, way, -0.5), away(p, way, 0.5)];
}

/** Tells whether two rectangles share more than an edge. */
export function overlap(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The rectangle with so much more on every side. */
export function grown(r: Rect, by: number): Rect {
  return { left: r.left - by, top: r.top - by, right: r.right + by, bottom: r.bottom + by };
}

/** The smallest rectangle around all of them; an empty one at the origin for none. */
export function around(all: readonly Rect[]): Rect {
  const [first, ...rest] = all;
  return rest.reduce((a, b) => ({
    left: Math.min(a.left, b.left), top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom),
  }), first ?? { left: 0, top: 0, right: 0, bottom: 0 });
}
