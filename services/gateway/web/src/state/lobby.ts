import { type ReadonlySignal, type Signal, computed, signal } from "@preact/signals";
import type { Client, TableSummaryJson } from "../client/index.js";
import type { Refusal } from "../i18n/index.js";
import { refusalOf } from "./attempts.js";

/** Which tables are wanted; "" for any. */
export type Filter = {
  readonly preset: string;
  readonly phase: string;
  readonly onlyFree: boolean;
};

const everyMs = 3_000;
const firstPage = 60;
const mostTables = 200;

/** The list of tables, asked for anew every few seconds while somebody looks. */
export class Lobby {
  readonly filter: Signal<Filter> = signal({ preset: "", phase: "", onlyFree: false });
  /** undefined: not loaded yet. */
  readonly tables: Signal<readonly TableSummaryJson[] | undefined> = signal(undefined);
  readonly failure: Signal<Refusal | undefined> = signal(undefined);
  readonly shown: ReadonlySignal<readonly TableSummaryJson[]> = computed(
    () => (this.tables.value ?? []).filter((t) => !this.filter.value.onlyFree || isFree(t)),
  );
  /** Whether there are more than were asked for. */
  readonly more: Signal<boolean> = signal(false);
  readonly #client: Pick<Client, "listTables">;
  #size = firstPage;
  #round: AbortController | undefined;

  constructor(client: Pick<Client, "listTables">) {
    this.#client = client;
  }

  /** Asks at once and then again and again, until stop(). */
  start(): void {
    this.stop();
    this.#round = new AbortController();
    void this.#ask(this.#round.signal);
  }

  stop(): void {
    this.#round?.abort();
    this.#round = undefined;
  }

  choose(change: Partial<Filter>): void {
    this.filter.value = { ...this.filter.peek(), ...change };
    this.start();
  }

  showMore(): void {
    this.#size = mostTables;
    this.start();
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { preset, phase } = this.filter.peek();
    try {
      const { tables = [], nextPageToken } = await this.#client.listTables({ preset, phase, pageSize: this.#size }, { signal });
      this.tables.value = tables;
      this.more.value = Boolean(nextPageToken) && this.#size < mostTables;
      this.failure.value = undefined;
    } catch (error) {
      if (!signal.aborted) {
        this.failure.value = refusalOf(error);
      }
    }
    if (!signal.aborted) {
      const timer = setTimeout(() => void this.#ask(signal), everyMs);
      signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
    }
  }
}

/** Whether somebody can sit down: before a match. */
export function isFree(table: TableSummaryJson): boolean {
  return table.phase === "open" && (table.freeSeats ?? 0) > 0;
}
