import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Line } from "../../src/client/line.js";

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

it("A line is given up after a silence, not while something comes", () => {
  const line = new Line(new AbortController().signal, 40_000);
  for (let beats = 0; beats < 5; beats++) {
    vi.advanceTimersByTime(39_999);
    line.heard();
  }
  expect(line.signal.aborted).toBe(false);
  vi.advanceTimersByTime(40_000);
  expect(line.signal.reason).toEqual(new Error("nothing was heard"));
});

it("A line is not silent while its reader is busy", () => {
  const line = new Line(new AbortController().signal, 40_000);
  line.rest();
  vi.advanceTimersByTime(100_000);
  expect(line.signal.aborted).toBe(false);
});

it("A line ends with the outer signal and leaves no timer behind", () => {
  const outer = new AbortController();
  const line = new Line(outer.signal, 40_000);
  outer.abort(new Error("enough"));
  expect(line.signal.reason).toEqual(new Error("enough"));
  line.hangUp();
  expect(vi.getTimerCount()).toBe(0);
});
