import { describe, expect, it } from "vitest";
import { boardWidth, fit, pan, unit, zoom } from "../../src/pages/table/camera.js";
import { spots } from "../../src/pages/table/seating.js";
import { wordsIn, wordsOut } from "../../src/ui/pace.js";

const seats = (n: number) => Array.from({ length: n }, (_, seat) => ({ seat }));
const numbers = (at: readonly { seat?: number }[]) => at.map((s) => s.seat);

describe("seats around the table", () => {
  it("go clockwise from one's own, so the next seat is on the left and partners are opposite (L-01, L-05)", () => {
    const { bottom, left, top, right } = spots(seats(4), 1);
    expect([bottom, left, top, right].map(numbers)).toEqual([[1], [2], [3], [0]]);
  });

  it("are opposite where there are two", () => {
    const { bottom, left, top, right } = spots(seats(2), 1);
    expect([bottom, left, top, right].map(numbers)).toEqual([[1], [], [0], []]);
  });

  it("are seen from the first one by spectators", () => {
    expect(numbers(spots(seats(3), undefined).bottom)).toEqual([0]);
    expect(numbers(spots(seats(5), undefined).top)).toEqual([2, 3]);
  });

  it("are none before the table is known", () => {
    expect(spots([], undefined)).toEqual({ bottom: [], left: [], top: [], right: [] });
  });
});

describe("the window onto the board", () => {
  const size = { width: 400, height: 300 };

  it("shows little at 100 %, where a place is as large as a finger", () => {
    expect(fit({ left: -1, top: -1, right: 1, bottom: 1 }, size).scale).toBe(unit);
    expect(unit).toBeGreaterThanOrEqual(44);
  });

  it("shows all of what is large", () => {
    const { scale, x } = fit({ left: 0, top: 0, right: 40, bottom: 6 }, size);
    expect(scale * 40).toBeLessThan(400);
    expect(x).toBe(20);
  });

  it("comes nearer around the pointer, and moves with it", () => {
    const from = { x: 0, y: 0, scale: 20 };
    const near = zoom(from, 2, 100, 0);
    expect(100 / from.scale + from.x).toBeCloseTo(100 / near.scale + near.x);
    expect(pan(from, 20, 0).x).toBe(-1);
  });

  it("gives a line more room in a wide window than in a high one", () => {
    expect(boardWidth(28, { width: 900, height: 400 })).toBeGreaterThan(boardWidth(28, { width: 390, height: 500 }));
    expect(boardWidth(55, size)).toBeGreaterThan(boardWidth(28, size));
  });
});

describe("an opener's words about a table", () => {
  it("come back as they were written", () => {
    const words = { name: "Friends", options: { turnLimitMs: 30_000, timeBankMs: 60_000 } };
    expect(wordsIn(wordsOut(words))).toEqual(words);
  });

  it("of others are taken with care", () => {
    expect(wordsIn({ pace: "fast", name: "x" })).toEqual({ name: "x", options: {} });
    expect(wordsIn(undefined)).toEqual({ name: "", options: {} });
  });
});
