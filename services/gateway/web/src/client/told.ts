import type { LiveEmoteJson, LiveUpdateJson, LobbyUpdateJson } from "../gen/tranca/api/v1/live_pb.js";
import type { SeatJson, TableJson } from "../gen/tranca/api/v1/table_pb.js";
import type { SseEvent } from "./sse.js";

/** Why a table is told no more. */
export type EndReason = "closed" | "token_revoked" | "taken_over" | "unknown_table";

/** What a live stream tells. */
export type Told =
  /** Where the table stands: first, and when the stream could not go on where it was. */
  | { kind: "table"; table: TableJson }
  /** What a commit did, and the table after it. */
  | { kind: "update"; update: LiveUpdateJson }
  /** Hand and legal moves, when the hand changed or the turn came. */
  | { kind: "seat"; seat: SeatJson }
  /** A word that somebody says to everybody who is there just then. */
  | { kind: "emote"; emote: LiveEmoteJson }
  /** The list of tables, or what changed in it. */
  | { kind: "lobby"; lobby: LobbyUpdateJson }
  /** The last of a table. */
  | { kind: "end"; tableId: string; reason: EndReason };

/** Reads events; each version of a table is told once. */
export class Teller {
  readonly #versions = new Map<string, number>();

  /** What an event says; nothing where its version was told before, or its name is new to us. */
  tell({ name, data }: SseEvent): Told | undefined {
    switch (name) {
      case "table": {
        const table = JSON.parse(data) as TableJson;
        return this.#isNews(table) ? { kind: "table", table } : undefined;
      }
      case "update": {
        const update = JSON.parse(data) as LiveUpdateJson;
        return this.#isNews(update) ? { kind: "update", update } : undefined;
      }
      case "seat":
        return { kind: "seat", seat: JSON.parse(data) as SeatJson };
      case "emote":
        return { kind: "emote", emote: JSON.parse(data) as LiveEmoteJson };
      case "lobby":
        return { kind: "lobby", lobby: JSON.parse(data) as LobbyUpdateJson };
      case "end": {
        const { table = "", reason } = JSON.parse(data) as { table?: string; reason: EndReason };
        return { kind: "end", tableId: table, reason };
      }
      default:
        return undefined;
    }
  }

  #isNews({ tableId = "", version = 0 }: { tableId?: string; version?: number }): boolean {
    if (version <= (this.#versions.get(tableId) ?? -1)) {
      return false;
    }
    this.#versions.set(tableId, version);
    return true;
  }
}
