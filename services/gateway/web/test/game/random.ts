/** Random but legal games for tests: the same seed always gives the same game. */
import type { LineTileJson, NodeJson } from "../../src/gen/tranca/api/v1/table_pb";
import { type Tile, box, has, isDouble, other, tileText } from "../../src/game/tile";

/** A source of numbers: mulberry32. */
export class Random {
  constructor(private state: number) {}

  /** From 0 to n-1. */
  below(n: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n);
  }

  pick<T>(all: readonly T[]): T | undefined {
    return all[this.below(all.length)];
  }

  shuffled<T>(all: readonly T[]): T[] {
    const out = [...all];
    for (let i = out.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [out[i], out[j]] = [out[j]!, out[i]!];
    }
    return out;
  }
}

/** A line after each placement, until nothing fits; the last element is the longest. */
export function randomLine(max: number, random: Random): LineTileJson[][] {
  const bag = random.shuffled(box(max));
  const opener = bag.pop()!;
  let line: LineTileJson[] = [{ tile: tileText(opener), left: opener.lo, right: opener.hi, placement: 0 }];
  const games = [line];
  for (let placement = 1; ; placement++) {
    const left = random.below(2) === 0;
    const tile = take(bag, (t) => has(t, endOf(line, left))) ?? take(bag, (t) => has(t, endOf(line, !left)));
    if (!tile) {
      return games;
    }
    const at = has(tile, endOf(line, left)) ? left : !left;
    line = laid(line, tile, at, placement);
    games.push(line);
  }
}

function endOf(line: readonly LineTileJson[], left: boolean): number {
  return left ? line[0]!.left! : line.at(-1)!.right!;
}

function laid(line: readonly LineTileJson[], tile: Tile, left: boolean, placement: number): LineTileJson[] {
  const near = endOf(line, left);
  const far = other(tile, near);
  const text = tileText(tile);
  return left
    ? [{ tile: text, left: far, right: near, placement }, ...line]
    : [...line, { tile: text, left: near, right: far, placement }];
}

function take(bag: Tile[], fits: (t: Tile) => boolean): Tile | undefined {
  const at = bag.findIndex(fits);
  return at < 0 ? undefined : bag.splice(at, 1)[0];
}

/** What trees there are: of chickie, with so many arms at the root, or of a line game whose root has four. */
export interface Kind {
  readonly max: number;
  readonly arms: number;
  readonly toes: number;
  /** Whether the root may be a tile that is no double; its two halves are open. */
  readonly any?: boolean;
}

/** A tree played until nothing fits, as the API lists it. */
export function randomTree(kind: Kind, random: Random): NodeJson[] {
  const bag = random.shuffled(box(kind.max));
  const root = take(bag, (t) => kind.any === true || isDouble(t))!;
  const nodes: NodeJson[] = [{ node: 0, tile: tileText(root), outer: root.hi }];
  const free: { node: number; value: number; left: number }[] = isDouble(root)
    ? [{ node: 0, value: root.hi, left: kind.arms }]
    : [{ node: 0, value: root.lo, left: 1 }, { node: 0, value: root.hi, left: 1 }];
  let pending = kind.toes > 0 ? free[0] : undefined;
  for (;;) {
    const spots = pending ? [pending] : random.shuffled(free.filter((f) => f.left > 0));
    const spot = spots.find((s) => bag.some((t) => has(t, s.value)));
    if (!spot) {
      return nodes;
    }
    const tile = take(bag, (t) => has(t, spot.value))!;
    const outer = other(tile, spot.value);
    const open = { node: nodes.length, value: outer, left: isDouble(tile) && kind.toes > 0 ? kind.toes : 1 };
    nodes.push({ node: nodes.length, tile: tileText(tile), parent: spot.node, inner: spot.value, outer });
    free.push(open);
    spot.left--;
    pending = pending && pending.left > 0 ? pending : isDouble(tile) && kind.toes > 0 ? open : undefined;
  }
}
