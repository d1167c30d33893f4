/**
 * All that a person reads or hears, in five languages. `speak(pick(wishes))`
 * loads one of them; `t("topic.key", places)` gives a text, and the compiler
 * knows which keys there are and what each wants filled in.
 *
 * A text goes into en/ first; then the compiler asks for it in every other
 * language. Where a place is called {tile} it takes tileName(), where it is
 * called {theTile} it takes theTile(). Seats that people see count from 1.
 */
export { type People, eventText } from "./event.js";
export { type Language, languages } from "./languages.js";
export { type Locale, type Wishes, choose, pick, wishesOf } from "./pick.js";
export { type Refusal, refusalText } from "./refusal.js";
export { ruleText } from "./rule.js";
export { type Speaker, speak } from "./speak.js";
export type { Key } from "./texts.js";
export { theTile, tileName, valueName } from "./tiles.js";
