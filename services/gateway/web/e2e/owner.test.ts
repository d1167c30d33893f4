import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, playerKey } from "../src/client/index.js";
import { Tranca } from "../test/tranca.js";
import { Browser, desktop, tabTo } from "./browser.js";
import { openTable } from "./sitting.js";

let tranca: Tranca;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  tranca = await Tranca.start();
  browser = await Browser.open(tranca.server, desktop);
  ({ page } = browser);
});
afterAll(async () => {
  await browser.close();
  await tranca.stop();
});

/** Opens a table without bots, with the usual rules of the game. */
async function open(game: string): Promise<void> {
  await browser.go("?lang=en#/");
  await page.locator(".lobby-head .primary").click();
  await page.locator(`input[type=radio][value="${game}"]`).check();
  await page.locator("dialog").getByLabel("Your name").fill("Ada");
  await page.getByText("Fill the free seats with bots").click();
  await page.locator(".open-form .primary").click();
  await page.locator(".table-page[data-phase=open]").waitFor();
}

describe("whoever opened a table", () => {
  it("changes its rules before a match, and everybody is asked again whether they are ready", async () => {
    await open("latin.pairs");
    expect(await page.locator(".seat").count()).toBe(4);
    await page.locator(".start button").click();
    await page.getByRole("button", { name: "Not ready after all" }).waitFor();
    await page.getByRole("button", { name: "Change the rules" }).click();
    await page.locator("dialog").getByLabel("Points to win").waitFor();
    expect(await browser.findings()).toEqual([]);
    await browser.picture("change-rules");
    await page.locator('input[type=radio][value="classic.draw"]').check();
    await page.locator("dialog").getByLabel("Players", { exact: true }).waitFor();
    await page.locator("dialog").getByLabel("Players", { exact: true }).selectOption("3");
    await page.locator("dialog").getByText("Clock and bots").click();
    await page.locator("dialog").getByLabel("Time for a turn").selectOption("60000");
    await page.locator(".open-form .primary").click();
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.waitForFunction(() => document.querySelectorAll(".seat").length === 3);
    await page.getByRole("button", { name: "I'm ready" }).waitFor();
    await page.locator("[role=log]").getByText("The rules were changed.").waitFor({ state: "attached" });
    await page.locator(".rules summary").click();
    await page.locator(".rules").getByText("1 min", { exact: false }).first().waitFor();
  });

  it("is told why rules do not go with who sits there", async () => {
    await page.locator('[data-seat="2"]').getByRole("button", { name: "Add a bot" }).click();
    await page.locator(".seat.bot").waitFor();
    await page.getByRole("button", { name: "Change the rules" }).click();
    await page.locator("dialog").getByLabel("Players", { exact: true }).selectOption("2");
    await page.locator(".open-form .primary").click();
    await page.locator("dialog [role=alert]").getByText("Somebody sits in seat 3, which would go.").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  });

  it("takes the seat of a bot, and gives it to one again", async () => {
    const bot = page.locator(".seat.bot");
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await page.getByText("You are watching").waitFor();
    await bot.getByRole("button", { name: "Take the bot's seat" }).click();
    await page.locator('.seat.own[data-seat="2"]').waitFor();
    expect(await browser.findings()).toEqual([]);
  });

  it("copies the link, and is told that it was", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Link copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url().replace("?lang=en", ""));
  });

  it("closes it, after a question, and everybody sees that it is over", async () => {
    await page.getByRole("button", { name: "Close the table" }).click();
    expect(await browser.findings()).toEqual([]);
    await page.locator("dialog .danger").click();
    await page.getByText("The table is closed.").first().waitFor();
    expect(await page.locator(".seat-actions button, .start button").count()).toBe(0);
    expect(browser.complaints).toEqual([]);
  });
});

describe("somebody who watches a match", () => {
  it("sits down for a bot, and plays on with its hand", async () => {
    const client = connect({ server: tranca.server, playerKey: playerKey() });
    const tableId = await openTable(client, { preset: "classic.draw", seats: 2, people: 1, name: "Guest" });
    const { seatToken: token = "" } = await client.sit({ tableId, player: "Bia" });
    await client.ready({ tableId }, { token });
    await browser.go(`?lang=en#/t/${tableId}`);
    await page.locator(".table-page[data-phase=playing]").waitFor();
    await page.locator(".seat.bot").getByRole("button", { name: "Take the bot's seat" }).click();
    await page.locator(".seat.own").waitFor();
    await page.locator(".hand-tile").first().waitFor();
    expect(await browser.findings()).toEqual([]);
  });
});

describe("the list of tables", () => {
  it("leads to the operators' page where the server has it, and to the records of a file", async () => {
    await browser.go("?lang=en#/");
    await page.getByRole("link", { name: "Operations" }).click();
    await page.locator(".ops-state").waitFor();
    await page.goBack();
    await tabTo(page, ".foot a");
    await page.keyboard.press("Enter");
    await page.locator("input[type=file]").waitFor({ state: "attached" });
  });
});
