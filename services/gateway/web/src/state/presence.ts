import type { Client } from "../client/index.js";

/** How often a seat says that it is there, in milliseconds: one that is silent for 45 s counts as away. */
const everyMs = 20_000;

/** A timer of a page that nobody sees may come late; what is nearly due is done when the connection wakes the page. */
const nearly = 0.9;

/** Says for one seat that its page is still there, until it is stopped. */
export class Presence {
  readonly #say: (signal: AbortSignal) => Promise<unknown>;
  readonly #now: () => number;
  readonly #stop = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  #last = -Infinity;
  #saying = false;

  constructor(client: Pick<Client, "stayHere">, tableId: string, token: string, now: () => number = () => performance.now()) {
    this.#say = (signal) => client.stayHere({ tableId }, { token, signal });
    this.#now = now;
    this.#timer = setInterval(() => this.beat(), everyMs);
  }

  /** Says so if it is time to. */
  beat(): void {
    if (this.#saying || this.#stop.signal.aborted || this.#now() - this.#last < everyMs * nearly) {
      return;
    }
    this.#saying = true;
    this.#last = this.#now();
    this.#say(this.#stop.signal)
      .catch(() => {}) // the stream tells what became of the seat
      .finally(() => { this.#saying = false; });
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#stop.abort();
  }
}
