import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { connect, playerKey } from "../src/client/index.js";
import { Tranca } from "../test/tranca.js";
import { Browser, desktop } from "../e2e/browser.js";
import { join, openTable } from "../e2e/sitting.js";

/** How many times slower than here the page's processor is. */
const slowdown = 4;
const loads = 5;

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

it("a page is loaded until a legal tile can have the focus", async () => {
  const { page } = browser;
  const client = connect({ server: tranca.server, playerKey: playerKey() });
  await openTable(client, { preset: "classic.draw", seats: 2, people: 1, name: "Bench" });
  await join(browser, "Bench", "Ada", "en");
  await page.locator(".hand-tile.fits, .actions button").first().waitFor(); // it is Ada's turn, and stays so
  const table = page.url();
  const plain = await plainPage();
  const throttle = await page.context().newCDPSession(page);
  await throttle.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const times: Record<"plain" | "table" | "again", number[]> = { plain: [], table: [], again: [] };
  for (let n = 0; n < loads; n++) {
    times.plain.push(await until(page, plain.address, "button", true));
    times.table.push(await until(page, table, ".hand-tile.fits, .actions button", true));
    times.again.push(await until(page, table, ".hand-tile.fits, .actions button", false));
  }
  plain.stop();
  report(times);
});

/** Milliseconds from the begin of a navigation until the selector is there and painted. */
async function until(page: Page, address: string, selector: string, empty: boolean): Promise<number> {
  const cache = await page.context().newCDPSession(page);
  await cache.send("Network.setCacheDisabled", { cacheDisabled: empty });
  await page.goto("about:blank");
  await page.goto(address, { waitUntil: "commit" });
  const time = await page.evaluate((wanted) => new Promise<number>((resolve) => {
    const look = () => {
      if (document.querySelector(wanted)) {
        requestAnimationFrame(() => resolve(performance.now()));
      } else {
        requestAnimationFrame(look);
      }
    };
    look();
  }), selector);
  await cache.detach();
  return time;
}

/** The least that a page can be: a button, without any script. */
async function plainPage(): Promise<{ address: string; stop: () => void }> {
  const server = createServer((_, answer) => answer.setHeader("Content-Type", "text/html").end("<!doctype html><button>6-4</button>"));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() };
}

function report(times: Record<string, number[]>): void {
  const lines = [`median of ${loads} loads on a processor ${slowdown} times slower, in ms (least to most):`];
  for (const [what, all] of Object.entries(times)) {
    const sorted = all.toSorted((a, b) => a - b).map(Math.round);
    lines.push(`  ${what.padEnd(6)} ${sorted[loads >> 1]} (${sorted[0]} to ${sorted[loads - 1]})`);
  }
  lines.push("bytes of the page (compressed):");
  const dist = fileURLToPath(new URL("../dist/assets/", import.meta.url));
  for (const name of readdirSync(dist)) {
    const bytes = readFileSync(dist + name);
    lines.push(`  ${name.replace(/-.{8}\./, ".").padEnd(10)} ${bytes.length} (${gzipSync(bytes, { level: 9 }).length})`);
  }
  process.stdout.write(lines.join("\n") + "\n");
}
