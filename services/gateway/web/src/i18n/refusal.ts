import type { Speaker } from "./speak.js";
import { theTile } from "./tiles.js";

/** What is told of a refusal: a Rejection of the client is one. */
export type Refusal = {
  readonly reason: string;
  readonly params?: Readonly<Record<string, string>>;
  /** Moves that would have been legal, such as "6-4 L". */
  readonly legal?: readonly string[];
};

/** Says why something was refused, as exactly as the service told it. */
export function refusalText(speaker: Speaker, refusal: Refusal): string {
  const exact = speaker.find("details", refusal.reason, shown(speaker, refusal));
  if (exact !== undefined && !exact.includes("{")) {
    return exact;
  }
  return speaker.find("refusals", refusal.reason) ?? speaker.t("refusals.unknown");
}

/** Details as people read them: seats count from 1, words of the service are translated. */
function shown(speaker: Speaker, { params = {}, legal = [] }: Refusal): Record<string, string> {
  const places: Record<string, string> = { ...params, ...setting(speaker, params) };
  if (params["seat"] !== undefined) {
    places["seat"] = speaker.number(Number(params["seat"]) + 1);
  }
  if (params["phase"] !== undefined) {
    places["phase"] = speaker.word("phases", params["phase"]);
  }
  const tiles = new Set(legal.map((move) => move.split(" ")[0] ?? ""));
  if (tiles.size > 0) {
    places["legal"] = speaker.list(Array.from(tiles, (tile) => theTile(speaker, tile)));
  }
  return places;
}

/** A setting of a table and what it was to be; the service calls "turn_limit" what a call has as turnLimitMs. */
function setting(speaker: Speaker, { setting: name, got = "" }: Readonly<Record<string, string>>): Record<string, string> {
  if (name === undefined) {
    return {};
  }
  const field = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const length = speaker.find("options", `${field}Ms`);
  return length === undefined
    ? { setting: speaker.word("options", field), got }
    : { setting: length, got: speaker.duration(Number(got)) };
}
