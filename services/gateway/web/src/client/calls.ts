import type { MessageJsonType } from "@bufbuild/protobuf";
import type { TableService } from "../gen/tranca/api/v1/table_service_pb.js";

type Methods = (typeof TableService)["method"];

/** Every call of the service. */
export type Call = keyof Methods;

/** What a call takes. A command's id is made where it is left out. */
export type Request<C extends Call> = MessageJsonType<Methods[C]["input"]>;

/** What a call answers. In JSON, 0, false and "" may be left out. */
export type Answer<C extends Call> = MessageJsonType<Methods[C]["output"]>;

/** A command carries an id, a query changes nothing, and a word is said once or not at all. */
export const kinds = {
  openTable: "command", sit: "command", moveSeat: "command",
  addBot: "command", removeBot: "command",
  ready: "command", unready: "command", leave: "command",
  changeSettings: "command", closeTable: "command", reveal: "command",
  play: "command", draw: "command", pass: "command",
  askRematch: "command", reissueToken: "command",
  listPresets: "query", getRules: "query",
  listTables: "query", getTable: "query", getSeat: "query",
  getRecord: "query", listStandings: "query", stayHere: "query", emote: "word",
} as const satisfies Record<Call, "command" | "query" | "word">;

/** The path of a call below the server's address. */
export function pathOf(call: Call): string {
  return `/tranca.api.v1.TableService/${call[0]?.toUpperCase()}${call.slice(1)}`;
}
