/** Score sheets of a match, from the records of its rounds. */
import { type BySide, type GameRecord, type Outcome, inPairs, knob, parseMove } from "../record";
import { BadGame, parseTile } from "../tile";

/** One round of a game in which a side wins the round (C-13, C-15, L-20). */
export interface LineRound {
  /** From 1, annulled rounds included. */
  readonly round: number;
  readonly end: Outcome["end"];
  /** Who opened and who placed the last tile; the closer often does not win (L-15). */
  readonly opener: number | undefined;
  readonly closer: number | undefined;
  /** The side that won; absent where nobody scored (L-17, C-16). */
  readonly winner: number | undefined;
  /** Points that each side got. */
  readonly added: readonly number[];
  /** Points of each side after it. */
  readonly totals: readonly number[];
}

/** The sheet of a match in which the side that reaches the target wins (C-18). */
export interface LineSheet {
  /** The seats of each side. */
  readonly sides: readonly (readonly number[])[];
  readonly rounds: readonly LineRound[];
  readonly totals: readonly number[];
  /** Sides that won the match; none while it runs. */
  readonly winners: readonly number[];
}

/** One player's row of a chickie sheet. */
export interface ChickieRow {
  readonly seat: number;
  /** By column; absent where the double has not started a round. */
  readonly cells: readonly (number | undefined)[];
  readonly total: number;
}

/** Chickie's sheet: a column for each double, a row for each player (K-01). */
export interface ChickieSheet {
  /** The heads: 0 to 6, each the double that starts that round, whatever the order of the rounds (K-05). */
  readonly columns: readonly number[];
  readonly rows: readonly ChickieRow[];
  /** Seats with the lowest total, more than one where it is shared (K-20); none while the match runs. */
  readonly winners: readonly number[];
}

/** The sheet of a line game's match; throws BadGame where a record states no total. */
export function lineSheet(records: readonly GameRecord[]): LineSheet {
  const first = records[0];
  if (!first) {
    return { sides: [], rounds: [], totals: [], winners: [] };
  }
  const rounds = records.map((r, n) => lineRound(r, n + 1));
  return {
    sides: inPairs(first) ? [[0, 2], [1, 3]] : first.hands.map((_, seat) => [seat]),
    rounds, totals: rounds.at(-1)!.totals, winners: winners(records),
  };
}

function lineRound(r: GameRecord, round: number): LineRound {
  const totals = after(r);
  const winner = r.winner ?? undefined;
  return {
    round, end: r.end ?? "void", opener: r.opener, closer: r.closer ?? undefined,
    winner: winner === undefined ? undefined : side(winner), added: added(r), totals,
  };
}

/** The sheet of a match of chickie; a column stays empty until its double has started a round that counts. */
export function chickieSheet(records: readonly GameRecord[]): ChickieSheet {
  const first = records[0];
  const columns = Array.from({ length: (first ? knob(first, "set_max", 6) : 6) + 1 }, (_, n) => n);
  const counted = new Map(records.filter((r) => r.end !== "void").map((r) => [starter(r), added(r)]));
  const last = records.at(-1);
  const totals = last ? after(last) : [];
  const rows = (first?.hands ?? []).map((_, seat) => ({
    seat, cells: columns.map((c) => counted.get(c)?.[seat]), total: totals[seat] ?? 0,
  }));
  return { columns, rows, winners: winners(records) };
}

/** The starting double of a round, by its half: the first tile that lies. */
function starter(r: GameRecord): number | undefined {
  const opening = r.moves.map(parseMove).find((m) => m.kind === "play");
  const tile = opening?.kind === "play" ? opening.tile : r.root;
  return tile === undefined ? undefined : parseTile(tile).hi;
}

/** What the round added to each side. */
function added(r: GameRecord): number[] {
  const before = list(r.total_before);
  return after(r).map((total, n) => total - (before[n] ?? 0));
}

function after(r: GameRecord): number[] {
  if (!r.total) {
    throw new BadGame(`record ${r.id ?? "?"}: want its total, without which it cannot be on a sheet`);
  }
  return list(r.total);
}

function list(points: BySide<number>): number[] {
  return "A" in points ? [points.A, points.B] : [...points];
}

/** A side by its name: A and B in pairs, else its seat. */
function side(name: string | number): number {
  return typeof name === "number" ? name : name.charCodeAt(0) - "A".charCodeAt(0);
}

function winners(records: readonly GameRecord[]): number[] {
  const last = records.at(-1);
  return last?.match_end ? (last.match_winners ?? []).map(side) : [];
}
