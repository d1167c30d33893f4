import { type Signal, signal } from "@preact/signals";
import type { Refusal } from "../i18n/index.js";

/** Shorter pauses are nobody's concern, in milliseconds. */
const shortest = 1_000;

/** Why calls of the page wait before they are sent again: told while they do. */
export class Waits {
  readonly why: Signal<Refusal | undefined> = signal(undefined);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** A call waits so many milliseconds. */
  wait(why: Refusal, ms: number): void {
    if (ms < shortest) {
      return;
    }
    this.why.value = why;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { this.why.value = undefined; }, ms + shortest);
  }
}
