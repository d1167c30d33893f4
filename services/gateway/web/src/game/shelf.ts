/** Several records: those of a table, or those of a file. */
import { type BySide, type GameRecord, inPairs, parseRecord } from "./record";
import { BadGame } from "./tile";

/** Reads a file with one record a line; throws BadGame with the line, from 1, that is none. */
export function parseRecords(text: string): GameRecord[] {
  const records = text.split("\n").flatMap((line, n) => {
    if (line.trim() === "") {
      return [];
    }
    try {
      return [parseRecord(line)];
    } catch (cause) {
      throw new BadGame(`line ${n + 1}: ${(cause as Error).message}`, { cause });
    }
  });
  if (records.length === 0) {
    throw new BadGame("want one record a line, but there is none");
  }
  return records;
}

/** One round among others of its match. */
export interface Leaf {
  readonly record: GameRecord;
  /** Its place among all records, from 0. */
  readonly index: number;
  /** Its number in its match, from 1; its place in the file where the record carries no deal. */
  readonly round: number;
  /** Totals after it, by side; none where the record does not tell them. */
  readonly totals: readonly number[];
  /** The side that won it. */
  readonly winner: number | undefined;
}

/** The rounds of the match that a record belongs to, in their order. */
export function matchOf(records: readonly GameRecord[], index: number): Leaf[] {
  const id = records[index]?.deal?.match_id;
  return records.flatMap((record, n) => (record.deal?.match_id === id ? [leaf(record, n)] : []));
}

function leaf(record: GameRecord, index: number): Leaf {
  const { winner, total, deal } = record;
  return {
    record, index, round: deal?.round ?? index + 1, totals: total ? bySide(total) : [],
    winner: typeof winner === "string" ? winner.charCodeAt(0) - "A".charCodeAt(0) : winner ?? undefined,
  };
}

function bySide(points: BySide<number>): readonly number[] {
  return "A" in points ? [points.A, points.B] : points;
}

/** The seats of each side of a record (L-01). */
export function sidesOf(record: GameRecord): readonly (readonly number[])[] {
  return inPairs(record) ? [[0, 2], [1, 3]] : record.hands.map((_, seat) => [seat]);
}

/** The place of a round among the records of a table: the n-th, or that of a match by its number; undefined: none. */
export function findRound(records: readonly GameRecord[], { match, round }: { match?: number; round: number }): number | undefined {
  const at = match === undefined ? round - 1
    : records.findIndex(({ deal }) => deal?.round === round && deal.match_id.endsWith(`.${match}`));
  return records[at] ? at : undefined;
}
