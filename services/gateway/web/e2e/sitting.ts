import type { Page } from "playwright-core";
import type { Client } from "../src/client/index.js";
import type { Browser } from "./browser.js";

/** A table that somebody else has opened: its seats but so many are bots'. */
export type Setting = { preset: string; seats: number; people: number; name: string; knobs?: Record<string, string> };

/** Opens a table by the API and seats its bots; returns its id. */
export async function openTable(client: Client, { preset, seats, people, name, knobs = {} }: Setting): Promise<string> {
  const { tableId = "" } = await client.openTable({
    preset, knobs: { seats: String(seats), ...knobs }, properties: { name },
    options: { botThinkingMs: 100, turnLimitMs: 120_000, intermissionMs: 1_000 },
  });
  for (let i = people; i < seats; i++) {
    await client.addBot({ tableId });
  }
  return tableId;
}

/** Takes a free seat of the table of that name in the lobby, and says that one is ready. */
export async function join(browser: Browser, name: string, player: string, language: string): Promise<void> {
  const { page } = browser;
  await browser.go(`?lang=${language}#/`);
  await page.locator(".card", { hasText: name }).locator("button.primary").click();
  await page.locator("dialog input").fill(player);
  await page.locator("dialog .primary").click();
  await page.locator(".start button").click();
}

/** How a tile or a button is touched. */
export type Touch = "tap" | "click";

/** Plays by pointer whenever it can, and ends when the page has one of the phases or as often as is asked. */
export async function playOn(page: Page, touch: Touch, { turns = Infinity, until = "finished" } = {}): Promise<void> {
  const over = page.locator(`.table-page[data-phase=${until}]`);
  const mine = page.locator(".hand-tile.fits, .actions button");
  for (let n = 0; n < turns; n++) {
    await mine.or(over).first().waitFor({ timeout: 60_000 });
    if ((await over.count()) > 0) {
      return;
    }
    await takeTurn(page, touch);
  }
}

/** Plays the first tile that fits at its first place, or else draws or passes; ends when that is done. */
async function takeTurn(page: Page, touch: Touch): Promise<void> {
  const tile = page.locator(".hand-tile.fits").first();
  if ((await tile.count()) === 0) {
    const version = await page.locator(".table-page").getAttribute("data-version");
    await page.locator(".actions button").first()[touch]();
    await page.waitForFunction((v) => document.querySelector(".table-page")?.getAttribute("data-version") !== v, version);
    return;
  }
  const name = await tile.getAttribute("data-tile");
  await tile[touch]();
  if ((await page.locator(".hand-tile[aria-pressed=true]").count()) > 0) {
    await page.locator("[data-target]").first()[touch]();
  }
  // The version alone may be that of somebody who came or went.
  await page.locator(`.hand-tile[data-tile="${name}"]`).waitFor({ state: "detached" });
}

/** The tiles in the own hand, such as "6-4", once the page has heard of the last play: the board may be told a moment before the hand. */
export async function handOf(page: Page): Promise<string[]> {
  await page.waitForFunction(() => {
    const laid = new Set([...document.querySelectorAll(".board [data-tile]")].map((e) => e.getAttribute("data-tile")));
    return [...document.querySelectorAll(".hand-tile")].every((e) => !laid.has(e.getAttribute("data-tile")));
  });
  return page.locator(".hand-tile").evaluateAll((all) => all.map((e) => e.getAttribute("data-tile") ?? ""));
}
