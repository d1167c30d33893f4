import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keys } from "../../src/pages/replay/controls.js";
import { Playback, standsMs } from "../../src/state/playback.js";

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

describe("a replay", () => {
  it("begins where it is told, and nowhere that is not", () => {
    expect(new Playback(10, 4).at.value).toBe(4);
    expect(new Playback(10, 99).at.value).toBe(10);
    expect(new Playback(10, Number.NaN).at.value).toBe(0);
  });

  it("stands still until it is asked to play", () => {
    const playback = new Playback(10);
    vi.advanceTimersByTime(60_000);
    expect(playback.at.value).toBe(0);
  });

  it("plays to its end, and from the start when it is asked again", () => {
    const playback = new Playback(2);
    playback.toggle();
    vi.advanceTimersByTime(2 * standsMs);
    expect([playback.at.value, playback.playing.value]).toEqual([2, false]);
    playback.toggle();
    expect([playback.at.value, playback.playing.value]).toEqual([0, true]);
  });

  it.each([0.5, 1, 2, 4] as const)("shows each position %d times as fast", (speed) => {
    const playback = new Playback(20);
    playback.choose(speed);
    playback.toggle();
    vi.advanceTimersByTime(4 * standsMs - 1);
    expect(playback.at.value).toBe(Math.ceil(4 * speed) - 1);
  });

  it("pauses for whoever takes it in hand", () => {
    const playback = new Playback(10);
    playback.toggle();
    playback.step(3);
    vi.advanceTimersByTime(60_000);
    expect([playback.at.value, playback.playing.value]).toEqual([3, false]);
  });

  it("is moved by arrows, Home and End", () => {
    const playback = new Playback(10, 5);
    const press = (...names: string[]) => { names.forEach((name) => keys(playback)[name]?.()); return playback.at.value; };
    expect(press("ArrowRight", "ArrowRight", "ArrowLeft")).toBe(6);
    expect(press("End", "ArrowRight")).toBe(10);
    expect(press("Home", "ArrowLeft")).toBe(0);
  });
});
