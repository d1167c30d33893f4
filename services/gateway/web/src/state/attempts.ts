import { type Signal, signal } from "@preact/signals";
import { Rejection, Unreachable } from "../client/index.js";
import type { Refusal } from "../i18n/index.js";

/** A refusal, and near what it is shown. */
export type Refused<Place extends string> = { readonly place: Place; readonly refusal: Refusal };

/** What a person tries to do: one thing at a time, and the last refusal. */
export class Attempts<Place extends string> {
  /** What is being tried. */
  readonly busy: Signal<Place | undefined> = signal(undefined);
  readonly refused: Signal<Refused<Place> | undefined> = signal(undefined);

  /** Tries; gives undefined where it was refused, or where something else is still being tried. */
  async try<T>(place: Place, what: () => Promise<T>): Promise<T | undefined> {
    if (this.busy.peek() !== undefined) {
      return undefined;
    }
    this.refused.value = undefined;
    this.busy.value = place;
    try {
      return await what();
    } catch (error) {
      this.refused.value = { place, refusal: refusalOf(error) };
      return undefined;
    } finally {
      this.busy.value = undefined;
    }
  }

  /** Takes the last refusal away. */
  forget(): void {
    this.refused.value = undefined;
  }
}

/** What is told of an error; one that is no refusal is a bug of the page and goes to the console too. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Rejection || error instanceof Unreachable) {
    return error;
  }
  console.error(error);
  return { reason: "unknown" };
}
