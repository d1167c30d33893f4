import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { playMatch } from "../examples/bot.js";
import { type Client, connect, playerKey } from "../src/client/index.js";
import { Tranca } from "../test/tranca.js";
import { Browser, desktop, phone, tabTo } from "./browser.js";

const quick = { intermissionMs: 0, botThinkingMs: 0, turnLimitMs: 600_000 };
const narrow = { ...phone, width: 360, height: 740, language: "es" };

let tranca: Tranca;
let client: Client;
let tableId: string;
let file: string;

beforeAll(async () => {
  tranca = await Tranca.start();
  client = connect({ server: tranca.server, playerKey: playerKey() });
  tableId = await played("latin.pairs", { target: "60" }, 3);
  const { records = [] } = await client.getRecord({ tableId });
  file = join(mkdtempSync(join(tmpdir(), "tranca-records-")), "match.jsonl");
  writeFileSync(file, `${records.join("\n")}\n`);
});

afterAll(async () => {
  rmSync(join(file, ".."), { recursive: true });
  await tranca.stop();
});

async function played(preset: string, knobs: Record<string, string>, bots: number): Promise<string> {
  const { tableId: id = "" } = await client.openTable({ preset, knobs, options: quick });
  for (let n = 0; n < bots; n++) {
    await client.addBot({ tableId: id });
  }
  await playMatch(client, id, "Ada");
  return id;
}

describe("a round that is watched again", () => {
  let browser: Browser;
  beforeAll(async () => { browser = await Browser.open(tranca.server, desktop); });
  afterAll(() => browser.close());

  const scrubber = () => browser.page.locator(".scrubber");
  const at = () => scrubber().inputValue().then(Number);
  const tiles = () => browser.page.locator(".board").getAttribute("data-tiles").then(Number);

  it("begins with the deal, all hands open, and an honest deal is proven", async () => {
    const { page } = browser;
    await browser.go(`?lang=en#/t/${tableId}/replay/1`);
    await scrubber().waitFor();
    expect([await at(), await tiles()]).toEqual([0, 0]);
    expect(await page.locator(".replay-tiles [role=img]").count()).toBe(28);
    await page.locator(".replay-deal .proven").waitFor();
    expect(await browser.findings()).toEqual([]);
    await browser.picture("replay-start");
  });

  it("is scrubbed with the keyboard, and its address holds the move", async () => {
    const { page } = browser;
    await page.keyboard.press("ArrowRight"); // from the heading, which has the focus
    await page.keyboard.press("ArrowRight");
    expect(await at()).toBe(2);
    await tabTo(page, ".scrubber");
    await page.keyboard.press("End");
    const last = await at();
    expect(await scrubber().getAttribute("aria-valuetext")).toBe(`Move ${last} of ${last}`);
    expect(await page.locator(".replay-said").innerText()).toMatch(/Domino!|Blocked|Void/);
    await browser.picture("replay-end");
    await page.keyboard.press("Home");
    for (let n = 0; n < 5; n++) {
      await page.keyboard.press("ArrowRight");
    }
    await page.waitForURL(/replay\/1\?at=5$/);
    expect(await browser.findings()).toEqual([]);
    await browser.picture("replay-move");
  });

  it("opens at the move of a link that somebody shares", async () => {
    await browser.page.reload();
    await scrubber().waitFor();
    expect(await at()).toBe(5);
  });

  it("plays by itself once it is asked to, and to the end", async () => {
    const { page } = browser;
    await page.locator(".replay-buttons select").selectOption("4");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.waitForFunction(() => {
      const { value, max } = document.querySelector<HTMLInputElement>(".scrubber")!;
      return value === max;
    });
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  });

  it("leads to the other rounds of the match", async () => {
    const { page } = browser;
    await page.locator(".replay-rounds tbody a").last().click();
    await page.locator(".replay-rounds tr.current:last-child").waitFor();
    expect(page.url()).toMatch(/replay\/[2-9]\d*$/);
  });

  it("that is not there is told", async () => {
    await browser.go(`?lang=en#/t/${tableId}/replay/99`);
    await browser.page.getByText("This round has no record yet").waitFor();
  });

  it("can come from a file, and a wrong one is refused", async () => {
    const { page } = browser;
    await browser.go("?lang=en#/replay");
    await page.locator("input[type=file]").setInputFiles({ name: "x.jsonl", mimeType: "text/plain", buffer: Buffer.from("nonsense") });
    await page.getByText("This file can't be read").waitFor();
    expect(await browser.findings()).toEqual([]);
    await browser.picture("replay-file");
    await page.locator("input[type=file]").setInputFiles(file);
    await page.locator(".replay-deal .proven").waitFor();
    await page.locator(".replay-rounds tbody button").last().click();
    await page.locator(".replay-rounds tr.current:last-child").waitFor();
    await browser.picture("replay-from-file");
    expect(browser.complaints).toEqual([]);
  });
});

describe("on a phone of 360 pixels", () => {
  let browser: Browser;
  beforeAll(async () => { browser = await Browser.open(tranca.server, narrow); });
  afterAll(() => browser.close());

  it("a round fits, in the dark and in another language", async () => {
    const { page } = browser;
    await browser.go(`#/t/${tableId}/replay/1?at=9`);
    await page.locator(".replay-deal .proven").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await browser.findings()).toEqual([]);
    await browser.picture("replay-phone");
    expect(await page.locator("h1").innerText()).toBe("Repetición de la ronda 1");
  });

  it("so does a tree", async () => {
    const tree = await played("chickie", { seats: "4", rounds: "1" }, 3);
    await browser.go(`?lang=nb#/t/${tree}/replay/1?at=14`);
    await browser.page.locator(".replay-deal .proven").waitFor();
    await browser.picture("replay-phone-tree");
    expect(browser.complaints).toEqual([]);
  });
});
