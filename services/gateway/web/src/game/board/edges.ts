/** Where a tile of a tree can be attached to another one, best place first. */
import { type Tile, isDouble } from "../tile";
import type { Edge } from "./room";
import { type Place, type Point, type Way, across, along, away, halves, turned, upright } from "./shape";

/** A tile of a tree: the node that it lies on, and its half that touches it. The root has neither. */
export interface Knot {
  readonly tile: Tile;
  readonly parent?: number;
  readonly inner?: number;
}

/** A place that touches the parent, and how much it is liked for its looks. */
export interface Candidate {
  readonly place: Place;
  readonly liking: number;
}

interface Side extends Edge {
  readonly liking: number;
}

/** How much a place is disliked that lies half a unit off the middle. */
const shifted = -6;

/** The sides that the open halves of a tile have, for weighing the room before them. */
export function openSides(knot: Knot, spot: Place): Edge[] {
  return isDouble(knot.tile) ? middles(spot) : ends(knot, spot, undefined);
}

/** The places for a child that touches the node with the half inner. */
export function candidates(child: Knot, on: Knot, spot: Place): Candidate[] {
  const sides = isDouble(on.tile) ? middles(spot) : ends(on, spot, child.inner);
  const crosswise = isDouble(child.tile) && !isDouble(on.tile);
  const all = sides.flatMap((s) => [0, 0.5, -0.5].map((by) => ({
    place: put(s, away(s.point, turned(s.way, 1), by), crosswise, spot), liking: s.liking + (by ? shifted : 0),
  })));
  return isDouble(on.tile) ? [...all, ...corners(spot).map((s) => ({ place: along(s.point, s.way), liking: s.liking }))] : all;
}

/** A double is crosswise to its tile (K-13): across its end, or on end at its side. */
function put(s: Side, at: Point, crosswise: boolean, parent: Place): Place {
  const straight = s.way % 2 === (parent.rotation / 90) % 2;
  return crosswise && straight ? across(at, s.way) : along(at, s.way);
}

function wayPairs(spot: Place): { long: readonly [Way, Way]; short: readonly [Way, Way] } {
  return upright(spot) ? { long: [0, 2], short: [1, 3] } : { long: [1, 3], short: [0, 2] };
}

/** Of a double: the middles of its long sides, then its ends. */
function middles(spot: Place): Side[] {
  const { long, short } = wayPairs(spot);
  return [
    ...long.map((way) => ({ point: away(spot, way, 0.5), way, liking: 2 })),
    ...short.map((way) => ({ point: away(spot, way, 1), way, liking: 1 })),
  ];
}

/** Of a double: beside the middle tiles of its long sides, for roots with six and eight arms. */
function corners(spot: Place): Side[] {
  const { long, short } = wayPairs(spot);
  return long.flatMap((way) => short.map((to) => ({ point: away(away(spot, way, 0.5), to, 1), way, liking: -20 })));
}

/** Of a tile that is no double: straight on from its open half, then to both sides. */
function ends(knot: Knot, spot: Place, inner: number | undefined): Side[] {
  const way = (spot.rotation / 90) as Way;
  const [first, second] = halves(spot);
  const out: [Point, Way][] = knot.parent !== undefined || inner === knot.tile.hi ? [[second, way]]
    : inner !== undefined ? [[first, turned(way, 2)]] : [[first, turned(way, 2)], [second, way]];
  return out.flatMap(([half, straight]) => [0, 1, -1].map((quarters) => {
    const to = turned(straight, quarters);
    return { point: away(half, to, 0.5), way: to, liking: quarters === 0 ? 1.5 : 0 };
  }));
}
