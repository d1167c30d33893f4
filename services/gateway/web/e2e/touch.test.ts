import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, playerKey } from "../src/client/index.js";
import { Tranca } from "../test/tranca.js";
import { Browser, phone } from "./browser.js";
import { join, openTable, playOn } from "./sitting.js";

let tranca: Tranca;
let browser: Browser;

beforeAll(async () => {
  tranca = await Tranca.start();
  browser = await Browser.open(tranca.server, { ...phone, language: "pt" });
});

afterAll(async () => {
  await browser.close();
  await tranca.stop();
});

describe("with a finger alone", () => {
  it("a whole match is played, from the lobby to its result", async () => {
    const { page } = browser;
    const client = connect({ server: tranca.server, playerKey: playerKey() });
    await openTable(client, { preset: "latin.solo", seats: 3, people: 1, name: "Esquina", knobs: { target: "20" } });
    await join(browser, "Esquina", "Rosa", "pt");
    await playOn(page, "tap");
    await page.locator(".match-end").waitFor();
    expect(await browser.findings()).toEqual([]);
    await browser.picture("touch-end");
    expect(browser.complaints).toEqual([]);
  });
});
