import { describe, expect, it } from "vitest";
import { alarmsOf, flowOf, isDown } from "../../src/pages/ops/judge.js";
import { scaleOf, sparkPath } from "../../src/pages/ops/spark.js";
import { type Figures, Pipeline, kept } from "../../src/state/pipeline.js";

const well: Figures = {
  at: "2026-12-01T00:00:00Z", version: "v1", eventsPerSecond: 3,
  commands: [
    { service: "rules", outcome: "ok", perSecond: 8, p50Ms: 2, p99Ms: 9 },
    { service: "rules", outcome: "failed_precondition", perSecond: 2 },
    { service: "rules", outcome: "unavailable", perSecond: 0 },
  ],
  live: { streams: 4, updatesPerSecond: 12, gaps: 0, slowStreams: 0 }, nats: { connected: true, roundTripMs: 0.2 },
  services: [{ name: "rules", replicas: 2 }], projections: [{ name: "tables", lag: 0, stopped: 0 }],
};

describe("what operators are told", () => {
  it("sums a service's commands and sets refusals apart from failures", () => {
    expect(flowOf(well.commands, "rules")).toEqual({ perSecond: 10, refused: 2, failed: 0, p50Ms: 2, p99Ms: 9 });
    expect(flowOf(well.commands, "dealer").perSecond).toBe(0);
  });

  it("raises no alarm while all is well: a refusal is none", () => {
    expect(alarmsOf(well)).toEqual([]);
  });

  it("says first what is down, and then what is slow", () => {
    const alarms = alarmsOf({
      ...well, nats: { connected: false }, services: [{ name: "rules", replicas: 0 }],
      projections: [{ name: "tables", lag: 900, stopped: 1 }],
      commands: [{ service: "rules", outcome: "ok", perSecond: 1, p99Ms: 4_000 }, { service: "rules", outcome: "internal", perSecond: 1 }],
    });
    expect(alarms.map((a) => a.kind)).toEqual(["broker", "service", "projection", "failures", "lag", "slow"]);
    expect(alarms.map(isDown)).toEqual([true, true, true, false, false, false]);
  });
});

describe("a line of two minutes", () => {
  it("ends at the right edge, and begins where the figures do", () => {
    expect(sparkPath([0, 10], 10)).toBe("M238.0 42.0L240.0 2.0");
    expect(sparkPath(Array.from({ length: kept }, () => 0), 1)).toMatch(/^M0\.0 .*L240\.0 42\.0$/);
  });

  it("has a gap where nothing is known", () => {
    expect(sparkPath([1, undefined, 1], 1).match(/M/g)).toHaveLength(2);
  });

  it.each([[0, 1], [1.5, 2], [7, 10], [130, 200], [501, 1000]])("up to %d has a scale up to %d", (most, scale) => {
    expect(scaleOf([0, most])).toBe(scale);
  });
});

describe("the stream of figures", () => {
  const answering = (status: number, body: string) => new Pipeline(() => Promise.resolve(new Response(body, { status })));

  it("keeps what it is told", async () => {
    const pipeline = answering(200, `retry: 1000\n\nevent: pipeline\ndata: ${JSON.stringify(well)}\n\n`);
    const told = new Promise<void>((resolve) => { pipeline.past.subscribe((past) => { if (past.length > 0) resolve(); }); });
    pipeline.start();
    await told;
    pipeline.stop();
    expect(pipeline.past.value[0]).toEqual(well);
  });

  it("of a service that does not tell is off, and is not asked for again", async () => {
    const pipeline = answering(404, "{}");
    const off = new Promise<void>((resolve) => { pipeline.line.subscribe((line) => { if (line === "off") resolve(); }); });
    pipeline.start();
    await off;
    expect(pipeline.past.value).toEqual([]);
  });
});
