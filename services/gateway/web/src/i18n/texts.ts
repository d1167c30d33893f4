import type * as en from "./en/index.js";
import type { Places, Plural, Text, Translated } from "./text.js";

type English = typeof en;

/** The subjects that texts are sorted by. */
export type TopicName = keyof English;

/** All texts of one language. */
export type Texts = { readonly [T in TopicName]: Translated<English[T]> };

/** Names a text: its subject, a dot, its key. */
export type Key = { [T in TopicName]: `${T}.${keyof English[T] & string}` }[TopicName];

/** The English text of a key. */
type TextOf<K extends Key> = K extends `${infer T extends TopicName}.${infer N}`
  ? N extends keyof English[T] ? English[T][N] : never
  : never;

/** What a text wants filled in: numbers are written as the language writes them. */
export type Filled<K extends Key> =
  { readonly [P in Places<TextOf<K>>]: P extends "count" ? number : string | number };

/** The arguments that a text wants: none where nothing is filled in. */
export type Fill<K extends Key> = Places<TextOf<K>> extends never ? [] : [places: Filled<K>];

/** What a country calls differently from the rest of its language, by country. */
export type Regions = { readonly [country: string]: { readonly [K in Key]?: string } };

/** The text of a key, if there is one. */
export function textOf(texts: Texts, key: string): Text | undefined {
  const dot = key.indexOf(".");
  const topic: { readonly [key: string]: Text } | undefined = texts[key.slice(0, dot) as TopicName];
  const name = key.slice(dot + 1);
  return topic !== undefined && Object.hasOwn(topic, name) ? topic[name] : undefined;
}

/** Whether a text has forms for counts. */
export function isPlural(text: Text): text is Plural {
  return typeof text !== "string";
}
