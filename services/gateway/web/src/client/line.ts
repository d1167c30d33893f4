/** One connection's signal: aborted with the outer one, or after a silence. */
export class Line {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #quietMs: number;
  readonly #follow = () => this.#controller.abort(this.#outer.reason);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(outer: AbortSignal, quietMs: number) {
    this.#outer = outer;
    this.#quietMs = quietMs;
    outer.throwIfAborted();
    outer.addEventListener("abort", this.#follow, { once: true });
    this.heard();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something came: the silence begins anew. */
  heard(): void {
    this.rest();
    this.#timer = setTimeout(() => this.#controller.abort(new Error("nothing was heard")), this.#quietMs);
  }

  /** The reader is busy: it is not the other side that is silent. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  hangUp(): void {
    this.rest();
    this.#outer.removeEventListener("abort", this.#follow);
    this.#controller.abort();
  }
}
