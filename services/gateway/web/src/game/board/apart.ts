/** Places for tiles that cannot touch their parent. */
import {
  type Place, type Point, type Rect, type Rotation, around, grown, halves, overlap, rectOf,
} from "./shape";

/** How far from its parent a place is looked for, in half units. */
const reach = 24;

/**
 * The nearest free place to the outer half of a tile, half a unit from all
 * others, whose line to that half crosses no tile; failing that, one beside
 * everything that lies.
 */
export function apart(parent: Place, own: Rect, rects: readonly Rect[]): Place {
  const from = halves(parent)[1];
  for (let ring = 3; ring <= reach; ring++) {
    const place = onRing(from, ring).find((p) => free(p, rects) && clear(from, halves(p)[0], own, rects));
    if (place) {
      return place;
    }
  }
  return { x: around(rects).right + 2, y: parent.y, rotation: 0 };
}

/** Places whose first half is nearest to p, on a square of so many half units around it. */
function onRing(p: Point, ring: number): Place[] {
  const out: Place[] = [];
  for (let i = -ring; i <= ring; i++) {
    for (const [dx, dy, rotation] of [[ring, i, 0], [i, ring, 90], [-ring, i, 180], [i, -ring, 270]] as const) {
      out.push({ x: p.x + dx / 2, y: p.y + dy / 2, rotation: rotation as Rotation });
    }
  }
  return out;
}

function free(p: Place, rects: readonly Rect[]): boolean {
  const wanted = grown(rectOf(p), 0.5);
  return !rects.some((r) => overlap(r, wanted));
}

function clear(a: Point, b: Point, own: Rect, rects: readonly Rect[]): boolean {
  const steps = Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) * 8);
  for (let i = 1; i < steps; i++) {
    const p = { x: a.x + ((b.x - a.x) * i) / steps, y: a.y + ((b.y - a.y) * i) / steps };
    if (rects.some((r) => r !== own && p.x > r.left && p.x < r.right && p.y > r.top && p.y < r.bottom)) {
      return false;
    }
  }
  return true;
}
