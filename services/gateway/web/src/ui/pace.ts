import type { OptionsJson } from "../client/index.js";
import type { Speaker } from "../i18n/index.js";

/** How fast a table is, in a few words: the time for a turn, and the time bank. */
export function paceText(speaker: Speaker, { turnLimitMs, timeBankMs = 0 }: OptionsJson): string {
  if (turnLimitMs === 0) {
    return speaker.t("status.noLimit");
  }
  const turn = turnLimitMs === undefined ? "" : speaker.duration(turnLimitMs);
  return timeBankMs > 0 ? `${turn} + ${speaker.duration(timeBankMs)}` : turn;
}

/** Opener's words about a table that every list can show; kept short. */
export type Words = {
  readonly name: string;
  readonly options: OptionsJson;
};

/** Writes them as properties of a table. */
export function wordsOut({ name, options: { turnLimitMs, timeBankMs } }: Words): Record<string, string> {
  const trimmed = name.trim();
  return {
    ...(trimmed !== "" && { name: trimmed }),
    ...(turnLimitMs !== undefined && { pace: `${turnLimitMs}/${timeBankMs ?? 0}` }),
  };
}

/** Reads them; whatever else stands there is left out. */
export function wordsIn(properties: { readonly [key: string]: string } = {}): Words {
  const [, turn, bank] = /^(\d{1,10})\/(\d{1,10})$/.exec(properties["pace"] ?? "") ?? [];
  return {
    name: properties["name"] ?? "",
    options: turn === undefined ? {} : { turnLimitMs: Number(turn), timeBankMs: Number(bank) },
  };
}
