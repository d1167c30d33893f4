import { type Signal, signal } from "@preact/signals";
import { SseParser } from "../client/sse.js";

/** What the gateway tells once a second under /v1/pipeline; proto/README.md says what each means. */
export type Figures = {
  readonly at: string;
  readonly version: string;
  readonly commands: readonly Commands[];
  readonly eventsPerSecond: number;
  readonly live: { readonly streams: number; readonly updatesPerSecond: number; readonly gaps: number; readonly slowStreams: number };
  readonly nats: { readonly connected: boolean; readonly roundTripMs?: number };
  readonly services: readonly { readonly name: string; readonly replicas: number }[];
  readonly projections: readonly { readonly name: string; readonly lag: number; readonly stopped: number }[];
  readonly tables?: { readonly byPhase: { readonly [phase: string]: number }; readonly more: boolean };
};

/** Commands of a service with one outcome. */
export type Commands = {
  readonly service: string;
  readonly outcome: string;
  readonly perSecond: number;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
};

/** So many seconds are kept. */
export const kept = 120;

/** How soon it is asked again after the stream broke, in milliseconds. */
const pauseMs = 2_000;

/** The figures of the last two minutes, as long as somebody looks. */
export class Pipeline {
  /** The newest last. */
  readonly past: Signal<readonly Figures[]> = signal([]);
  /** off: this service does not tell. */
  readonly line: Signal<"connecting" | "live" | "broken" | "off"> = signal("connecting");
  readonly #fetch: typeof fetch;
  #asking: AbortController | undefined;

  constructor(from: typeof fetch = (...how) => fetch(...how)) {
    this.#fetch = from;
  }

  start(): void {
    this.stop();
    this.#asking = new AbortController();
    void this.#follow(this.#asking.signal);
  }

  stop(): void {
    this.#asking?.abort();
  }

  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.line.peek() !== "off") {
      await this.#read(signal).catch(() => {}); // that it broke is told below, why it broke nobody can tell
      if (!signal.aborted && this.line.peek() !== "off") {
        this.line.value = "broken";
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const answer = await this.#fetch("/v1/pipeline", { headers: { Accept: "text/event-stream" }, cache: "no-store", signal });
    if (answer.status === 404) {
      this.line.value = "off";
    }
    if (!answer.ok || !answer.body) {
      return;
    }
    const parser = new SseParser();
    const reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      for (const event of parser.feed(part.value).filter((e) => e.name === "pipeline")) {
        this.line.value = "live";
        this.past.value = [...this.past.peek(), JSON.parse(event.data) as Figures].slice(-kept);
      }
    }
  }
}
