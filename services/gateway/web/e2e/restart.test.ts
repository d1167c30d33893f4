import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, playerKey } from "../src/client/index.js";
import { Tranca } from "../test/tranca.js";
import { Browser, desktop } from "./browser.js";
import { handOf, join, openTable, playOn } from "./sitting.js";

let tranca: Tranca;
let browser: Browser;

beforeAll(async () => {
  tranca = await Tranca.start();
  browser = await Browser.open(tranca.server, desktop);
});

afterAll(async () => {
  await browser.close();
  await tranca.stop();
});

describe("when the server is killed in the middle of a match", () => {
  it("the page says so, and goes on by itself where it was once the server is back", async () => {
    const { page } = browser;
    const client = connect({ server: tranca.server, playerKey: playerKey() });
    await openTable(client, { preset: "classic.draw", seats: 2, people: 1, name: "Phoenix", knobs: { target: "1" } });
    await join(browser, "Phoenix", "Ada", "en");
    await playOn(page, "click", { turns: 2 });
    await page.locator(".hand-tile.fits, .actions button").first().waitFor(); // it waits for Ada
    const hand = await handOf(page);
    await tranca.kill();
    await page.getByText("Reconnecting").first().waitFor();
    await page.locator(".felt.stale").waitFor(); // nobody takes the board for the table as it is
    await browser.picture("restart-away");
    expect(await browser.findings()).toEqual([]);
    await tranca.startAgain();
    await page.getByText("Reconnecting").first().waitFor({ state: "hidden", timeout: 60_000 });
    await page.locator(".felt:not(.stale)").waitFor();
    await page.locator("[role=log]").getByText("Connected again").waitFor({ state: "attached" });
    expect(await handOf(page)).toEqual(hand);
    await playOn(page, "click");
    await page.locator(".match-end").waitFor();
    expect(browser.complaints).toEqual([]);
  });
});
