import { type Signal, signal } from "@preact/signals";
import type { Answer, Client, KnobJson, PresetJson } from "../client/index.js";

/** A game with all its knobs. */
export type Game = Answer<"getRules">;

/** Knobs that differ from a game's own, by name. */
export type Knobs = { readonly [name: string]: string };

/** The games that can be played. They never change, so each is asked for once. */
export class Rules {
  readonly presets: Signal<readonly PresetJson[]> = signal([]);
  readonly #client: Pick<Client, "listPresets" | "getRules">;
  readonly #asked = new Map<string, Promise<Game>>();

  constructor(client: Pick<Client, "listPresets" | "getRules">) {
    this.#client = client;
  }

  async load(): Promise<void> {
    if (this.presets.peek().length === 0) {
      this.presets.value = (await this.#client.listPresets({})).presets ?? [];
    }
  }

  /** A game with these knobs. A Rejection names the knob that it does not take. */
  of(preset: string, knobs: Knobs = {}): Promise<Game> {
    const key = JSON.stringify([preset, Object.entries(knobs).sort()]);
    const known = this.#asked.get(key);
    if (known) {
      return known;
    }
    const asked = this.#client.getRules({ preset, knobs });
    this.#asked.set(key, asked);
    asked.catch(() => this.#asked.delete(key));
    return asked;
  }
}

/** A knob's value; "" where the game has no such knob. */
export function knobOf(game: Game | undefined, name: string): string {
  return knobsOf(game).find((k) => k.name === name)?.value ?? "";
}

export function knobsOf(game: Game | undefined): readonly KnobJson[] {
  return game?.knobs ?? [];
}
