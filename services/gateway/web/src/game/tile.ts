/** Tiles as the API and records write them: "6-4", high half first. */

/** A tile by its halves; hi is never below lo. */
export interface Tile {
  readonly hi: number;
  readonly lo: number;
}

/** Says what was wrong with a text or a message, and what was wanted. */
export class BadGame extends Error {
  override readonly name = "BadGame";
}

/** Reads a tile such as "6-4"; throws BadGame for anything else. */
export function parseTile(text: string): Tile {
  const halves = /^(\d{1,2})-(\d{1,2})$/.exec(text);
  if (!halves) {
    throw new BadGame(`tile "${text}": want two numbers such as 6-4`);
  }
  const [a, b] = [Number(halves[1]), Number(halves[2])];
  return { hi: Math.max(a, b), lo: Math.min(a, b) };
}

/** Writes a tile as parseTile reads it. */
export function tileText(t: Tile): string {
  return `${t.hi}-${t.lo}`;
}

/** Tells whether both halves are equal. */
export function isDouble(t: Tile): boolean {
  return t.hi === t.lo;
}

/** The sum of the halves (G-08). */
export function pips(t: Tile): number {
  return t.hi + t.lo;
}

/** Tells whether a half of t shows v. */
export function has(t: Tile, v: number): boolean {
  return t.hi === v || t.lo === v;
}

/** The half of t that is not v; the same half again for a double. */
export function other(t: Tile, v: number): number {
  return t.hi === v ? t.lo : t.hi;
}

/** Orders tiles by their low half, then their high half, as records list hands. */
export function byLowHalf(a: Tile, b: Tile): number {
  return a.lo - b.lo || a.hi - b.hi;
}

/** All tiles of a box whose highest half is max: 28 for 6, 55 for 9 (G-01). */
export function box(max: number): Tile[] {
  return Array.from({ length: max + 1 }, (_, hi) => Array.from({ length: hi + 1 }, (_, lo) => ({ hi, lo }))).flat();
}
