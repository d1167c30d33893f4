/** A round's board as it is drawn: the same round and width always give the same places. */
import type { LineTileJson, NodeJson, PlacementJson, RoundJson } from "../../gen/tranca/api/v1/table_pb";
import { BadGame, isDouble, parseTile } from "../tile";
import type { Knot } from "./edges";
import { type Laid, type Spot, snake } from "./line";
import { type Place, type Point, type Rect, around, halves, rectOf } from "./shape";
import { type Grown, Tree } from "./tree";

/** A tile on the board. At rotation 0 its first half is on the left; it turns clockwise. */
export interface BoardTile extends Place {
  /** The tile, such as "6-4"; no other tile of the board is the same. */
  readonly tile: string;
  readonly double: boolean;
  /** What its halves show, the first half first. */
  readonly halves: readonly [number, number];
  /** Its number in the order of placement, from 0; of a tree, its node. */
  readonly placement: number;
  /** Who played it. */
  readonly seat: number | undefined;
  /** On a tree, the node that it is attached to. */
  readonly parent: number | undefined;
  /** A line to its parent, where no place was left that touches it. */
  readonly joined: readonly [Point, Point] | undefined;
}

/** Where a tile of a hand would come to lie. */
export interface Target extends Place {
  /** As Play takes it. */
  readonly placement: PlacementJson;
  readonly double: boolean;
  readonly halves: readonly [number, number];
}

/** A board in units: a tile is 2 long and 1 wide. */
export interface Board {
  /** From left to right on a line, in the order of placement on a tree. */
  readonly tiles: readonly BoardTile[];
  readonly targets: readonly Target[];
  /** What tiles and targets cover. */
  readonly box: Rect;
}

/** What of a round the layout looks at. */
export type Laying = Pick<RoundJson, "line" | "nodes">;

/**
 * Lays a round out on a board of so many units, with a target for each
 * placement. Throws BadGame where the round lacks something that the API
 * always sends.
 */
export function layout(round: Laying, width: number, placements: readonly PlacementJson[] = []): Board {
  const line = round.line ?? [];
  const nodes = round.nodes ?? [];
  const board = nodes.length > 0 ? onTree(nodes, width, placements) : onLine(line, width, placements);
  return { ...board, box: around([...board.tiles, ...board.targets].map(rectOf)) };
}

type Drawn = Omit<Board, "box">;

function onLine(line: readonly LineTileJson[], width: number, placements: readonly PlacementJson[]): Drawn {
  const laid = line.map(toLaid);
  const opener = Math.max(0, line.findIndex((t) => (t.placement ?? 0) === 0));
  const tiles = snake(laid, opener, width).map((s, i) => tileOf(s, line[i]!, laid[i]!));
  return { tiles, targets: placements.map((p) => target(p, lineSpot(p, laid, opener, width))) };
}

function toLaid(t: LineTileJson): Laid {
  if (t.tile === undefined || t.left === undefined || t.right === undefined) {
    throw new BadGame(`tile ${t.tile ?? "?"} of a line: want the tile and its halves on the left and on the right`);
  }
  return { tile: parseTile(t.tile), left: t.left, right: t.right };
}

function tileOf(spot: Spot, t: LineTileJson, laid: Laid): BoardTile {
  return {
    ...spot, tile: t.tile ?? "", double: isDouble(laid.tile), placement: t.placement ?? 0, seat: t.seat,
    parent: undefined, joined: undefined,
  };
}

/** Where the tile would lie: as if it were the last one at that end. */
function lineSpot(p: PlacementJson, line: readonly Laid[], opener: number, width: number): Spot {
  const tile = parseTile(p.tile ?? "");
  const left = p.side === "LEFT";
  const end = left ? line[0]?.left : line.at(-1)?.right;
  const near = end ?? tile.lo;
  const far = tile.hi === near ? tile.lo : tile.hi;
  const longer = left ? [{ tile, left: far, right: near }, ...line] : [...line, { tile, left: near, right: far }];
  const spots = snake(longer, left ? opener + 1 : opener, width);
  return spots[left ? 0 : spots.length - 1]!;
}

function onTree(nodes: readonly NodeJson[], width: number, placements: readonly PlacementJson[]): Drawn {
  const tree = new Tree(width);
  const tiles = nodes.map((n, i) => nodeOf(tree.add(toKnot(n)), n, i, tree.spots));
  return { tiles, targets: placements.map((p) => target(p, treeSpot(p, nodes, tree))) };
}

function toKnot(n: NodeJson): Knot {
  if (n.tile === undefined || (n.parent === undefined) !== (n.inner === undefined)) {
    throw new BadGame(`node ${n.node ?? "?"} of a tree: want its tile, and the node that it touches with the half that does`);
  }
  const tile = parseTile(n.tile);
  return n.parent === undefined || n.inner === undefined ? { tile } : { tile, parent: n.parent, inner: n.inner };
}

function nodeOf(spot: Grown, n: NodeJson, index: number, spots: readonly Grown[]): BoardTile {
  const { touches, ...place } = spot;
  const parent = n.parent === undefined ? undefined : spots[n.parent];
  return {
    ...place, tile: n.tile ?? "", double: isDouble(parseTile(n.tile ?? "")), placement: n.node ?? index, seat: n.seat,
    parent: n.parent, joined: touches || !parent ? undefined : [halves(parent)[1], halves(place)[0]],
  };
}

function treeSpot(p: PlacementJson, nodes: readonly NodeJson[], tree: Tree): Grown {
  const tile = parseTile(p.tile ?? "");
  const on = nodes[p.node ?? 0];
  const inner = on?.outer !== undefined && (tile.hi === on.outer || tile.lo === on.outer) ? on.outer : shared(tile, on);
  return tree.find({ tile, parent: p.node ?? 0, inner });
}

/** The half of the tile that a root that is no double shows too. */
function shared(tile: { hi: number; lo: number }, on: NodeJson | undefined): number {
  const root = parseTile(on?.tile ?? "");
  return tile.hi === root.hi || tile.hi === root.lo ? tile.hi : tile.lo;
}

function target(placement: PlacementJson, spot: Spot): Target {
  const { x, y, rotation, halves: shown } = spot;
  return { placement, x, y, rotation, halves: shown, double: isDouble(parseTile(placement.tile ?? "")) };
}
