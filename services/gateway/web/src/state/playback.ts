import { type Signal, signal } from "@preact/signals";

/** How many times as fast as usual a replay can go on. */
export const speeds = [0.5, 1, 2, 4] as const;

export type Speed = (typeof speeds)[number];

/** How long a position stands at the usual speed, in milliseconds. */
export const standsMs = 1_200;

/** Goes through the positions of a replay: by hand, or by itself once it is asked to. */
export class Playback {
  /** The position that is seen, from 0. */
  readonly at: Signal<number>;
  readonly playing: Signal<boolean> = signal(false);
  readonly speed: Signal<Speed> = signal(1);
  /** The last position. */
  readonly last: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Begins at a position, or at the one next to it that there is. */
  constructor(last: number, at = 0) {
    this.last = last;
    this.at = signal(this.#within(at));
  }

  /** Goes to a position and stays there. */
  go(at: number): void {
    this.pause();
    this.at.value = this.#within(at);
  }

  /** Goes on or back by so many positions, and stays there. */
  step(by: number): void {
    this.go(this.at.peek() + by);
  }

  /** Plays, from the start where it was at the end, or pauses. */
  toggle(): void {
    if (this.playing.peek()) {
      this.pause();
      return;
    }
    if (this.at.peek() === this.last) {
      this.at.value = 0;
    }
    this.playing.value = true;
    this.#wait();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.playing.value = false;
  }

  /** Changes the speed; the position that is seen begins to stand anew. */
  choose(speed: Speed): void {
    this.speed.value = speed;
    if (this.playing.peek()) {
      this.#wait();
    }
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.at.value = this.#within(this.at.peek() + 1);
      if (this.at.peek() < this.last) {
        this.#wait();
      } else {
        this.playing.value = false;
      }
    }, standsMs / this.speed.peek());
  }

  #within(at: number): number {
    return Number.isFinite(at) ? Math.max(0, Math.min(this.last, Math.trunc(at))) : 0;
  }
}
