/**
 * A round from its record, step by step: position 0 is the deal, position n
 * stands after n moves. A record says what was legal, so moves are put on the
 * board and only checked where they would make no sense.
 */
import type { LineTileJson, NodeJson } from "../../gen/tranca/api/v1/table_pb";
import {
  type GameRecord, type Hung, type Outcome, type RecordMove, handText, inPairs, isTree, knob, parseMove, startsWithDouble,
} from "../record";
import { BadGame, box, has, isDouble, parseTile, pips, tileText } from "../tile";
import { Table } from "./table";

/** What the table looks like at one step; layout takes it as it is. */
export interface Position {
  readonly line: readonly LineTileJson[];
  readonly nodes: readonly NodeJson[];
  /** By seat. */
  readonly hands: readonly (readonly string[])[];
  /** In drawing order. */
  readonly boneyard: readonly string[];
  /** Who moves next; absent at the end. */
  readonly turn: number | undefined;
  /** The move that led here; absent before the first. */
  readonly last: RecordMove | undefined;
  /** Doubles that hang by now (L-12). */
  readonly hung: readonly Hung[];
  /** Doubles that were called by now (K-12). */
  readonly chickies: readonly string[];
}

/** A round that can be stepped through. */
export interface Replay {
  readonly record: GameRecord;
  /** One more than there are moves. */
  readonly positions: readonly Position[];
  readonly outcome: Outcome;
}

/** Replays a record; throws BadGame with the number of the move, from 1, that cannot be made. */
export function replay(record: GameRecord): Replay {
  const moves = record.moves.map(parseMove);
  const run = new Run(record);
  const positions = [run.position(moves[0], undefined)];
  moves.forEach((move, n) => {
    run.make(move, n + 1);
    positions.push(run.position(moves[n + 1], move));
  });
  return { record, positions, outcome: run.outcome(moves.at(-1)) };
}

class Run {
  private readonly table: Table;
  private readonly max: number;
  private hung: readonly Hung[] = [];
  private chickies: readonly string[] = [];
  private closer: number | null = null;
  private capicua = false;

  constructor(private readonly record: GameRecord) {
    this.table = new Table(record);
    this.max = knob(record, "set_max", 6);
  }

  position(next: RecordMove | undefined, last: RecordMove | undefined): Position {
    const { line, nodes, hands, boneyard } = this.table;
    return { line, nodes, hands, boneyard, turn: next?.seat, last, hung: this.hung, chickies: this.chickies };
  }

  make(move: RecordMove, n: number): void {
    try {
      this.apply(move);
    } catch (cause) {
      throw cause instanceof BadGame ? new BadGame(`move ${n}: ${cause.message}`, { cause }) : cause;
    }
  }

  private apply(move: RecordMove): void {
    if (move.kind === "draw") {
      this.table.draw(move.seat, move.tile);
    }
    if (move.kind !== "play") {
      return;
    }
    const [left, right] = this.table.open;
    this.capicua = left !== right && left !== undefined && right !== undefined && move.tile === tileText(parseTile(`${left}-${right}`));
    this.table.play(move);
    this.closer = move.seat;
    if (startsWithDouble(this.record)) {
      this.call(move.tile);
    } else {
      this.hang(move.seat);
    }
  }

  /** Every double but the starting one is called (K-12). */
  private call(tile: string): void {
    if (isDouble(parseTile(tile)) && this.table.placed > 1) {
      this.chickies = [...this.chickies, tile];
    }
  }

  /** A double hangs when all others of its suit lie, it does not, and no end is open for it. */
  private hang(by: number): void {
    const lying = new Set([...this.table.line, ...this.table.nodes].map((t) => t.tile));
    const open = new Set(this.table.open);
    const known = new Set(this.hung.map((h) => h.double));
    for (let v = 0; v <= this.max; v++) {
      const missing = box(this.max).filter((t) => has(t, v) && !lying.has(tileText(t)));
      const [only] = missing;
      if (missing.length === 1 && only && isDouble(only) && !open.has(v) && !known.has(tileText(only))) {
        this.hung = [...this.hung, { double: tileText(only), by }];
      }
    }
  }

  outcome(last: RecordMove | undefined): Outcome {
    const { line, hands, boneyard } = this.table;
    const left = hands.map(handText);
    const counted = hands.map((h) => h.reduce((sum, t) => sum + this.worth(t), 0));
    const end = this.end(last);
    const lineText = line.map((t) => `${t.left}|${t.right}`).join(" ");
    return {
      end, closer: this.closer, left, boneyard_left: boneyard.join(" "), pips: counted,
      ...(isTree(this.record) ? {} : { line: lineText, capicua: end === "domino" && this.capicua }),
      ...(startsWithDouble(this.record) ? { chickies: this.chickies } : { hung: this.hung }),
      ...(inPairs(this.record) ? { side_pips: { A: even(counted, 0), B: even(counted, 1) } } : {}),
    };
  }

  private end(last: RecordMove | undefined): Outcome["end"] {
    if (last?.kind === "forfeit" || last?.kind === "void") {
      return last.kind;
    }
    return this.table.hands.some((h) => h.length === 0) ? "domino" : "block";
  }

  /** The double blank may count more than nothing (G-08). */
  private worth(tile: string): number {
    return tile === "0-0" ? knob(this.record, "double_blank_value", 0) : pips(parseTile(tile));
  }
}

/** The sum of every other value, from the first or the second on. */
function even(values: readonly number[], from: number): number {
  return values.reduce((sum, v, seat) => (seat % 2 === from ? sum + v : sum), 0);
}
