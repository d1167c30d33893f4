import type { LiveUpdateJson } from "../gen/tranca/api/v1/live_pb.js";
import type { SeatJson, TableJson } from "../gen/tranca/api/v1/table_pb.js";
import { Line } from "./line.js";
import { type Rejection, rejectionOf } from "./rejection.js";
import { type SseEvent, SseParser } from "./sse.js";
import { type World, backOff, never, retryAfter } from "./world.js";

/** What a live stream tells. */
export type Told =
  /** Where the table stands: first, and when the stream could not go on where it was. */
  | { kind: "table"; table: TableJson }
  /** What a commit did, and the table after it. */
  | { kind: "update"; update: LiveUpdateJson }
  /** Hand and legal moves, when the hand changed or the turn came. */
  | { kind: "seat"; seat: SeatJson }
  /** The last of all. */
  | { kind: "end"; reason: "closed" | "token_revoked" | "taken_over" };

/** Whether the stream is being opened, is told, or waits before it is opened again. */
export type Connection = "connecting" | "live" | "waiting";

/** How a stream is read. */
export type LiveOptions = {
  /** Token of a seat: its hand is told too. */
  token?: string | undefined;
  /** Ends the stream quietly. */
  signal?: AbortSignal | undefined;
  /** Told whenever the connection changes. */
  onConnection?: (connection: Connection) => void;
  /** A connection that is silent for so many milliseconds is given up. */
  quietMs?: number;
};

/** Longest pause before a stream is opened again, in milliseconds. */
const longestPause = 30_000;

/** Heartbeats come every 15 s: two were lost. */
const quiet = 40_000;

/** A pass over one connection: how it ended. */
type Pass = { over: boolean; heard: boolean; wait: number };

/**
 * Tells a table as it goes on. A connection that breaks is opened again where
 * it was, and each version is told once and in order. It ends after "end", when
 * the signal is aborted or the caller breaks off; it rejects with a Rejection
 * where coming back is of no use, as for a table that is not there.
 */
export async function* live(
  world: World, server: string, tableId: string, options: LiveOptions = {},
): AsyncGenerator<Told, void> {
  const stream = new Stream(world, `${server}/v1/tables/${encodeURIComponent(tableId)}/live`, options);
  const signal = options.signal ?? never();
  try {
    for (let failures = 0; !signal.aborted;) {
      const pass = yield* stream.pass(signal);
      if (pass.over) {
        return;
      }
      failures = pass.heard ? 0 : failures + 1;
      options.onConnection?.("waiting");
      await world.sleep(Math.max(pass.wait, stream.pause(failures)), signal);
    }
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  }
}

class Stream {
  readonly #world: World;
  readonly #url: string;
  readonly #options: LiveOptions;
  #cursor = ""; // of the last event that was told and had one
  #told = -1; // version
  #retry = 1_000; // milliseconds

  constructor(world: World, url: string, options: LiveOptions) {
    this.#world = world;
    this.#url = url;
    this.#options = options;
  }

  /** Milliseconds before the next connection, after so many without a word. */
  pause(failures: number): number {
    return backOff(failures, this.#retry, longestPause, this.#world.random);
  }

  /** Tells what one connection brings. */
  async *pass(outer: AbortSignal): AsyncGenerator<Told, Pass> {
    const line = new Line(outer, this.#options.quietMs ?? quiet);
    const pass: Pass = { over: false, heard: false, wait: 0 };
    try {
      const bytes = yield* this.#open(line, pass);
      if (bytes) {
        yield* this.#read(line, bytes, pass);
      }
    } catch (error) {
      if (error instanceof Refused) {
        throw error.rejection;
      }
      outer.throwIfAborted(); // all else is a connection that broke
    } finally {
      line.hangUp();
    }
    return pass;
  }

  async *#open(line: Line, pass: Pass): AsyncGenerator<Told, ReadableStream<Uint8Array> | undefined> {
    this.#options.onConnection?.("connecting");
    const answer = await this.#world.fetch(this.#url, { headers: this.#headers(), signal: line.signal });
    if (answer.status === 204) {
      pass.over = true;
      yield { kind: "end", reason: "closed" };
    } else if (answer.ok && answer.body) {
      this.#options.onConnection?.("live");
      return answer.body;
    } else {
      const rejection = await rejectionOf(answer);
      if (rejection.reason === "token_revoked") {
        pass.over = true;
        yield { kind: "end", reason: "token_revoked" };
      } else if (!rejection.open && answer.status < 500) {
        throw new Refused(rejection);
      }
      pass.wait = retryAfter(answer);
    }
    return undefined;
  }

  #headers(): Record<string, string> {
    const { token } = this.#options;
    return {
      Accept: "text/event-stream",
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(this.#cursor !== "" && { "Last-Event-ID": this.#cursor }),
    };
  }

  async *#read(line: Line, body: ReadableStream<Uint8Array>, pass: Pass): AsyncGenerator<Told, void> {
    const parser = new SseParser(this.#cursor);
    const reader = body.getReader();
    for (let got = await reader.read(); !got.done && !pass.over; got = await reader.read()) {
      line.heard();
      pass.heard = true;
      for (const event of parser.feed(got.value)) {
        const told = this.#tell(event);
        pass.over = told?.kind === "end";
        this.#cursor = event.id;
        if (told) {
          line.rest();
          yield told;
          line.heard();
        }
        if (pass.over) {
          return;
        }
      }
      this.#retry = parser.retry ?? this.#retry;
    }
  }

  /** What an event says; nothing where its version was told before, or its name is new to us. */
  #tell(event: SseEvent): Told | undefined {
    switch (event.name) {
      case "table": {
        const table = JSON.parse(event.data) as TableJson;
        return this.#isNews(table.version) ? { kind: "table", table } : undefined;
      }
      case "update": {
        const update = JSON.parse(event.data) as LiveUpdateJson;
        return this.#isNews(update.version) ? { kind: "update", update } : undefined;
      }
      case "seat":
        return { kind: "seat", seat: JSON.parse(event.data) as SeatJson };
      case "end":
        return { kind: "end", ...(JSON.parse(event.data) as { reason: "closed" | "token_revoked" | "taken_over" }) };
      default:
        return undefined;
    }
  }

  #isNews(version = 0): boolean {
    if (version <= this.#told) {
      return false;
    }
    this.#told = version;
    return true;
  }
}

/** Carries a final refusal past what is only a broken connection. */
class Refused extends Error {
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    super(rejection.message);
    this.rejection = rejection;
  }
}
