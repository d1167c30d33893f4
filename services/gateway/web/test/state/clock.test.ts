import { describe, expect, it } from "vitest";
import { ServerClock } from "../../src/state/clock.js";

const at = (ms: number) => new Date(ms).toISOString();

describe("the server's clock", () => {
  it("is this browser's until something is told", () => {
    expect(new ServerClock(() => 5_000).now()).toBe(5_000);
  });

  it("is as far off as the quickest message says", () => {
    let now = 100_000;
    const clock = new ServerClock(() => now);
    clock.justNow(at(90_000)); // 10 s ahead, or 10 s on the way
    now = 101_000;
    clock.justNow(at(100_900)); // 100 ms
    now = 102_000;
    clock.justNow(at(100_000)); // slow again
    expect(clock.now()).toBe(101_900);
  });

  it("runs ahead where the browser's is slow", () => {
    const clock = new ServerClock(() => 50_000);
    clock.past(at(80_000));
    expect(clock.now()).toBe(80_000);
  });

  it("learns nothing from what is only long ago", () => {
    const clock = new ServerClock(() => 90_000);
    clock.past(at(10_000));
    expect(clock.now()).toBe(90_000);
    clock.past(undefined);
    expect(clock.until(at(95_000))).toBe(5_000);
    expect(clock.until(undefined)).toBeUndefined();
  });
});
