import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Tranca } from "../test/tranca.js";
import { Browser, desktop, tabTo } from "./browser.js";

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

describe("with the keyboard alone", () => {
  it("somebody finds the lobby with its heading in focus, and nothing that axe would complain of", async () => {
    const { page } = browser;
    await browser.go("?lang=en#/");
    await page.getByText("There are no tables yet").waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    expect(await browser.findings()).toEqual([]);
    await browser.picture("lobby-empty");
  });

  it("they open a table with a bot and sit at it", async () => {
    const { page } = browser;
    await tabTo(page, ".lobby-head .primary");
    await page.keyboard.press("Enter");
    await page.locator("dialog .preset").first().waitFor();
    await page.locator("dialog").getByLabel("Points to win").waitFor();
    await tabTo(page, "input[type=radio]");
    await chooseRadio(page, "classic.draw");
    await typeInto(page, "Your name", "Ada");
    await typeInto(page, "Points to win", "1");
    expect(await browser.findings()).toEqual([]);
    await browser.picture("open-table");
    await tabTo(page, ".open-form .buttons .primary");
    await page.keyboard.press("Enter");
    await page.locator(".table-page[data-phase=open]").waitFor();
    await page.locator(".seat.bot").first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    expect(await browser.findings()).toEqual([]);
    await browser.picture("table-open");
  });

  it("they play a match to its end, and hear of it", async () => {
    const { page } = browser;
    await tabTo(page, ".start button");
    await page.keyboard.press("Enter");
    await page.locator(".hand-tile").first().waitFor();
    expect(await browser.findings()).toEqual([]);
    for (let turns = 0; !(await isOver(page)); turns++) {
      await takeTurn(page);
      if (turns === 3) {
        await browser.picture("table-play");
        expect(await browser.findings()).toEqual([]);
      }
    }
    await page.locator(".match-end").waitFor();
    await page.locator("[role=log]").getByText("The match is over.").waitFor({ state: "attached" });
    await browser.picture("match-end");
    expect(await browser.findings()).toEqual([]);
  });

  it("their browser proves that the deal was fair, with their own say in it", async () => {
    const { page } = browser;
    await tabTo(page, ".fairness button");
    await page.keyboard.press("Enter");
    await page.getByText("Fair: your own seed is part of the deal.").waitFor();
  });

  it("they ask for a rematch, and the table is open again", async () => {
    const { page } = browser;
    await tabTo(page, ".match-end button");
    await page.keyboard.press("Enter");
    await page.locator(".table-page[data-phase=open]").waitFor();
    expect(browser.complaints).toEqual([]);
  });
});

async function chooseRadio(page: Page, value: string): Promise<void> {
  for (let i = 0; i < 10 && !(await page.locator(`input[type=radio][value="${value}"]`).isChecked()); i++) {
    await page.keyboard.press("ArrowDown");
  }
  expect(await page.locator(`input[type=radio][value="${value}"]`).isChecked()).toBe(true);
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  const id = await page.locator("dialog").getByLabel(label).getAttribute("id");
  await tabTo(page, `[id="${id}"]`);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

function isOver(page: Page): Promise<boolean> {
  return page.locator(".table-page[data-phase=finished]").count().then((n) => n > 0);
}

/** Waits for a turn and does the first thing that is possible; gives up waiting when the match ends. */
async function takeTurn(page: Page): Promise<void> {
  const mine = ".hand-tile.fits, .actions button";
  await page.locator(`${mine}, .table-page[data-phase=finished]`).first().waitFor({ timeout: 60_000 });
  if (await isOver(page)) {
    return;
  }
  const version = await versionOf(page);
  if ((await page.locator(".hand-tile.fits").count()) > 0) {
    await playTile(page);
  } else if ((await page.locator(".actions button").count()) > 0) {
    await tabTo(page, ".actions button");
    await page.keyboard.press("Enter");
  }
  await page.waitForFunction((v) => document.querySelector(".table-page")?.getAttribute("data-version") !== v, version);
}

async function playTile(page: Page): Promise<void> {
  await tabTo(page, ".hand-tile");
  for (let i = 0; i < 30 && !(await page.evaluate(() => document.activeElement?.matches(".fits"))); i++) {
    await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("Enter");
  if ((await page.locator(".hand-tile[aria-pressed=true]").count()) > 0) {
    await page.waitForFunction(() => document.activeElement?.matches("[data-target]"));
    await page.keyboard.press("2");
  }
}

function versionOf(page: Page): Promise<string | null> {
  return page.locator(".table-page").getAttribute("data-version");
}
