import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { playMatch } from "../examples/bot.js";
import { connect, playerKey } from "../src/client/index.js";
import { Tranca } from "../test/tranca.js";
import { Browser, desktop, phone } from "./browser.js";

let tranca: Tranca;
beforeAll(async () => { tranca = await Tranca.start(); });
afterAll(() => tranca.stop());

describe("the operators' page", () => {
  it("shows what flows while a match is played, and that all is there", async () => {
    const browser = await Browser.open(tranca.server, desktop);
    const { page } = browser;
    await browser.go("?lang=en#/ops");
    await page.locator(".ops-state.healthy").waitFor();
    const client = connect({ server: tranca.server, playerKey: playerKey() });
    const { tableId = "" } = await client.openTable({ preset: "classic.draw", knobs: { seats: "2", target: "100" }, options: { intermissionMs: 0, botThinkingMs: 100 } });
    await client.addBot({ tableId });
    const match = playMatch(client, tableId, "Ada");
    await page.waitForFunction(() => /[1-9]/.test(document.querySelector("[data-service=rules] td:nth-child(3)")?.textContent ?? ""));
    await match;
    expect(await page.locator(".ops-stage.bad").count()).toBe(0);
    expect(await page.locator("[data-service=rules] td").first().innerText()).toBe("1");
    expect(await browser.findings()).toEqual([]);
    await browser.picture("ops");
    expect(browser.complaints).toEqual([]);
    await browser.close();
  });

  it("fits a phone", async () => {
    const browser = await Browser.open(tranca.server, { ...phone, width: 360 });
    await browser.go("#/ops");
    await browser.page.locator(".ops-picture").waitFor();
    expect(await browser.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await browser.findings()).toEqual([]);
    await browser.picture("ops-phone");
    await browser.close();
  });
});
