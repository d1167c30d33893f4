import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, playerKey } from "../src/client/index.js";
import { Tranca } from "../test/tranca.js";
import { Browser, desktop, phone, tabTo } from "./browser.js";
import { join, openTable } from "./sitting.js";

let tranca: Tranca;
let ana: Browser;
let bia: Browser;

beforeAll(async () => {
  tranca = await Tranca.start();
  const client = connect({ server: tranca.server, playerKey: playerKey() });
  await openTable(client, { preset: "latin.pairs", seats: 4, people: 2, name: "Talk" });
  ana = await Browser.open(tranca.server, desktop);
  bia = await Browser.open(tranca.server, phone);
  await join(ana, "Talk", "Ana", "en");
  await join(bia, "Talk", "Bia", "en");
  await Promise.all([ana, bia].map(({ page }) => page.locator(".hand-tile").first().waitFor()));
});

afterAll(async () => {
  await ana.close();
  await bia.close();
  await tranca.stop();
});

describe("players at a table", () => {
  it("say words with the keyboard, which others see at the seat and hear", async () => {
    await tabTo(ana.page, ".talk-button");
    await ana.page.keyboard.press("Enter");
    await ana.page.waitForFunction(() => document.activeElement?.matches("[data-word]"));
    expect(await ana.page.locator("[data-word]").count()).toBe(5); // courtesies, as partners play
    expect(await ana.findings()).toEqual([]);
    await ana.picture("talk");
    await ana.page.keyboard.press("Escape");
    await ana.page.waitForFunction(() => document.activeElement?.matches(".talk-button[aria-expanded=false]"));
    await ana.page.keyboard.press("Enter");
    await tabTo(ana.page, "[data-word=good_luck]");
    await ana.page.keyboard.press("Enter");
    await ana.page.locator(".seat.own .bubble").getByText("Good luck!").waitFor();
    await bia.page.locator(".bubble").getByText("Good luck!").waitFor();
    await bia.picture("talk-phone");
    await bia.page.locator("[role=log]").getByText("Ana: Good luck!").waitFor({ state: "attached" });
    expect(await bia.findings()).toEqual([]);
  });

  it("mute somebody by touch, and hear them again", async () => {
    await bia.page.locator(".talk-button").tap();
    const sizes = await bia.page.locator(".palette button").evaluateAll((all) => all.map((e) => e.getBoundingClientRect()).map((r) => Math.min(r.width, r.height)));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(43.9);
    expect(await bia.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await bia.findings()).toEqual([]);
    await bia.picture("talk-phone-palette");
    await bia.page.getByRole("button", { name: "Mute: Ana" }).tap();
    await ana.page.locator(".talk-button").click();
    await ana.page.locator("[data-word=hurry]").click();
    await ana.page.locator(".seat.own .bubble").getByText("Hurry up!").waitFor();
    await bia.page.getByRole("button", { name: "Unmute: Ana" }).tap();
    await ana.page.locator(".talk-button").click();
    await ana.page.locator("[data-word=thanks]").click();
    await bia.page.locator(".bubble").getByText("Thanks!").waitFor();
    expect(await bia.page.locator("[role=log]").getByText("Hurry up!").count()).toBe(0);
  });

  it("are told when they have said enough", async () => {
    await ana.page.route("**/Emote", (route) => route.fulfill({ // as nobody knows how long the words before took
      status: 429, headers: { "Retry-After": "9" }, contentType: "application/json",
      body: JSON.stringify({ code: "resource_exhausted", details: [{ type: "tranca.api.v1.Rejection", debug: { reason: "emote_rate" } }] }),
    }));
    await ana.page.locator(".talk-button").click();
    await ana.page.locator("[data-word=hello]").click();
    await ana.page.locator(".talk [role=alert]").getByText("You have said enough. Wait a moment.").waitFor();
    for (const b of [ana, bia]) {
      expect(b.complaints).toEqual([]);
    }
  });
});
