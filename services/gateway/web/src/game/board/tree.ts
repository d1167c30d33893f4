/**
 * The tree of chickie (K-08 to K-17), and of line games whose opening double
 * has four arms (C-08).
 *
 * Tiles are placed one after the other in the order in which they were played,
 * and each looks only at those before it, so what lies keeps its place. A tile
 * goes straight on from the half that it touches where it can, else to a side;
 * among the free places it takes the one that leaves the open halves of the
 * board the most room. A double lies crosswise to its tile (K-13) and takes its
 * toes on its free long side and on its two ends. Where no place is left that
 * touches, a tile lies apart and a line joins it to its parent.
 */
import { BadGame, isDouble, other } from "../tile";
import { apart } from "./apart";
import { type Knot, candidates, openSides } from "./edges";
import { Outlook } from "./room";
import { type Place, type Rect, around, grown, overlap, rectOf } from "./shape";

/** A placed tile of a tree. */
export interface Grown extends Place {
  /** The half that touches the parent, and the other; of a root, the low half first. */
  readonly halves: readonly [number, number];
  /** Whether it touches its parent. */
  readonly touches: boolean;
}

interface Node {
  readonly knot: Knot;
  readonly spot: Grown;
  readonly rect: Rect;
  readonly outlook: Outlook;
  free: number; // sides that may still be filled, as far as the tree tells
}

/** Costs of a place beside what it leaves free. */
const cost = { neighbour: 3, beyond: 0.25 };

/** A tree that tiles are added to. */
export class Tree {
  private readonly nodes: Node[] = [];
  private bounds: Rect = { left: 0, top: 0, right: 0, bottom: 0 };

  /** Width is that of the board, in units; the tree rather stays within it. */
  constructor(private readonly width: number) {}

  /** The tiles in the order in which they were added. */
  get spots(): Grown[] {
    return this.nodes.map((n) => n.spot);
  }

  /** Adds the next tile and tells where it lies; throws BadGame if its parent does not lie. */
  add(knot: Knot): Grown {
    const spot = this.find(knot);
    const rect = rectOf(spot);
    for (const n of this.nodes) {
      n.outlook.see(rect);
    }
    if (knot.parent !== undefined) {
      this.settle(this.node(knot.parent));
    }
    this.bounds = around([this.bounds, rect]);
    this.nodes.push({ knot, spot, rect, outlook: this.outlook(knot, spot), free: sides(knot) });
    return spot;
  }

  /** Where the tile would lie if it were the next one; add does the same. */
  find(knot: Knot): Grown {
    const { tile, parent, inner } = knot;
    if (parent === undefined || inner === undefined) {
      return { x: 0, y: 0, rotation: isDouble(tile) ? 90 : 0, halves: [tile.lo, tile.hi], touches: true };
    }
    const best = this.best(knot, this.node(parent));
    const place = best ?? apart(this.node(parent).spot, this.node(parent).rect, this.nodes.map((n) => n.rect));
    return { ...place, halves: [inner, other(tile, inner)], touches: best !== undefined };
  }

  /** Counts what is still free. Whoever plays elsewhere shows that doubles have no toes here (K-14), but one child. */
  private settle(parent: Node): void {
    parent.free--;
    for (const n of this.nodes) {
      if (n !== parent && n.knot.parent !== undefined && n.free > 1) {
        n.free = n.free === 3 ? 1 : 0;
      }
    }
  }

  private node(k: number): Node {
    const n = this.nodes[k];
    if (!n) {
      throw new BadGame(`node ${k} of a tree of ${this.nodes.length} tiles: want one that lies`);
    }
    return n;
  }

  private best(knot: Knot, parent: Node): Place | undefined {
    let found: Place | undefined;
    let most = -Infinity;
    for (const { place, liking } of candidates(knot, parent.knot, parent.spot)) {
      const rect = rectOf(place);
      if (this.nodes.some((n) => overlap(n.rect, rect))) {
        continue;
      }
      const worth = liking + this.worth(knot, parent, place, rect);
      [found, most] = worth > most ? [place, worth] : [found, most];
    }
    return found;
  }

  /** What a place leaves: room before all open sides, its own too, and a small board. */
  private worth(knot: Knot, parent: Node, place: Place, rect: Rect): number {
    const near = grown(rect, 0.4);
    const crowd = this.nodes.filter((n) => n !== parent && overlap(n.rect, near)).length;
    const own = this.outlook(knot, place).worth(sides(knot));
    const room = this.nodes.reduce((sum, n) => sum + n.outlook.worth(n === parent ? n.free - 1 : n.free, rect), own);
    return room - cost.neighbour * crowd - cost.beyond * this.beyond(rect);
  }

  private outlook(knot: Knot, place: Place): Outlook {
    const out = new Outlook(openSides(knot, place));
    for (const n of this.nodes) {
      out.see(n.rect);
    }
    return out;
  }

  /** How much wider than it should be a tile makes the board, in units. */
  private beyond(rect: Rect): number {
    const excess = (r: Rect) => Math.max(0, r.right - r.left - this.width);
    return excess(around([this.bounds, rect])) - excess(this.bounds);
  }
}

/** How many tiles will lie on a tile: a root that is no double has two open halves. */
function sides(knot: Knot): number {
  const root = knot.parent === undefined;
  return isDouble(knot.tile) ? (root ? 4 : 3) : root ? 2 : 1;
}
