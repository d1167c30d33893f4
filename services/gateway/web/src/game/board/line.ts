/**
 * The snake: a line laid out on rows of a given width.
 *
 * The opener lies at the origin. The right end grows to the right and winds
 * downwards, the left end to the left and upwards, each on its own side of the
 * opener's row, so the two never meet and no tile depends on a later one: what
 * lies keeps its place until the width changes.
 *
 * A row ends with the tile that stands on end under its last half. Rows are 3
 * units apart, so doubles that face each other leave a unit between them. A
 * double always lies crosswise to the tile that it was played on (L-10, C-10).
 */
import { BadGame, type Tile, isDouble } from "../tile";
import { type Place, type Rotation } from "./shape";

/** The narrowest board, in units: it lets an opening double have a tile on each side. */
export const narrowest = 6;

const pitch = 3;

/** A tile of a line as it lies: its halves seen from the left. */
export interface Laid {
  readonly tile: Tile;
  readonly left: number;
  readonly right: number;
}

/** A laid tile with its place; halves are those of the place, first half first. */
export interface Spot extends Place {
  readonly halves: readonly [number, number];
}

/**
 * Places a line, given from left to right, on a board of so many units.
 * Opener is the index of the tile that was played first. Widths below
 * narrowest count as narrowest.
 */
export function snake(line: readonly Laid[], opener: number, width: number): Spot[] {
  const first = line[opener];
  if (!first) {
    if (line.length === 0) {
      return [];
    }
    throw new BadGame(`opener ${opener} of a line of ${line.length} tiles: want one of them`);
  }
  const rows = bounds(first, Math.max(width, narrowest));
  const right = arm(line.slice(opener + 1).map(fromLeft), rows.half, rows.right, rows.left);
  const left = arm(line.slice(0, opener).reverse().map(fromRight), rows.half, -rows.left, -rows.right);
  return [...left.map(opposite).reverse(), start(first), ...right];
}

/** Where the row of the opener ends, so that as many tiles as can be fit beside it. */
function bounds(first: Laid, width: number): { half: number; left: number; right: number } {
  const length = isDouble(first.tile) ? 1 : 2;
  const beside = Math.floor((width - length) / 2);
  const left = -length / 2 - 2 * Math.floor(beside / 2);
  return { half: length / 2, left, right: left + width };
}

function start(first: Laid): Spot {
  return { x: 0, y: 0, rotation: isDouble(first.tile) ? 90 : 0, halves: [first.left, first.right] };
}

/** A tile as an arm sees it: the half that touches the tile before, and the other. */
interface Link {
  readonly double: boolean;
  readonly halves: readonly [number, number];
}

function fromLeft(t: Laid): Link {
  return { double: isDouble(t.tile), halves: [t.left, t.right] };
}

function fromRight(t: Laid): Link {
  return { double: isDouble(t.tile), halves: [t.right, t.left] };
}

/** The same spot on the other side of the origin. */
function opposite(s: Spot): Spot {
  return { ...s, x: 0 - s.x, y: 0 - s.y, rotation: ((s.rotation + 180) % 360) as Rotation };
}

/** The end of an arm: where the next tile begins, in which row, and which way it goes. */
interface Head {
  readonly x: number;
  readonly y: number;
  readonly way: 1 | -1;
  readonly corner: boolean; // the last tile stands on end
}

/** An arm that goes right from half a tile beside the origin, and then down. */
function arm(links: readonly Link[], half: number, right: number, left: number): Spot[] {
  let head: Head = { x: half, y: 0, way: 1, corner: false };
  return links.map((link) => {
    const room = head.way > 0 ? right - head.x : head.x - left;
    const [place, next] = head.corner ? under(head) : room >= (link.double ? 3 : 2) ? onward(head, link) : down(head);
    head = next;
    return { ...place, halves: link.halves };
  });
}

/** In the row. A double leaves room for the tile after it, so it never ends a row. */
function onward(head: Head, link: Link): [Place, Head] {
  const length = link.double ? 1 : 2;
  const rotation = link.double ? 90 : lying(head.way);
  const place: Place = { x: head.x + (head.way * length) / 2, y: head.y, rotation };
  return [place, { ...head, x: head.x + head.way * length }];
}

/** On end under the last half of the row. */
function down(head: Head): [Place, Head] {
  const x = head.x - head.way / 2;
  return [{ x, y: head.y + pitch / 2, rotation: 90 }, { x, y: head.y, way: head.way, corner: true }];
}

/** Under the tile on end, the other way. */
function under(head: Head): [Place, Head] {
  const way = head.way > 0 ? -1 : 1;
  const y = head.y + pitch;
  return [{ x: head.x + way / 2, y, rotation: lying(way) }, { x: head.x + way * 1.5, y, way, corner: false }];
}

function lying(way: 1 | -1): Rotation {
  return way > 0 ? 0 : 180;
}
