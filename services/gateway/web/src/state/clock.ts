/**
 * The server's clock, as far as it can be told from the moments in what it
 * sends: each was at most now there, so the least difference seen comes nearest.
 */
export class ServerClock {
  #ahead: number | undefined; // of this browser's clock, in milliseconds
  readonly #now: () => number;

  /** Now gives milliseconds since 1970 by this browser's clock. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Learns from a moment that has just been told. */
  justNow(moment: string | undefined): void {
    this.#learn(moment, Infinity);
  }

  /** Learns from a moment that may be long ago: only that it is not to come. */
  past(moment: string | undefined): void {
    this.#learn(moment, 0);
  }

  /** Milliseconds since 1970 by the server's clock. */
  now(): number {
    return this.#now() - (this.#ahead ?? 0);
  }

  /** Milliseconds until a moment; below 0 when it is over, undefined where there is none. */
  until(moment: string | undefined): number | undefined {
    return moment === undefined ? undefined : Date.parse(moment) - this.now();
  }

  #learn(moment: string | undefined, least: number): void {
    const ahead = this.#now() - Date.parse(moment ?? "");
    if (ahead < (this.#ahead ?? least)) {
      this.#ahead = ahead;
    }
  }
}
