/** The tiles of a round while its moves are made: board, hands and boneyard. */
import type { LineTileJson, NodeJson } from "../../gen/tranca/api/v1/table_pb";
import { type GameRecord, type RecordMove, isTree, knob, startsWithDouble, tilesOf } from "../record";
import { BadGame, type Tile, has, isDouble, other, parseTile } from "../tile";

type Play = Extract<RecordMove, { kind: "play" }>;

/** A board that tiles are put on; it never changes what it gave away. */
export class Table {
  line: readonly LineTileJson[] = [];
  nodes: readonly NodeJson[] = [];
  hands: readonly (readonly string[])[];
  boneyard: readonly string[];
  private free: number[] = []; // of each node, sides that still take a tile
  private readonly tree: boolean;

  constructor(private readonly record: GameRecord) {
    this.tree = isTree(record);
    this.hands = record.hands.map(tilesOf);
    this.boneyard = tilesOf(record.boneyard);
  }

  /** How many tiles lie. */
  get placed(): number {
    return this.line.length + this.nodes.length;
  }

  /** The values that a tile can be put on. */
  get open(): number[] {
    if (!this.tree) {
      return this.line.length > 0 ? [this.line[0]!.left!, this.line.at(-1)!.right!] : [];
    }
    const root = this.nodes[0] && parseTile(this.nodes[0].tile!);
    const forked = root && !isDouble(root) && this.free[0] === 2 ? [root.lo] : [];
    return [...this.nodes.filter((_, n) => this.free[n]! > 0).map((n) => n.outer!), ...forked];
  }

  /** Takes the next tile of the boneyard into a hand. */
  draw(seat: number, tile: string): void {
    if (this.boneyard[0] !== tile) {
      throw new BadGame(`seat ${seat} draws ${tile}, but the next tile is ${this.boneyard[0] ?? "none"}`);
    }
    this.boneyard = this.boneyard.slice(1);
    this.hands = this.hands.map((h, s) => (s === seat ? [...h, tile] : h));
  }

  /** Puts a tile of a hand on the board. */
  play(move: Play): void {
    if (!this.hands[move.seat]?.includes(move.tile)) {
      throw new BadGame(`seat ${move.seat} plays ${move.tile}, which it does not hold`);
    }
    this.hands = this.hands.map((h, s) => (s === move.seat ? h.filter((t) => t !== move.tile) : h));
    const tile = parseTile(move.tile);
    if (this.tree) {
      this.grow(move, tile);
    } else {
      this.extend(move, tile);
    }
  }

  /** The opener lies low half left (E-01); on equal ends no side means the right one (E-02). */
  private extend(move: Play, tile: Tile): void {
    const [left, right] = this.open;
    const said = { tile: move.tile, seat: move.seat, placement: this.placed };
    if (left === undefined || right === undefined) {
      this.line = [{ ...said, left: tile.lo, right: tile.hi }];
      return;
    }
    const at = move.side ?? (has(tile, right) ? "RIGHT" : "LEFT");
    const end = at === "LEFT" ? left : right;
    if (!has(tile, end) || (!move.side && left !== right && has(tile, left) && has(tile, right))) {
      throw new BadGame(`tile ${move.tile} on ${left}|${right}: want a side where it fits`);
    }
    const outer = other(tile, end);
    this.line = at === "LEFT"
      ? [{ ...said, left: outer, right: end }, ...this.line]
      : [...this.line, { ...said, left: end, right: outer }];
  }

  private grow(move: Play, tile: Tile): void {
    const said = { node: this.nodes.length, tile: move.tile, seat: move.seat };
    if (this.nodes.length === 0) {
      this.nodes = [{ ...said, outer: tile.hi }];
      this.free = [isDouble(tile) ? knob(this.record, "root_arms", 4) : 2];
      return;
    }
    const at = move.node ?? -1;
    const inner = this.inner(at, tile);
    if (inner === undefined) {
      throw new BadGame(`tile ${move.tile} on node ${move.node ?? "?"}: want an open node that it fits`);
    }
    this.fill(at, inner);
    const outer = other(tile, inner);
    this.nodes = [...this.nodes, { ...said, parent: at, inner, outer }];
    const toes = startsWithDouble(this.record) ? knob(this.record, "toes", 3) : 1;
    this.free.push(isDouble(tile) ? toes : 1);
  }

  /** The half of a tile that touches the node: of a root that is no double, the high one first. */
  private inner(at: number, tile: Tile): number | undefined {
    const on = this.nodes[at];
    if (!on || this.free[at]! <= 0) {
      return undefined;
    }
    const forked = at === 0 && this.free[0] === 2 && !isDouble(parseTile(on.tile!));
    const values = forked ? [on.outer!, parseTile(on.tile!).lo] : [on.outer!];
    return values.find((v) => has(tile, v));
  }

  /** A root that is no double shows its other half once one is taken. */
  private fill(at: number, inner: number): void {
    const on = this.nodes[at]!;
    const root = parseTile(on.tile!);
    if (at === 0 && !isDouble(root) && this.free[0] === 2) {
      this.nodes = [{ ...on, outer: other(root, inner) }, ...this.nodes.slice(1)];
    }
    this.free[at]!--;
  }
}
