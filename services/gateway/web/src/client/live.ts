import { Line } from "./line.js";
import { type Rejection, rejectionOf } from "./rejection.js";
import { SseParser } from "./sse.js";
import { type EndReason, Teller, type Told } from "./told.js";
import { type World, backOff, never, retryAfter } from "./world.js";

/** What a stream tells: of these tables, and of the list of tables. */
export type Topics = {
  readonly tables?: readonly string[];
  readonly lobby?: boolean;
};

/** Whether the stream is being opened, is told, or waits before it is opened again. */
export type Connection = "connecting" | "live" | "waiting";

/** How a stream is read. */
export type LiveOptions = {
  /** Token of a seat: its hand is told too. Its table must be one of the topics. */
  token?: string | undefined;
  /** Seats whose words are not to be told, or that of nobody. */
  mute?: readonly number[] | "all" | undefined;
  /** Ends the stream quietly. */
  signal?: AbortSignal | undefined;
  /** Goes on behind the event with this id. */
  since?: string;
  /** Told the id behind which the stream would go on now. */
  onCursor?: (id: string) => void;
  /** Told whenever the connection changes; where it waits because it was refused, with the refusal. */
  onConnection?: (connection: Connection, why?: Rejection) => void;
  /** Told whenever something came, heartbeats too: the other side is there. */
  onHeard?: () => void;
  /** A connection that is silent for so many milliseconds is given up. */
  quietMs?: number;
};

/** Longest pause before a stream is opened again, in milliseconds. */
const longestPause = 30_000;

/** Heartbeats come every 15 s: two were lost. */
const quiet = 40_000;

/** A pass over one connection: how it ended. */
type Pass = { over: boolean; heard: boolean; wait: number; why?: Rejection };

/**
 * Tells its topics as they go on. A connection that breaks is opened again where
 * it was, and each version of a table is told once and in order; a table that
 * ended is not asked for again. It ends when all tables have ended and the list
 * was not asked for, when the signal is aborted or the caller breaks off; it
 * rejects with a Rejection where coming back is of no use.
 */
export async function* follow(world: World, server: string, topics: Topics, options: LiveOptions = {}): AsyncGenerator<Told, void> {
  yield* told(new Stream(world, (asked) => `${server}/v1/stream?${[...query(asked), ...muted(options)].join("&")}`, topics, options), world, options);
}

/** Tells one table. */
export async function* live(world: World, server: string, tableId: string, options: LiveOptions = {}): AsyncGenerator<Told, void> {
  const url = [`${server}/v1/tables/${encodeURIComponent(tableId)}/live`, muted(options).join("&")].filter((part) => part !== "").join("?");
  yield* told(new Stream(world, () => url, { tables: [tableId] }, options), world, options);
}

function query({ tables = [], lobby = false }: Topics): string[] {
  return [...tables.map((id) => `table=${encodeURIComponent(id)}`), ...(lobby ? ["lobby=1"] : [])];
}

function muted({ mute = [] }: LiveOptions): string[] {
  return mute === "all" ? ["emotes=off"] : mute.map((seat) => `mute=${seat}`);
}

async function* told(stream: Stream, world: World, options: LiveOptions): AsyncGenerator<Told, void> {
  const signal = options.signal ?? never();
  try {
    for (let failures = 0; !signal.aborted;) {
      const pass = yield* stream.pass(signal);
      if (pass.over) {
        return;
      }
      failures = pass.heard ? 0 : failures + 1;
      options.onConnection?.("waiting", pass.why);
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
  readonly #url: (topics: Topics) => string;
  readonly #options: LiveOptions;
  readonly #lobby: boolean;
  readonly #tables: Set<string>; // that have not ended
  readonly #teller = new Teller();
  #cursor: string; // of the last event that was told and had one
  #retry = 1_000; // milliseconds

  constructor(world: World, url: (topics: Topics) => string, { tables = [], lobby = false }: Topics, options: LiveOptions) {
    this.#world = world;
    this.#url = url;
    this.#options = options;
    this.#lobby = lobby;
    this.#tables = new Set(tables);
    this.#cursor = options.since ?? "";
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
    const url = this.#url({ tables: [...this.#tables], lobby: this.#lobby });
    const answer = await this.#world.fetch(url, { headers: this.#headers(), signal: line.signal });
    if (answer.status === 204) {
      pass.over = true;
      yield* this.#endAll("closed");
    } else if (answer.ok && answer.body) {
      this.#options.onConnection?.("live");
      return answer.body;
    } else {
      yield* this.#refused(await rejectionOf(answer), answer, pass);
    }
    return undefined;
  }

  /** What is passing is waited for; a seat that has another holder ends what is told of one table. */
  async *#refused(rejection: Rejection, answer: Response, pass: Pass): AsyncGenerator<Told, void> {
    if (rejection.reason === "token_revoked" && this.#tables.size === 1 && !this.#lobby) {
      pass.over = true;
      yield* this.#endAll("token_revoked");
    } else if (!rejection.open && answer.status < 500) {
      throw new Refused(rejection);
    }
    pass.why = rejection;
    pass.wait = retryAfter(answer);
  }

  *#endAll(reason: EndReason): Generator<Told, void> {
    for (const tableId of this.#tables) {
      yield { kind: "end", tableId, reason };
    }
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
      this.#options.onHeard?.();
      for (const event of parser.feed(got.value)) {
        const one = this.#teller.tell(event);
        pass.over = one?.kind === "end" && this.#isLast(one.tableId);
        if (one) {
          line.rest();
          yield one;
          line.heard();
        }
        this.#goTo(event.id); // only now: who broke off before has not heard it
        if (pass.over) {
          return;
        }
      }
      this.#retry = parser.retry ?? this.#retry;
    }
  }

  #isLast(ended: string): boolean {
    this.#tables.delete(ended);
    return this.#tables.size === 0 && !this.#lobby;
  }

  #goTo(cursor: string): void {
    if (cursor !== this.#cursor) {
      this.#cursor = cursor;
      this.#options.onCursor?.(cursor);
    }
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
