import { describe, expect, it } from "vitest";
import { Rejection } from "../../src/client/index.js";
import { Attempts } from "../../src/state/attempts.js";
import { hungOf } from "../../src/state/hung.js";
import { hashOf, routeOf } from "../../src/state/route.js";

describe("addresses", () => {
  it("lead to the page that they name, and back", () => {
    expect(routeOf("")).toEqual({ page: "lobby" });
    expect(routeOf("#/")).toEqual({ page: "lobby" });
    expect(routeOf("#/t/0-abc")).toEqual({ page: "table", tableId: "0-abc" });
    expect(routeOf(hashOf({ page: "table", tableId: "0-abc" }))).toEqual({ page: "table", tableId: "0-abc" });
  });

  it("of no page lead to none", () => {
    for (const hash of ["#/x", "#/t/", "#/t/UPPER", "#/t/a/b/c"]) {
      expect(routeOf(hash)).toEqual({ page: "unknown" });
    }
  });
});

describe("an attempt", () => {
  it("that is refused leaves the refusal near what was tried, until the next one", async () => {
    const attempts = new Attempts<"hand" | "seat">();
    const refusal = new Rejection("failed_precondition", { reason: "must_play" });
    expect(await attempts.try("hand", () => Promise.reject(refusal))).toBeUndefined();
    expect(attempts.refused.value).toEqual({ place: "hand", refusal });
    expect(await attempts.try("seat", () => Promise.resolve(7))).toBe(7);
    expect(attempts.refused.value).toBeUndefined();
  });

  it("is made alone: a second click does nothing", async () => {
    const attempts = new Attempts<"hand">();
    let done: (n: number) => void = () => {};
    const first = attempts.try("hand", () => new Promise<number>((resolve) => { done = resolve; }));
    expect(await attempts.try("hand", () => Promise.resolve(2))).toBeUndefined();
    done(1);
    expect(await first).toBe(1);
    expect(attempts.busy.value).toBeUndefined();
  });
});

describe("a double hangs (L-12)", () => {
  const sixes = ["6-0", "6-1", "6-2", "6-3", "6-4", "6-5"].map((tile) => ({ tile }));

  it("when all others of its suit lie and it does not", () => {
    expect(hungOf({ line: sixes, ends: { left: 1, right: 2 } }, 6)).toEqual(["6-6"]);
  });

  it("but not while an end is open for it, nor when it lies, nor when one is missing", () => {
    expect(hungOf({ line: sixes, ends: { left: 6, right: 6 } }, 6)).toEqual([]);
    expect(hungOf({ line: [...sixes, { tile: "6-6" }], ends: { left: 1, right: 2 } }, 6)).toEqual([]);
    expect(hungOf({ line: sixes.slice(1), ends: { left: 1, right: 2 } }, 6)).toEqual([]);
  });

  it("needs nine others in a box of double-nine", () => {
    expect(hungOf({ line: sixes, ends: { left: 1, right: 2 } }, 9)).toEqual([]);
  });
});
