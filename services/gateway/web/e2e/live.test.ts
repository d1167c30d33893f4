import type { Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Client, connect, playerKey } from "../src/client/index.js";
import { Tranca } from "../test/tranca.js";
import { Browser, desktop } from "./browser.js";
import { join, openTable } from "./sitting.js";

let tranca: Tranca;
let client: Client;
let browser: Browser;
let asked: string[];

beforeAll(async () => {
  tranca = await Tranca.start();
  client = connect({ server: tranca.server, playerKey: playerKey() });
});
afterAll(() => tranca.stop());

beforeEach(async () => {
  browser = await Browser.open(tranca.server, desktop);
  asked = [];
  browser.page.on("request", (request: Request) => { asked.push(new URL(request.url()).pathname + new URL(request.url()).search); });
});
afterEach(() => browser.close());

const calls = (name: string) => asked.filter((path) => path.endsWith(`/${name}`)).length;
const streams = () => asked.filter((path) => path.startsWith("/v1/"));
const card = (name: string) => browser.page.locator(".card", { hasText: name });

async function open(name: string): Promise<string> {
  const { tableId = "" } = await client.openTable({ preset: "classic.draw", knobs: { seats: "2" }, properties: { name } });
  return tableId;
}

describe("the list of tables", () => {
  it("changes while one looks, without being asked for", async () => {
    await browser.go("?lang=en#/");
    await browser.page.locator(".filters").waitFor();
    const tableId = await open("Fresh");
    await card("Fresh").getByText("2 free seats").waitFor();
    await client.addBot({ tableId });
    await card("Fresh").getByText("1 free seat").waitFor();
    await client.closeTable({ tableId });
    await card("Fresh").waitFor({ state: "detached" });
    expect(calls("ListTables")).toBe(0);
    expect(streams()).toEqual(["/v1/stream?lobby=1"]);
  });

  it("is filtered by family, seats, state and free seats", async () => {
    const { page } = browser;
    const { tableId = "" } = await client.openTable({ preset: "latin.pairs", properties: { name: "Four" } });
    const two = await open("Two");
    await browser.go("?lang=en#/");
    await card("Four").waitFor();
    await card("Two").waitFor();
    await page.getByLabel("Game", { exact: true }).selectOption({ label: "All Latin games" });
    await card("Two").waitFor({ state: "detached" });
    expect(await card("Four").count()).toBe(1);
    await page.getByLabel("Game", { exact: true }).selectOption("");
    await page.getByLabel("Players", { exact: true }).first().selectOption("2");
    await card("Four").waitFor({ state: "detached" });
    await card("Two").waitFor();
    await page.getByLabel("State").selectOption({ label: "Match over" });
    await page.getByText("No table matches.").waitFor();
    await client.closeTable({ tableId });
    await client.closeTable({ tableId: two });
  });

  it("does not show a table that is found by its link alone", async () => {
    const { page } = browser;
    await browser.go("?lang=en#/");
    await page.locator(".lobby-head .primary").click();
    await page.getByLabel("Your name").last().fill("Ada");
    await page.getByLabel("Name of the table").fill("Hidden");
    await page.getByText("Keep it out of the list").click();
    await page.locator(".open-form .primary").click();
    await page.locator(".table-page[data-phase=open]").waitFor();
    const other = await Browser.open(tranca.server, desktop);
    await open("Shown");
    await other.go("?lang=en#/");
    await other.page.locator(".card", { hasText: "Shown" }).waitFor();
    expect(await other.page.locator(".card", { hasText: "Hidden" }).count()).toBe(0);
    const link = await page.locator(".invite input").inputValue();
    await other.page.goto(link);
    await other.page.locator(".table-page[data-phase=open]").waitFor();
    await other.close();
    await browser.go("?lang=en#/");
    await card("Hidden").waitFor(); // one's own tables are shown to oneself
  });
});

describe("a table", () => {
  it("is told over one stream, by a tab that says that it is there", async () => {
    const { page } = browser;
    const tableId = await openTable(client, { preset: "classic.draw", seats: 2, people: 1, name: "Streams" });
    const here = page.waitForRequest((request) => request.url().endsWith("/StayHere"));
    await join(browser, "Streams", "Ada", "en");
    await page.locator(".hand-tile").first().waitFor();
    await here;
    expect(new Set(streams())).toEqual(new Set(["/v1/stream?lobby=1", `/v1/stream?table=${tableId}`]));
    expect(browser.complaints).toEqual([]);
  });

  it("that is closed says so, and is asked for no more", async () => {
    const { page } = browser;
    const tableId = await open("Closing");
    await browser.go(`?lang=en#/t/${tableId}`);
    await page.locator(".table-page").waitFor();
    await client.closeTable({ tableId });
    await page.getByText("The table is closed.").first().waitFor();
    const before = streams().length;
    await page.evaluate(() => dispatchEvent(new Event("online")));
    expect(streams().length).toBe(before);
    expect(await browser.findings()).toEqual([]);
  });

  it("that is not there is told to be missing", async () => {
    await browser.go("?lang=en#/t/0-zzzzzzzzzzzzzzzz");
    await browser.page.getByText("There is no such table, or it is long gone.").waitFor();
  });
});

describe("a limit", () => {
  it("is told, and what was asked for is asked for again when its time has come", async () => {
    const { page } = browser;
    const times: number[] = [];
    await page.route("**/GetRules", async (route) => {
      times.push(performance.now());
      if (times.length > 1) {
        return route.continue();
      }
      const debug = { reason: "address_rate", params: { limit: "address_rate", retry_after: "2" } };
      return route.fulfill({
        status: 429, headers: { "Retry-After": "2" }, contentType: "application/json",
        body: JSON.stringify({ code: "resource_exhausted", details: [{ type: "tranca.api.v1.Rejection", debug }] }),
      });
    });
    await browser.go("?lang=en#/");
    await page.locator(".lobby-head .primary").click();
    await page.locator(".trouble").getByText("Too much is coming from where you are. Wait a moment. Trying again in a moment.").waitFor();
    await page.getByLabel("Points to win").waitFor();
    await page.locator(".trouble:empty").waitFor({ state: "attached" });
    expect(times.length).toBe(2);
    expect(times[1]! - times[0]!).toBeGreaterThan(1_900);
  });
});
