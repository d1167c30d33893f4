import { type ReadonlySignal, type Signal, computed, signal } from "@preact/signals";
import type { Client, LobbyUpdateJson, TableSummaryJson } from "../client/index.js";
import type { Refusal } from "../i18n/index.js";
import { refusalOf } from "./attempts.js";
import type { Source, Stop } from "./stream.js";

/** Which tables are wanted; "" for any. */
export type Filter = {
  /** A game, or a family of games, such as "latin". */
  readonly game: string;
  /** Number of seats. */
  readonly seats: string;
  readonly phase: string;
  readonly onlyFree: boolean;
};

type Tables = readonly TableSummaryJson[];

const everything: Filter = { game: "", seats: "", phase: "", onlyFree: false };

/** The list of tables as it is told, while somebody looks. */
export class Lobby {
  readonly filter: Signal<Filter> = signal(everything);
  /** The tables that changed last, in the order in which they came; undefined: not told yet. */
  readonly tables: Signal<Tables | undefined> = signal(undefined);
  /** Others that were asked for; they are as they were then. */
  readonly older: Signal<Tables> = signal([]);
  /** Why the list cannot be told just now; what is shown may be long over. */
  readonly failure: Signal<Refusal | undefined> = signal(undefined);
  readonly shown: ReadonlySignal<Tables> = computed(() => this.#all().filter((t) => isWanted(t, this.filter.value)));
  readonly isFiltered: ReadonlySignal<boolean> = computed(() => Object.values(this.filter.value).some(Boolean));
  /** Whether there are tables that can be asked for. */
  readonly more: Signal<boolean> = signal(false);
  readonly #source: Source;
  readonly #client: Pick<Client, "listTables">;
  #stop: Stop | undefined;
  #page = "";

  constructor(source: Source, client: Pick<Client, "listTables">) {
    this.#source = source;
    this.#client = client;
  }

  /** Follows the list until stop(). */
  start(): void {
    this.#stop ??= this.#source.lobby({
      told: (told) => { if (told.kind === "lobby") { this.#take(told.lobby); } },
      line: (line, why) => {
        if (line !== "connecting") {
          this.failure.value = line === "live" ? undefined : why ?? { reason: "unreachable" };
        }
      },
      refused: (error) => { this.failure.value = refusalOf(error); },
    });
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  choose(change: Partial<Filter>): void {
    this.filter.value = { ...this.filter.peek(), ...change };
  }

  /** Asks for more than the list has room for; rejects as the client does. */
  async showMore(): Promise<void> {
    const { tables = [], nextPageToken = "" } = await this.#client.listTables({ pageSize: 200, pageToken: this.#page });
    const asked = new Set(tables.map((t) => t.tableId));
    this.older.value = [...this.older.peek().filter((t) => !asked.has(t.tableId)), ...tables];
    this.#page = nextPageToken;
    this.more.value = nextPageToken !== "";
  }

  #take(update: LobbyUpdateJson): void {
    this.tables.value = after(this.tables.peek() ?? [], update);
    this.failure.value = undefined;
    if (update.whole) {
      this.older.value = [];
      this.#page = "";
      this.more.value = update.more ?? false;
    }
  }

  #all(): Tables {
    const told = this.tables.value ?? [];
    const known = new Set(told.map((t) => t.tableId));
    return [...told, ...this.older.value.filter((t) => !known.has(t.tableId))];
  }
}

/** The list after an update: tables keep their places, as nobody finds what moves all the time; new ones are above. */
export function after(before: Tables, { whole = false, tables = [], gone = [] }: LobbyUpdateJson): Tables {
  if (whole) {
    return tables;
  }
  const changed = new Map(tables.map((t) => [t.tableId, t]));
  const away = new Set(gone);
  const kept = before.filter((t) => !away.has(t.tableId ?? ""));
  const known = new Set(kept.map((t) => t.tableId));
  return [...tables.filter((t) => !known.has(t.tableId)), ...kept.map((t) => changed.get(t.tableId) ?? t)];
}

/** Whether a filter lets a table through. */
export function isWanted(table: TableSummaryJson, { game, seats, phase, onlyFree }: Filter): boolean {
  const { preset = "" } = table;
  return (game === "" || preset === game || familyOf(preset) === game)
    && (seats === "" || String(table.seats?.length ?? 0) === seats)
    && (phase === "" || table.phase === phase)
    && (!onlyFree || isFree(table));
}

/** The family that a game belongs to: "latin" of "latin.pairs". */
export function familyOf(preset: string): string {
  return preset.split(".")[0] ?? "";
}

/** Whether somebody can sit down: before a match. */
export function isFree(table: TableSummaryJson): boolean {
  return table.phase === "open" && (table.freeSeats ?? 0) > 0;
}
