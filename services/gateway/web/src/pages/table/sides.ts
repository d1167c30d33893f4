import type { TableSeatJson } from "../../client/index.js";
import type { Speaker } from "../../i18n/index.js";
import { nameOf } from "../../ui/people.js";

/** Who plays for a side: "Ana and Thoughtful bot 2"; the holder of `own` comes first, as "You". */
export function sideName(speaker: Speaker, seats: readonly TableSeatJson[], side: number, own?: number): string {
  const members = seats.filter((s) => s.side === side).sort((a, b) => Number(b.seat === own) - Number(a.seat === own));
  return speaker.list(members.map((s) => (s.seat === own ? speaker.t("seats.you") : nameOf(speaker, seats, s))));
}

/** All sides of a table, from 0. */
export function sidesOf(seats: readonly TableSeatJson[]): readonly number[] {
  return [...new Set(seats.flatMap((s) => s.side ?? []))].sort((a, b) => a - b);
}
