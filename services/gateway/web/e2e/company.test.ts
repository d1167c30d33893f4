import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, playerKey } from "../src/client/index.js";
import { Tranca } from "../test/tranca.js";
import { Browser, desktop, phone } from "./browser.js";
import { handOf, join, openTable, playOn } from "./sitting.js";

let tranca: Tranca;
let tableId: string;
let ana: Browser;
let bia: Browser;
let visitor: Browser;

beforeAll(async () => {
  tranca = await Tranca.start();
  const client = connect({ server: tranca.server, playerKey: playerKey() });
  tableId = await openTable(client, { preset: "latin.pairs", seats: 4, people: 2, name: "Praça", knobs: { target: "20" } });
  ana = await Browser.open(tranca.server, desktop);
  bia = await Browser.open(tranca.server, { ...phone, touch: false });
  visitor = await Browser.open(tranca.server, desktop);
  for (const b of [ana, bia, visitor]) {
    await b.listen();
  }
});

afterAll(async () => {
  await Promise.all([ana, bia, visitor].map((b) => b.close()));
  await tranca.stop();
});

describe("two people and two bots at one table, and somebody who watches", () => {
  it("the first round is dealt, and each hand is told to its own page alone", async () => {
    await visitor.go(`?lang=en#/t/${tableId}`);
    await join(ana, "Praça", "Ana", "es");
    await join(bia, "Praça", "Bia", "fr");
    await Promise.all([ana, bia].map(({ page }) => page.locator(".hand-tile").first().waitFor()));
    await Promise.all([playOn(ana.page, "click", { turns: 1 }), playOn(bia.page, "click", { turns: 1 })]);
    await visitor.page.locator(".board .placed, .board [data-tile]").first().waitFor();
    const [anas, bias] = [await handOf(ana.page), await handOf(bia.page)];
    expect(anas.length).toBeGreaterThan(2);
    expect(bias.length).toBeGreaterThan(2);
    expect(mentioned(await ana.heard(), anas)).toEqual(anas); // or the next lines prove nothing
    expect(mentioned(await bia.heard(), bias)).toEqual(bias);
    expect(mentioned(await ana.heard(), bias)).toEqual([]);
    expect(mentioned(await bia.heard(), anas)).toEqual([]);
    expect(mentioned(await visitor.heard(), [...anas, ...bias])).toEqual([]);
    expect(await visitor.page.locator(".hand").count()).toBe(0);
  });

  it("they play a match to its end, and the visitor sees it end", async () => {
    await Promise.all([ana, bia].map(({ page }) => playOn(page, "click")));
    for (const b of [ana, bia, visitor]) {
      await b.page.locator(".match-end").waitFor();
      expect(b.complaints).toEqual([]);
    }
    await ana.picture("company-end");
    await visitor.picture("company-visitor");
  });
});

/** Those of the tiles that a text tells, in either order of their halves; "bot-heuristic-0-1" and what a rule means tell none. */
function mentioned(heard: string, tiles: string[]): string[] {
  const told = heard.replaceAll(/"meaning": ?"[^"]*"/g, "");
  return tiles.filter((tile) => {
    const [a, b] = tile.split("-");
    return new RegExp(`(?<![\\w-])(${a}-${b}|${b}-${a})(?![\\w-])`).test(told);
  });
}
