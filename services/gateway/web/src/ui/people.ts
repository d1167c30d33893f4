import type { TableSeatJson } from "../client/index.js";
import type { People, Speaker } from "../i18n/index.js";

const policies = { random: "seats.botRandom", greedy: "seats.botGreedy", heuristic: "seats.botHeuristic" } as const;

/** How whoever holds a seat is called: bots by how they play, and by a number where there are several such. */
export function nameOf(speaker: Speaker, seats: readonly TableSeatJson[], seat: TableSeatJson): string {
  if (seat.kind !== "bot") {
    return seat.player || speaker.t("seats.free");
  }
  const name = policies[seat.policy as keyof typeof policies];
  const alike = seats.filter((s) => s.kind === "bot" && s.policy === seat.policy);
  const number = alike.length > 1 ? ` ${alike.indexOf(seat) + 1}` : "";
  return name ? speaker.t(name) + number : seat.player ?? speaker.t("seats.bot");
}

/** Who is who at a table, for sentences. */
export function peopleOf(speaker: Speaker, seats: readonly TableSeatJson[], you: number | undefined): People {
  return {
    you,
    nameOf(n) {
      const seat = seats.find((s) => s.seat === n);
      return seat && seat.kind !== "empty" ? nameOf(speaker, seats, seat) : speaker.t("seats.seat", { n: n + 1 });
    },
  };
}
