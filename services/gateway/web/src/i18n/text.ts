/** A text with a count: the form is chosen by Intl.PluralRules; forms that are not given are `other`. */
export type Plural = { readonly one: string; readonly other: string };

/** A text; what stands in braces is filled in. */
export type Text = string | Plural;

/** Texts of one subject, by key. */
export type Topic = { readonly [key: string]: Text };

/** The same texts in another language: the same keys, and a plural where there is one. */
export type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Plural;
};

/** Names of the places in a text that are filled in. */
export type Places<T> = T extends Plural
  ? PlacesOf<T["one"]> | PlacesOf<T["other"]>
  : T extends string ? PlacesOf<T> : never;

type PlacesOf<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | PlacesOf<Rest> : never;
