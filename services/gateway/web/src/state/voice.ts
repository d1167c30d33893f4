import { type Signal, signal } from "@preact/signals";

/** A sentence that is spoken once. */
export type Said = { readonly id: number; readonly text: string };

/** A screen reader has time for so many sentences. */
const most = 8;

/** What is said to those who do not see the page. */
export class Voice {
  /** Told when there is time. */
  readonly polite: Signal<readonly Said[]> = signal([]);
  /** Told at once. */
  readonly urgent: Signal<Said | undefined> = signal(undefined);
  #last = 0;

  say(text: string): void {
    this.polite.value = [...this.polite.peek(), { id: ++this.#last, text }].slice(-most);
  }

  call(text: string): void {
    this.urgent.value = { id: ++this.#last, text };
  }
}
