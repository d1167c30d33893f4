import type { RoundJson } from "../client/index.js";

/**
 * Doubles that can never be played any more: all other tiles of their suit lie
 * on the line, they do not, and no end is open for them (L-12). A tree keeps
 * more than two ends open, so nothing is told of it.
 */
export function hungOf({ line = [], ends }: Pick<RoundJson, "line" | "ends">, highest: number): readonly string[] {
  const laid = new Set(line.map((t) => t.tile));
  const values = Array.from({ length: highest + 1 }, (_, n) => n);
  return values
    .filter((d) => !laid.has(`${d}-${d}`) && ends?.left !== d && ends?.right !== d)
    .filter((d) => values.every((v) => v === d || laid.has(`${Math.max(v, d)}-${Math.min(v, d)}`)))
    .map((d) => `${d}-${d}`);
}
