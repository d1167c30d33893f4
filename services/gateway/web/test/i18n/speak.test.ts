import { describe, expect, it } from "vitest";
import { eventText, pick, refusalText, ruleText, speak, theTile, tileName } from "../../src/i18n/index.js";

const speaking = (lang: string) => speak(pick({ search: `?lang=${lang}` }));
const plain = (text: string | undefined) => text?.replace(/[\u00a0\u202f]/g, " ");

describe("a speaker", () => {
  it("tells the page its language", async () => {
    const page = { documentElement: { lang: "" } };
    await speak(pick({ preferred: ["es-MX"] }), page);
    expect(page.documentElement.lang).toBe("es-MX");
  });

  it("chooses the form for a count, and writes numbers as the language does", async () => {
    const [es, fr, pt, nb, en] = await Promise.all(["es", "fr", "pt", "nb", "en"].map(speaking));
    expect([0, 1, 2].map((count) => es?.t("lobby.freeSeats", { count }))).toEqual(["0 sitios libres", "1 sitio libre", "2 sitios libres"]);
    expect([0, 1, 2].map((count) => fr?.t("lobby.freeSeats", { count }))).toEqual(["0 place libre", "1 place libre", "2 places libres"]);
    expect([0, 1, 2].map((count) => pt?.t("lobby.freeSeats", { count }))).toEqual(["0 lugar livre", "1 lugar livre", "2 lugares livres"]);
    expect([0, 1, 2].map((count) => nb?.t("lobby.freeSeats", { count }))).toEqual(["0 ledige plasser", "1 ledig plass", "2 ledige plasser"]);
    expect(en?.t("rounds.points", { count: 12_345 })).toBe("12,345 points");
    expect(es?.t("rounds.points", { count: 1_000_000 })).toBe("1.000.000 puntos");
    expect(plain(nb?.t("rounds.points", { count: 12_345 }))).toBe("12 345 poeng");
  });

  it("lists, tells lengths of time and moments", async () => {
    const [es, en] = await Promise.all(["es", "en"].map(speaking));
    expect(es?.list(["Ana", "Beto"])).toBe("Ana y Beto");
    expect([0, 1, 999, 65_000, 60_000, 3_605_000, 90_000_000].map((ms) => en?.duration(ms)))
      .toEqual(["0 sec", "1 sec", "1 sec", "1 min 5 sec", "1 min", "1 hr", "1 day 1 hr"]);
    expect([en?.ago(1_000, 1_400), en?.ago(0, 125_000), es?.ago(0, 7_200_000)]).toEqual(["now", "2 minutes ago", "hace 2 horas"]);
  });

  it("keeps a word of the service that is new", async () => {
    const en = await speaking("en");
    expect([en.word("phases", "playing"), en.word("phases", "dreaming"), en.word("presets", "latin.pairs")])
      .toEqual(["Playing", "dreaming", "Latin pairs"]);
  });

  it("is asked by keys that there are, with what they want filled in", async () => {
    const en = await speaking("en");
    // @ts-expect-error there is no such text
    expect(en.t("lobby.nothing")).toBe("lobby.nothing");
    // @ts-expect-error it wants a count
    expect(() => en.t("lobby.freeSeats")).not.toThrow();
    // @ts-expect-error it wants {n}
    expect(en.t("seats.seat", { m: 1 })).toBe("Seat {n}");
  });

  it("fills nothing in that only looks like a place, and nothing twice", async () => {
    const en = await speaking("en");
    expect(en.t("talk.said", { who: "{text}", text: "$& {who}" })).toBe("{text}: $& {who}");
  });
});

describe("tiles (L-04)", () => {
  const both = async (lang: string, ...tiles: string[]) => {
    const speaker = await speaking(lang);
    return tiles.flatMap((tile) => [tileName(speaker, tile), theTile(speaker, tile)]);
  };

  it("are called as players of each language call them", async () => {
    expect(await both("en", "6-4", "0-0")).toEqual(["six-four", "the six-four", "double blank", "the double blank"]);
    expect(await both("es", "6-0", "5-5")).toEqual(["seis-blanca", "el seis-blanca", "doble cinco", "el doble cinco"]);
    expect(await both("fr", "6-4", "6-6")).toEqual(["six-quatre", "le six-quatre", "double six", "le double six"]);
    expect(await both("pt", "6-4", "6-6")).toEqual(["seis e quatro", "seis e quatro", "carroça de seis", "a carroça de seis"]);
    expect(await both("nb", "6-4", "9-9")).toEqual(["seks-fire", "seks-fire", "dobbel ni", "dobbel ni"]);
  });

  it("have the names of their country", async () => {
    expect(await both("es-MX", "6-6", "4-4")).toEqual(["mula de seises", "la mula de seises", "mula de cuatros", "la mula de cuatros"]);
    expect(await both("es-VE", "6-6", "4-4")).toEqual(["cochina", "la cochina", "doble cuatro", "el doble cuatro"]);
    expect((await both("es-PA", "6-6"))[0]).toBe("doble sena");
    expect((await both("es-CO", "6-6"))[0]).toBe("marrana");
    expect((await both("es-CL", "6-6"))[0]).toBe("chancho seis");
    expect((await both("pt-PT", "3-3"))[0]).toBe("doble de três");
  });
});

describe("a refusal", () => {
  it("says why, as exactly as the service told it", async () => {
    const en = await speaking("en");
    const says = (reason: string, params: Record<string, string> = {}, legal: string[] = []) => refusalText(en, { reason, params, legal });
    expect(says("seat_occupied", { seat: "0" })).toBe("Seat 1 is taken.");
    expect(says("seat_occupied")).toBe("That seat is taken.");
    expect(says("wrong_phase", { phase: "closed", owner: "" })).toBe("That can't be done now: Closed.");
    expect(says("bad_settings", { setting: "turn_limit", got: "5000", want: "0 ms" })).toBe("“5 sec” does not work for Time for a turn.");
    expect(says("bad_settings", { setting: "bot_policy", got: "clever", want: "random" })).toBe("“clever” does not work for Bots that take over.");
    expect(says("must_open_with", {}, ["6-6"])).toBe("The round has to be opened with the double six.");
    expect(says("must_play", {}, ["6-4 L", "6-4 R"])).toBe("One of your tiles fits: you have to play it.");
    expect(says("something_new")).toBe("That didn't work.");
    expect(says("constructor")).toBe("That didn't work.");
    expect(refusalText(await speaking("es-MX"), { reason: "must_open_with", legal: ["6-6", "4-4"] })).toBe("Hay que salir con la mula de seises y la mula de cuatros.");
  });
});

describe("the value of a rule", () => {
  it("is a word, a number, or what the number means", async () => {
    const en = await speaking("en");
    const says = (knob: string, value: string) => ruleText(en, knob, value);
    expect([says("draw", "until"), says("voluntary_pass", "true"), says("must_play_drawn", "false")]).toEqual(["draw until something fits", "yes", "no"]);
    expect([says("target", "0"), says("rounds", "0"), says("target", "1500"), says("draw_reserve", "0")]).toEqual(["no target", "no fixed number", "1,500", "0"]);
    expect(says("draw", "never")).toBe("never");
  });
});

describe("an event", () => {
  const people = { nameOf: (seat: number) => ["Ana", "Beto", "Carla"][seat] ?? "", you: 0 };

  it("says what another did, and what the reader did", async () => {
    const [es, fr] = await Promise.all(["es", "fr"].map(speaking));
    expect(eventText(es!, { type: "tile_played", seat: 1, tile: "6-4", side: "LEFT" }, people)).toBe("Beto juega el seis-cuatro.");
    expect(eventText(es!, { type: "tile_played", seat: 0, tile: "6-6" }, people)).toBe("Juegas el doble seis.");
    expect(eventText(es!, { type: "double_hung", seat: 2, tile: "6-6" }, people)).toBe("Carla ahorca el doble seis.");
    expect(plain(eventText(fr!, { type: "chickie_called", seat: 1, tile: "4-4" }, people))).toBe("Beto annonce : Chickie 4 !");
    expect(eventText(fr!, { type: "turn_passed", seat: 0 }, { nameOf: people.nameOf })).toBe("Ana passe.");
  });

  it("says who opens a round and how it ended", async () => {
    const en = await speaking("en");
    const ended = (result: object) => eventText(en, { type: "round_ended", result }, people);
    expect(eventText(en, { type: "round_dealt", next: 0 }, people)).toBe("The tiles are dealt. You open.");
    expect(ended({ end: "domino", closer: 1 })).toBe("Domino! Beto went out.");
    expect(ended({ end: "blocked", closer: 2 })).toBe("Blocked by Carla.");
    expect(ended({ end: "forfeit", forfeits: 1 })).toBe("Beto gave up.");
    expect(ended({ end: "void" })).toBe("Void. The round does not count.");
    expect(ended({})).toBe("The round is over.");
  });

  it("says who sits down, which seat is free, and why a table was closed", async () => {
    const en = await speaking("en");
    expect(eventText(en, { type: "seat_taken_over", seat: 1, player: "bot-1" }, people)).toBe("bot-1 plays on in seat 2.");
    expect(eventText(en, { type: "seat_left", seat: 2 }, people)).toBe("Seat 3 is free again.");
    expect(eventText(en, { type: "table_closed", reason: "idle" }, people)).toBe("The table is closed. Nothing happened for too long.");
    expect(eventText(en, { type: "comet_seen" }, people)).toBeUndefined();
  });
});
