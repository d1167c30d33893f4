import { regions as esRegions } from "./es/regions.js";
import { regions as ptRegions } from "./pt/regions.js";
import * as es from "./es/index.js";
import type { Regions, Texts } from "./texts.js";

/** The languages, by the name that each has for itself. */
export const languages = {
  es: "Español",
  fr: "Français",
  pt: "Português",
  nb: "Norsk bokmål",
  en: "English",
} as const;

/** One of the languages. */
export type Language = keyof typeof languages;

/** What is loaded for a language. */
export type Dictionary = { texts: Texts; regions: Regions };

/** Loads a language; the first one is there already, each other is a file of its own. */
export async function load(language: Language): Promise<Dictionary> {
  switch (language) {
    case "es": return { texts: es, regions: esRegions };
    case "fr": return { texts: await import("./fr/index.js"), regions: {} };
    case "pt": return { texts: await import("./pt/index.js"), regions: ptRegions };
    case "nb": return { texts: await import("./nb/index.js"), regions: {} };
    case "en": return { texts: await import("./en/index.js"), regions: {} };
  }
}
