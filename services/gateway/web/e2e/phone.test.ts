import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Client, connect, playerKey } from "../src/client/index.js";
import { Tranca } from "../test/tranca.js";
import { Browser, desktop, phone } from "./browser.js";
import { join, openTable } from "./sitting.js";

let tranca: Tranca;
let client: Client;
let browser: Browser;

beforeAll(async () => {
  tranca = await Tranca.start();
  client = connect({ server: tranca.server, playerKey: playerKey() });
});

afterAll(() => tranca.stop());

afterEach(() => browser.close());

/** Sits down at a table of bots where one seat is free; returns the table's id. */
async function play(preset: string, seats: number, name: string): Promise<string> {
  const tableId = await openTable(client, { preset, seats, people: 1, name });
  await join(browser, name, "Grete", "nb");
  await browser.page.locator(".hand-tile").first().waitFor();
  return tableId;
}

/** Waits until a tile can be played, and draws or passes until then. */
async function untilTileFits(page: Page): Promise<void> {
  for (;;) {
    await page.locator(".hand-tile.fits, .actions button, .round-end").first().waitFor({ timeout: 60_000 });
    if ((await page.locator(".hand-tile.fits").count()) > 0) {
      return;
    }
    const button = page.locator(".actions button").first();
    if ((await button.count()) > 0) {
      await button.click({ timeout: 5_000 }).catch(() => {}); // its turn may be over
    }
  }
}

function handSize(page: Page): Promise<number> {
  return page.locator(".hand-tile").count();
}

describe("on a phone, in the dark and in Norwegian", () => {
  beforeEach(async () => {
    browser = await Browser.open(tranca.server, phone);
  });

  it("somebody joins from the lobby and plays chickie by tapping", async () => {
    const { page } = browser;
    await play("chickie", 4, "Hønsegården");
    for (let turns = 0; turns < 3; turns++) {
      await untilTileFits(page);
      const before = await handSize(page);
      await page.locator(".hand-tile.fits").first().tap();
      const place = page.locator("[data-target]").first();
      if ((await page.locator(".hand-tile[aria-pressed=true]").count()) > 0) {
        await place.waitFor();
        await browser.picture(`phone-places-${turns}`);
        expect(await browser.findings()).toEqual([]);
        const box = await place.locator(".target-hit").boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(43.9);
        await place.tap();
      }
      await page.waitForFunction((n) => document.querySelectorAll(".hand-tile").length !== n, before);
    }
    await browser.picture("phone-chickie");
    expect(await browser.findings()).toEqual([]);
    expect(browser.complaints).toEqual([]);
  });

  it("nothing is wider than the page, and all that can be touched is as large as a finger", async () => {
    const { page } = browser;
    await page.setViewportSize({ width: 360, height: 740 });
    await play("classic.draw", 6, "Seks");
    await browser.picture("phone-six");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const small = await page.locator("button:visible, a:visible, select:visible, summary:visible").evaluateAll((all) =>
      all.filter((e) => !e.classList.contains("skip")).map((e) => ({ name: e.textContent, ...e.getBoundingClientRect().toJSON() as DOMRect }))
        .filter((r) => r.height < 43.9 || r.width < 43.9).map((r) => `${r.name}: ${r.width} × ${r.height}`));
    expect(small).toEqual([]);
  });
});

describe("with a mouse", () => {
  beforeEach(async () => {
    browser = await Browser.open(tranca.server, desktop);
  });

  it("a tile is dragged from the hand to its place", async () => {
    const { page } = browser;
    await play("classic.draw", 2, "Drag");
    await untilTileFits(page);
    const before = await handSize(page);
    const tile = await page.locator(".hand-tile.fits").first().boundingBox();
    await page.mouse.move(tile!.x + 20, tile!.y + 40);
    await page.mouse.down();
    await page.mouse.move(tile!.x + 20, tile!.y - 60, { steps: 4 });
    const target = page.locator("[data-target]").first();
    await target.waitFor();
    await browser.picture("drag");
    await page.waitForTimeout(400); // the board comes to rest
    const place = await target.boundingBox();
    await page.mouse.move(place!.x + place!.width / 2, place!.y + place!.height / 2, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction((n) => document.querySelectorAll(".hand-tile").length === n - 1, before);
    expect(browser.complaints).toEqual([]);
  });

  it("a tile that is let go beside the board stays in the hand", async () => {
    const { page } = browser;
    await play("classic.draw", 2, "Beside");
    await untilTileFits(page);
    const before = await handSize(page);
    const tile = await page.locator(".hand-tile.fits").first().boundingBox();
    await page.mouse.move(tile!.x + 20, tile!.y + 40);
    await page.mouse.down();
    await page.mouse.move(tile!.x + 300, tile!.y + 20, { steps: 4 });
    await page.mouse.up();
    expect(await handSize(page)).toBe(before);
    expect(await page.locator(".dragged").count()).toBe(0);
  });

  it("who leaves in a match is asked first, and watches then while a bot plays on", async () => {
    const { page } = browser;
    await play("latin.pairs", 4, "Leaving");
    await page.locator(".exits button").first().click();
    await page.locator("dialog").getByText("En robot spiller videre for deg").waitFor();
    await browser.picture("leave");
    expect(await browser.findings()).toEqual([]);
    await page.locator("dialog .danger").click();
    await page.getByText("Du ser på").waitFor();
    expect(await page.locator(".hand").count()).toBe(0);
    await browser.picture("spectator");
    expect(await browser.findings()).toEqual([]);
  });

  it("who goes on from another device only watches on this one", async () => {
    const { page } = browser;
    const tableId = await play("latin.pairs", 4, "Devices");
    const seats = JSON.parse(await page.evaluate(() => localStorage.getItem("tranca.seats") ?? "{}")) as Record<string, { token: string }>;
    await client.reissueToken({ tableId }, { token: seats[tableId]?.token });
    await page.getByText("Du spiller på en annen enhet").waitFor();
    expect(await page.locator(".hand").count()).toBe(0);
  });

  it("a seat that is opened on a second page goes on there, and comes back when it is asked for", async () => {
    const { page } = browser;
    await play("latin.pairs", 4, "Pages");
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.locator(".hand-tile").first().waitFor();
    await page.getByText("Du spiller på en annen enhet").waitFor();
    expect(await page.locator(".hand-tile").count()).toBe(0);
    await page.locator(".notice button").click();
    await page.locator(".hand-tile").first().waitFor();
    await second.getByText("Du spiller på en annen enhet").waitFor();
  });
});
