import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, playerKey } from "../src/client/index.js";
import { Tranca } from "../test/tranca.js";
import { Browser, desktop, phone, tabTo } from "./browser.js";
import { openTable } from "./sitting.js";

let tranca: Tranca;
let tableId: string;

beforeAll(async () => {
  tranca = await Tranca.start();
  const client = connect({ server: tranca.server, playerKey: playerKey() });
  tableId = await openTable(client, { preset: "chickie", seats: 4, people: 1, name: "Every" });
});
afterAll(() => tranca.stop());

describe.each([
  { name: "on a desktop, light, in Spanish", look: { ...desktop, language: "es" } },
  { name: "on a desktop, dark, in French", look: { ...desktop, colours: "dark" as const, language: "fr" } },
  { name: "on a phone, light, in Portuguese", look: { ...phone, colours: "light" as const, language: "pt" } },
])("$name", ({ look }) => {
  let browser: Browser;
  beforeAll(async () => { browser = await Browser.open(tranca.server, look); });
  afterAll(() => browser.close());

  it("every page is as axe wants it, and no wider than the window", async () => {
    for (const hash of ["#/", `#/t/${tableId}`, "#/replay", "#/ops", "#/nowhere", "#/t/0-zzzzzzzzzzzzzzzz"]) {
      await browser.go(`?lang=${look.language}${hash}`);
      expect(await browser.findings(), hash).toEqual([]);
      expect(await browser.page.evaluate(() => document.documentElement.scrollWidth), hash).toBeLessThanOrEqual(look.width);
    }
  });

  it("so is every dialog, which gives the focus back", async () => {
    const { page } = browser;
    await browser.go(`?lang=${look.language}#/`);
    await page.locator(".card").first().waitFor();
    for (const opener of [".top .icon-button", ".lobby-head .primary", ".card button.primary"]) {
      await tabTo(page, opener);
      await page.keyboard.press("Enter");
      await page.locator("dialog[open]").waitFor();
      await page.locator("dialog[open] .fields, dialog[open] .field").first().waitFor();
      await page.locator("dialog details").evaluateAll((all) => all.forEach((d) => { (d as HTMLDetailsElement).open = true; }));
      expect(await browser.findings(), opener).toEqual([]);
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
      await page.waitForFunction((o) => document.activeElement?.matches(o), opener);
    }
    expect(browser.complaints).toEqual([]);
  });

  it("nothing moves for whoever wants it so", async () => {
    const { page } = browser;
    await page.emulateMedia({ reducedMotion: "reduce" });
    await browser.go(`?lang=${look.language}#/t/${tableId}`);
    await page.locator(".seat").first().waitFor();
    const longest = await page.evaluate(() => Math.max(0, ...[...document.querySelectorAll("*")].map((e) => {
      const { transitionDuration, transitionProperty, animationName, animationDuration } = getComputedStyle(e);
      const seconds = (text: string) => Math.max(...text.split(",").map(parseFloat));
      return Math.max(transitionProperty === "none" ? 0 : seconds(transitionDuration), animationName === "none" ? 0 : seconds(animationDuration));
    })));
    expect(longest).toBeLessThanOrEqual(0.001);
  });
});
