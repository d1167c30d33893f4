import type { Speaker } from "./speak.js";

/** A value of a half, from 0 to 9. */
type Value = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** How a value is called: "blank", "four". */
export function valueName(speaker: Speaker, value: number): string {
  return speaker.t(`words.n${value as Value}`);
}

/** How a tile such as "6-4" is called where it stands alone: "six-four", "double six". */
export function tileName(speaker: Speaker, tile: string): string {
  return named(speaker, tile, "words.tile", "words.double", "words.doubleSix");
}

/** How a tile is called in a sentence, with an article where the language wants one. */
export function theTile(speaker: Speaker, tile: string): string {
  return named(speaker, tile, "words.theTile", "words.theDouble", "words.theDoubleSix");
}

function named(
  speaker: Speaker, tile: string,
  plain: "words.tile" | "words.theTile", double: "words.double" | "words.theDouble", six: "words.doubleSix" | "words.theDoubleSix",
): string {
  const [high = 0, low = 0] = tile.split("-").map(Number);
  if (high !== low) {
    return speaker.t(plain, { high: valueName(speaker, high), low: valueName(speaker, low) });
  }
  if (high === 6) {
    return speaker.t(six);
  }
  const plural = speaker.t(`words.p${high as Value}`); // some countries count the halves
  const places = { n: valueName(speaker, high), plural };
  return speaker.t(double, places);
}
