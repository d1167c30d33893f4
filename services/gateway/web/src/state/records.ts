import { type Signal, signal } from "@preact/signals";
import type { Client, TableJson } from "../client/index.js";
import { type GameRecord, parseRecord } from "../game/record.js";

/** Records come a moment after their round: they are asked for so often, after pauses of so many milliseconds. */
const pauses = [0, 400, 1_000, 2_500, 5_000];

/** The records of the match that runs or ran last at a table. */
export class Records {
  readonly all: Signal<readonly GameRecord[]> = signal([]);
  readonly #client: Pick<Client, "getRecord">;
  #wanted = "";
  #asking: AbortController | undefined;

  constructor(client: Pick<Client, "getRecord">) {
    this.#client = client;
  }

  /** Asks for those that are missing by now. */
  async update({ tableId = "", match, round }: TableJson): Promise<void> {
    const rounds = round?.result ? (match?.round ?? 0) : Math.max(0, (match?.round ?? 0) - 1);
    const wanted = `${match?.matchId}/${rounds}`;
    if (wanted === this.#wanted) {
      return;
    }
    this.#wanted = wanted;
    this.#asking?.abort();
    if (rounds === 0) {
      this.all.value = [];
      return;
    }
    this.#asking = new AbortController();
    await this.#ask(tableId, match?.n ?? 0, rounds, this.#asking.signal);
  }

  stop(): void {
    this.#asking?.abort();
  }

  async #ask(tableId: string, match: number, rounds: number, signal: AbortSignal): Promise<void> {
    for (const pause of pauses) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (signal.aborted) {
        return;
      }
      try {
        const { records = [] } = await this.#client.getRecord({ tableId, match }, { signal });
        this.all.value = records.map(parseRecord);
        if (records.length >= rounds) {
          return;
        }
      } catch {
        // the table itself goes on; the sheet stays as it is until the next try
      }
    }
  }
}
