/** Game records: one JSON object a line, one round an object, as GetRecord gives them. */
import { BadGame, byLowHalf, parseTile, tileText } from "./tile";

/** By seat, or by the sides A and B where opposite seats play together. */
export type BySide<T> = readonly T[] | { readonly A: T; readonly B: T };

/** What makes the hands of a record verifiable; bytes are in hexadecimal. */
export interface RecordDeal {
  readonly match_id: string;
  readonly round: number;
  readonly seed: string;
  readonly commit: string;
  readonly tip: string;
  readonly clients?: readonly string[];
  readonly beacon?: string;
}

/** A double that could not be played any more, and who saw to that (L-12). */
export interface Hung {
  readonly double: string;
  readonly by: number;
}

/** What is computed from the moves of a round. */
export interface Outcome {
  readonly end: "domino" | "block" | "forfeit" | "void";
  readonly closer: number | null;
  readonly line?: string;
  readonly left: readonly string[];
  readonly boneyard_left: string;
  readonly chickies?: readonly string[];
  readonly pips: readonly number[];
  readonly side_pips?: BySide<number>;
  readonly hung?: readonly Hung[];
  readonly capicua?: boolean;
}

/** One round. Tiles of a hand or the boneyard stand in one text, with blanks between them. */
export interface GameRecord extends Partial<Outcome> {
  readonly id?: string;
  readonly preset: string;
  readonly knobs?: Readonly<Record<string, string | number | boolean>>;
  readonly first?: boolean;
  readonly total_before: BySide<number>;
  readonly opener?: number;
  readonly eligible?: readonly number[];
  readonly root?: string;
  readonly starter?: number;
  readonly hands: readonly string[];
  readonly boneyard?: string;
  readonly moves: readonly string[];
  readonly winner?: string | number | null;
  readonly points?: number;
  readonly total?: BySide<number>;
  readonly match_end?: boolean;
  readonly match_winners?: readonly (string | number)[];
  readonly deal?: RecordDeal;
}

/** Reads one line; throws BadGame where it is no record of a round. */
export function parseRecord(line: string): GameRecord {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch (cause) {
    throw new BadGame("record: want one JSON object a line", { cause });
  }
  const r = read as Partial<GameRecord> | null;
  if (typeof r !== "object" || !r || typeof r.preset !== "string" || !Array.isArray(r.hands) || !Array.isArray(r.moves)) {
    throw new BadGame("record: want an object with preset, hands and moves");
  }
  return { total_before: [], ...r } as GameRecord;
}

/** Whether rounds start with a double of their own and everybody may play on each open number. */
export function startsWithDouble(r: GameRecord): boolean {
  return r.preset === "chickie";
}

/** Whether the board is a tree and not a line (K-11, C-08). */
export function isTree(r: GameRecord): boolean {
  return startsWithDouble(r) || r.knobs?.["spinner"] === "opening_double";
}

/** Whether opposite seats play together (L-01). */
export function inPairs(r: GameRecord): boolean {
  return !Array.isArray(r.total_before);
}

/** A knob of a number that the record changes, or what it is otherwise. */
export function knob(r: GameRecord, name: string, otherwise: number): number {
  return Number(r.knobs?.[name] ?? otherwise);
}

/** The tiles of a text; none for an empty one. */
export function tilesOf(text: string | undefined): string[] {
  return text ? text.split(" ").map((word) => tileText(parseTile(word))) : [];
}

/** A hand as records list it: by the low half, then the high one. */
export function handText(tiles: readonly string[]): string {
  return tiles.map(parseTile).sort(byLowHalf).map(tileText).join(" ");
}

/** One entry of the moves. */
export type RecordMove =
  | { readonly kind: "play"; readonly seat: number; readonly tile: string; readonly side?: "LEFT" | "RIGHT"; readonly node?: number }
  | { readonly kind: "draw"; readonly seat: number; readonly tile: string }
  | { readonly kind: "pass" | "forfeit"; readonly seat: number }
  | { readonly kind: "void"; readonly seat: undefined };

/** Reads "3 6-4 R", "3 6-4 n5", "1 + 5-2", "1 pass", "1 forfeit" and "void". */
export function parseMove(text: string): RecordMove {
  if (text === "void") {
    return { kind: "void", seat: undefined };
  }
  const [, who, what = "", where] = /^(\d) (pass|forfeit|\+|\d{1,2}-\d{1,2})(?: (L|R|n\d+|\d{1,2}-\d{1,2}))?$/.exec(text) ?? [];
  const seat = Number(who);
  if (what === "pass" || what === "forfeit") {
    return { kind: what, seat };
  }
  if (what === "+" && where) {
    return { kind: "draw", seat, tile: tileText(parseTile(where)) };
  }
  if (what === "" || what === "+" || where?.includes("-")) {
    throw new BadGame(`move "${text}": want seat and tile, with a side or node; seat, + and tile; or seat and pass`);
  }
  return { kind: "play", seat, tile: tileText(parseTile(what)), ...spotOf(where) };
}

function spotOf(text: string | undefined): { side?: "LEFT" | "RIGHT"; node?: number } {
  switch (text) {
    case undefined:
      return {};
    case "L":
      return { side: "LEFT" };
    case "R":
      return { side: "RIGHT" };
    default:
      return { node: Number(text.slice(1)) };
  }
}
