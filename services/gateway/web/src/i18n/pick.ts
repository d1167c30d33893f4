import { type Language, languages } from "./languages.js";

/** A language and, where it is known, the country whose words are wanted. */
export type Locale = {
  language: Language;
  /** Two capital letters, such as "MX"; "" for none. */
  country: string;
  /** Both as the page names its language, such as "es-MX". */
  tag: string;
};

/** What may say which language is wanted. */
export type Wishes = {
  /** The part of the address that begins with "?". */
  search?: string;
  /** What was chosen before. */
  stored?: string | null;
  /** What the browser prefers, best first. */
  preferred?: readonly string[];
};

/** The language to speak: `?lang=` wins over what was chosen before, that over the browser's; else English. */
export function pick({ search = "", stored, preferred = [] }: Wishes): Locale {
  const wished = [new URLSearchParams(search).get("lang"), stored, ...preferred];
  const found = wished.map((tag) => localeOf(tag ?? "")).find((locale) => locale !== undefined);
  const { language, country } = found ?? { language: "en", country: "" };
  return located(language, country || countryOf(language, preferred));
}

/** What a browser's window says. Its storage may be forbidden. */
export function wishesOf(page: Pick<Window, "location" | "navigator" | "localStorage">): Wishes {
  return { search: page.location.search, stored: chosen(page), preferred: page.navigator.languages };
}

const storedAs = "tranca.language";

/** Keeps a choice for the next visit, where that is allowed. */
export function choose(page: Pick<Window, "localStorage">, tag: string): void {
  try {
    page.localStorage.setItem(storedAs, tag);
  } catch {
    // the choice holds until the page is left
  }
}

function chosen(page: Pick<Window, "localStorage">): string | null {
  try {
    return page.localStorage.getItem(storedAs);
  } catch {
    return null;
  }
}

/** A country is a detail that only the browser may know of: "es" and a browser in "es-MX" make "es-MX". */
function countryOf(language: Language, preferred: readonly string[]): string {
  return preferred.map(localeOf).find((locale) => locale?.language === language)?.country ?? "";
}

function localeOf(tag: string): Locale | undefined {
  const [first = "", ...rest] = tag.toLowerCase().split(/[-_]/);
  const language = first === "no" || first === "nn" ? "nb" : first;
  if (!Object.hasOwn(languages, language)) {
    return undefined;
  }
  const country = rest.find((part) => /^[a-z]{2}$/.test(part)) ?? "";
  return located(language as Language, country.toUpperCase());
}

function located(language: Language, country: string): Locale {
  return { language, country, tag: country === "" ? language : `${language}-${country}` };
}
