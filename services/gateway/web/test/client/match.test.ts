import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { playMatch } from "../../examples/bot.js";
import { type Client, Rejection, connect, playerKey } from "../../src/client/index.js";
import * as english from "../../src/i18n/en/index.js";
import { Tranca } from "../tranca.js";

let tranca: Tranca;
let client: Client;
beforeAll(async () => {
  tranca = await Tranca.start();
  client = connect({ server: tranca.server, playerKey: playerKey() });
}, 600_000);
afterAll(() => tranca.stop());

const quick = { intermissionMs: 0, botThinkingMs: 0, turnLimitMs: 600_000 };

/** A table with one free seat among built-in bots. */
async function tableOfBots(preset: string, knobs: Record<string, string>, bots: number): Promise<string> {
  const { tableId = "" } = await client.openTable({ preset, knobs, options: quick });
  for (let n = 0; n < bots; n++) {
    await client.addBot({ tableId });
  }
  return tableId;
}

describe("against a server", () => {
  it("the example plays a whole match with built-in bots", async () => {
    const tableId = await tableOfBots("classic.draw", { seats: "2", target: "50" }, 1);
    const scores = await playMatch(client, tableId, "example-bot");
    expect(Math.max(...scores)).toBeGreaterThanOrEqual(50);
    const { table } = await client.getTable({ tableId });
    expect(table?.phase).toBe("finished");
    expect(table?.match?.scores).toEqual(scores);
    const { records = [] } = await client.getRecord({ tableId });
    expect(records.length).toBe(table?.match?.round);
  }, 300_000);

  it("the example plays on a tree, too", async () => {
    const tableId = await tableOfBots("chickie", { seats: "3", rounds: "2" }, 2);
    expect((await playMatch(client, tableId, "example-bot")).length).toBe(3);
  }, 300_000);

  it("a stream ends when its table is closed, and a second one has nothing to tell", async () => {
    const { tableId = "" } = await client.openTable({ preset: "latin.pairs" });
    const told: string[] = [];
    for await (const one of client.live(tableId)) {
      told.push(one.kind);
      if (one.kind === "table") {
        await client.closeTable({ tableId });
      }
    }
    expect(told).toEqual(["table", "update", "end"]);
  }, 60_000);

  it("every game, rule and value has a text", async () => {
    const { presets = [] } = await client.listPresets({});
    for (const { name: preset = "" } of presets) {
      expect(english.presets).toHaveProperty([preset]);
      expect(english.abouts).toHaveProperty([preset]);
      const { knobs = [] } = await client.getRules({ preset });
      // a knob that takes nothing but "none" is no part of the game
      for (const { name = "", type, allowed = [] } of knobs.filter((k) => k.allowed?.join() !== "none" || k.name === "teams")) {
        expect(english.knobs).toHaveProperty([name]);
        const words = type === "enum" ? allowed.filter((value) => !/^\d+$/.test(value)) : [];
        expect(Object.keys(english.values)).toEqual(expect.arrayContaining(words.map((value) => `${name}.${value}`)));
      }
    }
  }, 60_000);

  it("rules and presets are told, and what is wrong is refused with a reason", async () => {
    const { presets = [] } = await client.listPresets({});
    expect(presets.map((p) => p.name)).toContain("latin.pairs");
    const { knobs = [] } = await client.getRules({ preset: "latin.pairs", knobs: { target: "150" } });
    expect(knobs.find((k) => k.name === "target")?.value).toBe("150");
    const error = await client.openTable({ preset: "bridge" }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Rejection);
    expect(error).toMatchObject({ code: "invalid_argument", reason: "unknown_preset" });
  }, 60_000);
});
