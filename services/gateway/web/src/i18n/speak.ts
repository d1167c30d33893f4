import { type Dictionary, load } from "./languages.js";
import type { Locale } from "./pick.js";
import type { Plural } from "./text.js";
import { type Fill, type Key, type TopicName, isPlural, textOf } from "./texts.js";
import { type Times, times } from "./times.js";

/** Says everything in one language. */
export type Speaker = Times & {
  readonly locale: Locale;
  /** The text of a key, with what it wants filled in. */
  t<K extends Key>(key: K, ...fill: Fill<K>): string;
  /** The text for a word of the service, such as a phase; the word itself where it is new to us. */
  word(topic: TopicName, word: string): string;
  /** The text of a key that is put together from words of the service, if there is one. */
  find(topic: TopicName, name: string, places?: Places): string | undefined;
  /** A number as the language writes it. */
  number(n: number): string;
  /** Several things as the language lists them: "a, b and c". */
  list(things: readonly string[]): string;
};

type Places = { readonly [place: string]: string | number };

/** Loads a language and speaks it; a page that is given is told which language it is in. */
export async function speak(locale: Locale, page?: { documentElement: { lang: string } }): Promise<Speaker> {
  const speaker = speakerOf(locale, await load(locale.language));
  if (page) {
    page.documentElement.lang = locale.tag;
  }
  return speaker;
}

/** Speaks with a dictionary that is loaded. */
export function speakerOf(locale: Locale, { texts, regions }: Dictionary): Speaker {
  const numbers = new Intl.NumberFormat(locale.tag);
  const plurals = new Intl.PluralRules(locale.tag);
  const lists = new Intl.ListFormat(locale.tag);
  const local: { readonly [key: string]: string | undefined } = regions[locale.country] ?? {};

  const write = (value: string | number) => (typeof value === "number" ? numbers.format(value) : value);
  const form = (text: Plural, count: number) => (plurals.select(count) === "one" ? text.one : text.other);
  const find = (key: string, places: Places = {}) => {
    const text = local[key] ?? textOf(texts, key);
    if (text === undefined) {
      return undefined;
    }
    const chosen = isPlural(text) ? form(text, Number(places["count"])) : text;
    return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = places[name];
      return value === undefined ? whole : write(value);
    });
  };
  return {
    ...times(locale.tag),
    locale,
    t: (key, ...[places]) => find(key, places as Places | undefined) ?? key,
    word: (topic, word) => find(`${topic}.${word}`) ?? word,
    find: (topic, name, places) => find(`${topic}.${name}`, places),
    number: (n) => numbers.format(n),
    list: (things) => lists.format(things),
  };
}
