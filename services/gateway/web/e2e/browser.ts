import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, type Page, chromium } from "playwright-core";

/** Where pictures of the pages go; git ignores it. */
const shots = fileURLToPath(new URL("./shots/", import.meta.url));

/** How a browser shows the pages. */
export type Look = {
  width: number;
  height: number;
  language: string;
  colours?: "light" | "dark";
  touch?: boolean;
};

export const desktop: Look = { width: 1280, height: 800, language: "en" };
export const phone: Look = { width: 390, height: 844, language: "nb", colours: "dark", touch: true };

const flags = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** A browser with a profile of its own, which sees the pages of one server. */
export class Browser {
  readonly page: Page;
  /** Whatever the page complained of. */
  readonly complaints: string[] = [];
  readonly #context: BrowserContext;
  readonly #profile: string;
  readonly #server: string;

  private constructor(context: BrowserContext, page: Page, profile: string, server: string) {
    this.page = page;
    this.#context = context;
    this.#profile = profile;
    this.#server = server;
    page.on("pageerror", (error) => this.complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
        this.complaints.push(message.text());
      }
    });
  }

  static async open(server: string, look: Look): Promise<Browser> {
    const profile = mkdtempSync(join(tmpdir(), "tranca-browser-"));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", headless: true, args: flags,
      viewport: { width: look.width, height: look.height }, locale: look.language,
      colorScheme: look.colours ?? "light", hasTouch: look.touch ?? false,
    });
    const browser = new Browser(context, context.pages()[0] ?? (await context.newPage()), profile, server);
    return browser;
  }

  async go(hash: string): Promise<void> {
    await this.page.goto(`${this.#server}/${hash}`);
    await this.page.locator("h1").waitFor();
  }

  /** Takes a picture for whoever wants to look. */
  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: join(shots, `${name}.png`) });
  }

  /** From the next page on, keeps what calls and streams of the page bring. */
  async listen(): Promise<void> {
    await this.page.addInitScript(() => {
      const page = window as unknown as { heard: string[] };
      page.heard = [];
      const plain = window.fetch;
      window.fetch = async (...call) => {
        const answer = await plain(...call);
        keep(answer.clone()).catch(() => {}); // the page hangs up when it wants other topics
        return answer;
      };
      async function keep(answer: Response): Promise<void> {
        const text = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
        for (let part = await text?.read(); part && !part.done; part = await text?.read()) {
          page.heard.push(part.value);
        }
      }
    });
  }

  /** All that the page was told since then. */
  heard(): Promise<string> {
    return this.page.evaluate(() => (window as unknown as { heard: string[] }).heard.join(""));
  }

  /** What axe finds against the rules for accessible pages: the rule, and where. */
  async findings(): Promise<string[]> {
    const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    await this.page.evaluate(axe);
    return this.page.evaluate(async () => {
      type Result = { violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] };
      const { axe } = window as unknown as { axe: { run: () => Promise<Result> } };
      const { violations } = await axe.run();
      return violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(" ")}: ${n.failureSummary ?? ""}`));
    });
  }

  async close(): Promise<void> {
    await this.#context.close();
    rmSync(this.#profile, { recursive: true, force: true });
  }
}

/** Presses Tab until what matches the selector has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let i = 0; i < 80; i++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector)) {
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`no Tab leads to ${selector}`);
}
