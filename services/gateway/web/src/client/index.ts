/**
 * A client of the table service for browsers and Node, without the DOM: calls,
 * typed refusals, retries with the same command id, and live streams that
 * resume by themselves. The README beside package.json shows how to use it.
 */
export type { LiveEmoteJson, LiveUpdateJson, LobbyUpdateJson, PublicEventJson } from "../gen/tranca/api/v1/live_pb.js";
export type { KnobJson, PresetJson } from "../gen/tranca/api/v1/rules_pb.js";
export type {
  MovesJson, OptionsJson, PlacementJson, RoundJson, RoundResultJson, SeatJson, TableJson, TableSeatJson, TableSummaryJson,
} from "../gen/tranca/api/v1/table_pb.js";
export type { Patience } from "./ask.js";
export type { Answer, Call, Request } from "./calls.js";
export { connect, playerKey } from "./client.js";
export type { Calls, Client, Options, Way } from "./client.js";
export type { Connection, LiveOptions, Topics } from "./live.js";
export { Rejection, Unreachable } from "./rejection.js";
export type { Code } from "./rejection.js";
export { SseParser } from "./sse.js";
export type { SseEvent } from "./sse.js";
export type { EndReason, Told } from "./told.js";
export type { World } from "./world.js";
