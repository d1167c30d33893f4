import type { Language } from "../../src/i18n/languages.js";

/** Texts that are meant to read as in English. */
export const sameInEnglish: Record<Language, readonly string[]> = {
  en: [],
  es: ["rounds.sheetTotal", "rounds.total", "seats.bot", "values.no"],
  fr: [
    "lobby.points", "lobby.title", "ops.services", "ops.version", "rounds.points", "rounds.score", "rounds.sheetTotal",
    "rounds.total", "seats.bot", "settings.menu", "words.double", "words.doubleSix", "words.n6",
  ],
  pt: ["rounds.chickie", "settings.menu"],
  nb: ["emotes.capicua", "emotes.domino", "rounds.chickie", "rounds.domino", "words.n0"],
};
