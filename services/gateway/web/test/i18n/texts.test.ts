import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as en from "../../src/i18n/en/index.js";
import { type Dictionary, type Language, languages, load } from "../../src/i18n/languages.js";
import type { Text, Topic } from "../../src/i18n/text.js";
import { sameInEnglish } from "./same.js";

const english: { readonly [topic: string]: Topic } = en;
const codes = Object.keys(languages) as Language[];
const dictionaries = Object.fromEntries(await Promise.all(codes.map(async (code) => [code, await load(code)]))) as Record<Language, Dictionary>;

/** All texts of a language, by "topic.key". */
function all(topics: { readonly [topic: string]: Topic }): Map<string, Text> {
  return new Map(Object.entries(topics).flatMap(([topic, texts]) => Object.entries(texts).map(([key, text]) => [`${topic}.${key}`, text] as const)));
}

const forms = (text: Text) => (typeof text === "string" ? [text] : Object.values(text));
const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();
const contracts = readFileSync(new URL("../../../../../proto/README.md", import.meta.url), "utf8");
const between = (mark: string) => contracts.split(`<!-- ${mark} -->`)[1]?.split("<!-- end -->")[0] ?? "";

describe.each(codes)("the texts in %s", (code) => {
  const texts = all(dictionaries[code].texts as never);

  it("have the keys of the English ones", () => {
    expect([...texts.keys()].sort()).toEqual([...all(english).keys()].sort());
  });

  it("fill in the same, in every form", () => {
    for (const [key, text] of all(english)) {
      const want = places(forms(text)[0] ?? "");
      for (const form of [...forms(text), ...forms(texts.get(key) ?? "")]) {
        expect(places(form), `${key}: ${form}`).toEqual(want);
      }
    }
  });

  it("are not empty, hold no space too many, and leave no brace open", () => {
    for (const [key, text] of texts) {
      for (const form of forms(text)) {
        expect(form, key).not.toMatch(/^$|^\s|\s$| {2}/);
        expect(form.replace(/\{\w+\}/g, ""), key).not.toMatch(/[{}]/);
      }
    }
  });

  it("are translated, but for those that are the same on purpose", () => {
    const same = [...texts].filter(([key, text]) => /\p{L}{2}/u.test(forms(text).join().replace(/\{\w+\}/g, ""))
      && JSON.stringify(text) === JSON.stringify(all(english).get(key))).map(([key]) => key);
    expect(code === "en" ? [] : same.sort()).toEqual([...sameInEnglish[code]].sort());
  });

  it("of countries fill in nothing that the language does not", () => {
    for (const [country, local] of Object.entries(dictionaries[code].regions)) {
      for (const [key, text] of Object.entries(local)) {
        const known = [...places(forms(texts.get(key) ?? "")[0] ?? ""), ...(key.startsWith("words.") ? ["plural"] : [])];
        expect(known, `${country} ${key}`).toEqual(expect.arrayContaining(places(text)));
      }
    }
  });
});

describe("the texts", () => {
  it("have one for every reason of a refusal", () => {
    const reasons = [...between("refusals").matchAll(/`(\w+)`/g)].map((m) => m[1] ?? "")
      .filter((word) => !/^(failed_precondition|invalid_argument|permission_denied|not_found|aborted|already_exists|resource_exhausted)$/.test(word));
    expect(reasons.length).toBeGreaterThan(60);
    expect(reasons.filter((reason) => !(reason in en.refusals))).toEqual([]);
    expect(Object.keys(en.details).filter((reason) => !(reason in en.refusals))).toEqual([]);
  });

  it("have one for every word that can be said", () => {
    const contract = readFileSync(new URL("../../../../../proto/tranca/api/v1/table_service.proto", import.meta.url), "utf8");
    const words = [...(contract.split("string emote = 2")[1]?.split("}]")[0] ?? "").matchAll(/"(\w+)"/g)].map((m) => m[1] ?? "");
    expect(words.length).toBeGreaterThan(10);
    expect(Object.keys(en.emotes)).toEqual(words);
  });

  it("have one for every event", () => {
    const events = [...between("events").matchAll(/^\| `(\w+)`/gm)].map((m) => m[1] ?? "");
    expect(Object.keys(en.events).sort()).toEqual(events.sort());
    expect(Object.keys(en.mine).filter((type) => !(type in en.events))).toEqual([]);
  });

  it("have a no-break space before high signs in French", () => {
    for (const [key, text] of all(dictionaries.fr.texts as never)) {
      expect(forms(text).join(), key).not.toMatch(/[^\u00a0][:;!?»](?!\S)| [:;!?»%]/u);
    }
  });
});
