import { type Signal, signal } from "@preact/signals";
import { type Language, type Speaker, choose, pick, speak } from "../i18n/index.js";
import type { Shelf } from "./shelf.js";

/** Colours of the page: those of the device, or always the same. */
export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Movement on the page: as the device wants it, or never. */
export const motions = ["auto", "reduced"] as const;
export type Motion = (typeof motions)[number];

const keys = { theme: "tranca.theme", motion: "tranca.motion", numbers: "tranca.numbers" } as const;

/** What a person chose for the page. The document's element carries it for the style sheets. */
export class Settings {
  /** Says everything in the language that was chosen. */
  readonly speaker: Signal<Speaker>;
  readonly theme: Signal<Theme>;
  readonly motion: Signal<Motion>;
  /** Whether tiles show digits instead of pips. */
  readonly numbers: Signal<boolean>;
  readonly #shelf: Shelf;
  readonly #page: Window;

  constructor(speaker: Speaker, shelf: Shelf, page: Window) {
    this.#shelf = shelf;
    this.#page = page;
    this.speaker = signal(speaker);
    this.theme = signal(themes.find((t) => t === shelf.get(keys.theme)) ?? "auto");
    this.motion = signal(motions.find((m) => m === shelf.get(keys.motion)) ?? "auto");
    this.numbers = signal(shelf.get(keys.numbers) === "yes");
    this.#show();
  }

  /** Loads a language and goes on in it. */
  async language(language: Language): Promise<void> {
    choose(this.#page, language);
    const wishes = { stored: language, preferred: this.#page.navigator.languages };
    this.speaker.value = await speak(pick(wishes), this.#page.document);
  }

  chooseTheme(theme: Theme): void {
    this.theme.value = theme;
    this.#shelf.set(keys.theme, theme);
    this.#show();
  }

  chooseMotion(motion: Motion): void {
    this.motion.value = motion;
    this.#shelf.set(keys.motion, motion);
    this.#show();
  }

  showNumbers(numbers: boolean): void {
    this.numbers.value = numbers;
    this.#shelf.set(keys.numbers, numbers ? "yes" : "no");
  }

  #show(): void {
    const root = this.#page.document.documentElement;
    root.dataset["theme"] = this.theme.peek();
    root.dataset["motion"] = this.motion.peek();
  }
}
