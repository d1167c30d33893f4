import { type Signal, signal } from "@preact/signals";
import type { LiveEmoteJson, TableJson } from "../client/index.js";
import { Attempts } from "./attempts.js";

/** A word is seen for so many milliseconds. */
const shownMs = 6_000;

/** Words that say nothing of the game. */
const courtesies = ["hello", "good_luck", "thanks", "well_played", "hurry"] as const;
const others = ["think", "oops", "laugh", "good_game", "tranca", "knock", "last_tile", "domino", "capicua"] as const;

/** What can be said to everybody. */
export type Word = (typeof courtesies)[number] | (typeof others)[number];

/** A word that a seat said, with a number of its own. */
export type SaidWord = { readonly id: number; readonly word: string };

/** What is said at a table: seen for a moment, kept nowhere. */
export class Words {
  /** What seats have just said, by seat. */
  readonly bubbles: Signal<{ readonly [seat: number]: SaidWord }> = signal({});
  /** Seats that are not heard. */
  readonly muted: Signal<readonly number[]> = signal([]);
  readonly attempts = new Attempts<"words">();
  #last = 0;

  /** Shows a word; false where its seat is muted. */
  hear({ seat = 0, emote = "" }: LiveEmoteJson): boolean {
    if (this.muted.peek().includes(seat)) {
      return false;
    }
    const id = ++this.#last;
    this.bubbles.value = { ...this.bubbles.peek(), [seat]: { id, word: emote } };
    setTimeout(() => this.#fade(seat, id), shownMs);
    return true;
  }

  /** Hears a seat no more, or again. */
  mute(seat: number, muted: boolean): void {
    const rest = this.muted.peek().filter((s) => s !== seat);
    this.muted.value = muted ? [...rest, seat] : rest;
    this.#fade(seat);
  }

  #fade(seat: number, id?: number): void {
    const { [seat]: said, ...rest } = this.bubbles.peek();
    if (said && (id === undefined || said.id === id)) {
      this.bubbles.value = rest;
    }
  }
}

/** What may be said at a table now: while partners play a round, nothing that tells of a hand. */
export function wordsFor({ options, phase, seats = [] }: TableJson): readonly Word[] {
  const playing = phase === "playing";
  if (options?.emotes === "off" || (options?.emotes === "pauses" && playing) || phase === "closed") {
    return [];
  }
  const pairs = new Set(seats.map((s) => s.side)).size < seats.length;
  return playing && pairs ? courtesies : [...courtesies, ...others];
}
