import type { PublicEventJson } from "../gen/tranca/api/v1/live_pb.js";
import type { Speaker } from "./speak.js";
import { tileName, theTile } from "./tiles.js";

/** Who is who at a table. */
export type People = {
  /** Name of whoever sits there. */
  nameOf(seat: number): string;
  /** Seat of the reader; absent: none. */
  you?: number | undefined;
};

/** Says what happened; nothing for an event that is new to us. */
export function eventText(speaker: Speaker, event: PublicEventJson, people: People): string | undefined {
  const type = event.type ?? "";
  if (type === "round_ended") {
    return endText(speaker, event, people);
  }
  const places = placesOf(speaker, event, people);
  const own = people.you !== undefined && subject(event) === people.you;
  const text = (own ? speaker.find("mine", type, places) : undefined) ?? speaker.find("events", type, places);
  const said = event.by && event.reason ? `(${event.reason})` : undefined; // by a referee or an operator
  const cause = said ?? speaker.find("causes", event.reason ?? "");
  return text !== undefined && cause !== undefined ? `${text} ${cause}` : text;
}

/** Whom an event is about; the next round is about its opener. */
function subject(event: PublicEventJson): number | undefined {
  return event.type === "round_dealt" ? event.next : event.seat;
}

function placesOf(speaker: Speaker, event: PublicEventJson, people: People): Record<string, string | number> {
  const seat = subject(event);
  const places: Record<string, string | number> = {};
  if (seat !== undefined) {
    places["who"] = event.player || people.nameOf(seat);
    places["n"] = seat + 1;
  }
  if (event.tile) {
    places["tile"] = tileName(speaker, event.tile);
    places["theTile"] = theTile(speaker, event.tile);
    places["value"] = Number(event.tile.split("-")[0]);
  }
  return places;
}

function endText(speaker: Speaker, event: PublicEventJson, people: People): string {
  const { end, closer, forfeits } = event.result ?? {};
  const who = (seat: number | undefined) => (seat === undefined ? speaker.t("seats.nobody") : people.nameOf(seat));
  switch (end) {
    case "domino": return `${speaker.t("rounds.domino")} ${speaker.t("rounds.dominoBy", { who: who(closer) })}.`;
    case "blocked": return `${speaker.t("rounds.blockedBy", { who: who(closer) })}.`;
    case "forfeit": return `${speaker.t("rounds.forfeitBy", { who: who(forfeits) })}.`;
    case "void": return `${speaker.t("rounds.void")}. ${speaker.t("rounds.voidRound")}`;
    default: return speaker.t("events.round_ended");
  }
}
