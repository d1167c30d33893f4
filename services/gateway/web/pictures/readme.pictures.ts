import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { playMatch } from "../examples/bot.js";
import { Browser, type Look, desktop, phone } from "../e2e/browser.js";
import { join, playOn } from "../e2e/sitting.js";
import { type Client, connect, playerKey } from "../src/client/index.js";
import { Tranca } from "../test/tranca.js";

const folder = fileURLToPath(new URL("../docs/", import.meta.url));

/** What a picture may weigh, in bytes. */
const most = 150_000;

/** Nobody is hurried while a picture is taken. */
const calm = { turnLimitMs: 60_000, timeBankMs: 3_600_000, graceMs: 3_600_000, intermissionMs: 3_600_000, botThinkingMs: 100 };
const quick = { ...calm, intermissionMs: 0, botThinkingMs: 0 };

let tranca: Tranca;
let client: Client;

beforeAll(async () => {
  tranca = await Tranca.start();
  client = connect({ server: tranca.server, playerKey: playerKey() });
});
afterAll(() => tranca.stop());

/** Opens a table of that name with bots in all seats but one. */
async function table(preset: string, name: string, seats: number, knobs: Record<string, string> = {}, options = calm): Promise<string> {
  const { tableId = "" } = await client.openTable({ preset, knobs: { seats: String(seats), ...knobs }, options, properties: { name } });
  for (let n = 1; n < seats; n++) {
    await client.addBot({ tableId });
  }
  return tableId;
}

async function look(how: Look, what: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await Browser.open(tranca.server, how);
  try {
    await what(browser);
    expect(browser.complaints).toEqual([]);
  } finally {
    await browser.close();
  }
}

/** Takes a picture of what is seen, at rest and without a focus ring. */
async function take({ page }: Browser, name: string): Promise<void> {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    scrollTo(0, 0);
  });
  await page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== "running"));
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 82 });
  const picture = Buffer.from(data, "base64");
  expect(picture.length).toBeLessThan(most);
  writeFileSync(`${folder}${name}.webp`, picture);
}

/** Sits down and plays a few turns, until it is one's turn again. */
async function begin(browser: Browser, name: string, player: string, language: string, turns: number): Promise<void> {
  await join(browser, name, player, language);
  await playOn(browser.page, "click", { turns });
  await browser.page.locator(".hand-tile.fits, .actions button").first().waitFor({ timeout: 60_000 });
}

describe("the pictures of the README", () => {
  it("show pairs on a line, and how a round ends", async () => {
    await table("latin.pairs", "La esquina", 4);
    await look({ ...desktop, language: "es" }, async (browser) => {
      await begin(browser, "La esquina", "Ada", "es", 4);
      await take(browser, "pairs");
      await playOn(browser.page, "click", { until: "dealing" });
      await browser.page.locator(".round-end").waitFor();
      await browser.page.locator(".fairness button").click();
      await browser.page.locator(".verdict-text:not(:empty)").waitFor();
      await take(browser, "round-end");
    });
  });

  it("show chickie's tree on a phone in the dark", async () => {
    await table("chickie", "Hønsegården", 4);
    await look({ ...phone, touch: false }, async (browser) => {
      await begin(browser, "Hønsegården", "Grete", "nb", 3);
      await take(browser, "chickie-phone");
    });
  });

  it("show a replay of double nine, and the list of tables", async () => {
    const nine = await table("classic.draw", "Double nine", 2, { set_max: "9", target: "1" }, quick);
    await playMatch(client, nine, "Bia");
    await table("latin.solo", "Domino à trois", 3);
    await look(desktop, async (browser) => {
      const { page } = browser;
      await browser.go(`?lang=fr#/t/${nine}/replay/1`);
      await page.locator(".replay-deal .proven").waitFor();
      await page.locator(".scrubber").press("End");
      await take(browser, "replay");
      await browser.go("?lang=en#/");
      await page.locator(".card", { hasText: "Double nine" }).waitFor();
      await take(browser, "lobby");
    });
  });
});
