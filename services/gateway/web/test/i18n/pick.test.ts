import { describe, expect, it } from "vitest";
import { choose, pick, wishesOf } from "../../src/i18n/index.js";

const tag = (...preferred: string[]) => pick({ preferred }).tag;

describe("the language", () => {
  it("is that of the address, else what was chosen before, else what the browser prefers", () => {
    const preferred = ["fr-CA", "es"];
    expect(pick({ search: "?lang=pt", stored: "nb", preferred }).language).toBe("pt");
    expect(pick({ stored: "nb", preferred }).language).toBe("nb");
    expect(pick({ preferred }).tag).toBe("fr-CA");
  });

  it("is English where none of ours is wanted", () => {
    expect(tag("de", "sv-SE")).toBe("en");
    expect(pick({ search: "?lang=toString", stored: "" }).tag).toBe("en");
  });

  it("is bokmål for all that is Norwegian", () => {
    expect([tag("no"), tag("nn-NO"), tag("nb-NO"), tag("de", "no-NO")]).toEqual(["nb", "nb-NO", "nb-NO", "nb-NO"]);
  });

  it("keeps the country, whatever the script and however it is written", () => {
    expect([tag("pt-PT"), tag("pt-BR"), tag("ES_mx"), tag("es-Latn-VE"), tag("es-419")]).toEqual(["pt-PT", "pt-BR", "es-MX", "es-VE", "es"]);
  });

  it("takes the country from the browser where a choice has none", () => {
    expect(pick({ search: "?lang=es", preferred: ["en-US", "es-MX"] }).tag).toBe("es-MX");
    expect(pick({ search: "?lang=es-VE", preferred: ["es-MX"] }).tag).toBe("es-VE");
  });

  it("is read from a window and kept there, and a storage that is forbidden does no harm", () => {
    const kept = new Map<string, string>();
    const localStorage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => { kept.set(key, value); } };
    const page = { location: { search: "" }, navigator: { languages: ["fr"] }, localStorage } as unknown as Window;
    expect(pick(wishesOf(page)).tag).toBe("fr");
    choose(page, "nb");
    expect(pick(wishesOf(page)).tag).toBe("nb");
    const shut = { ...page, get localStorage(): Storage { throw new Error("forbidden"); } } as unknown as Window;
    choose(shut, "es");
    expect(pick(wishesOf(shut)).tag).toBe("fr");
  });
});
