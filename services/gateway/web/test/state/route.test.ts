import { describe, expect, it } from "vitest";
import { type Route, hashOf, routeOf } from "../../src/state/route.js";

describe("addresses", () => {
  const routes: Route[] = [
    { page: "lobby" }, { page: "ops" }, { page: "records" }, { page: "table", tableId: "0-abc" },
    { page: "replay", tableId: "0-abc", wanted: { round: 3 } },
    { page: "replay", tableId: "0-abc", wanted: { match: 2, round: 3 }, at: 12 },
  ];

  it.each(routes)("lead back to the page that they name: $page", (route) => {
    expect(routeOf(hashOf(route))).toEqual(route);
  });

  it.each(["#/nowhere", "#/t/A", "#/t/0-abc/replay", "#/t/0-abc/replay/0", "#/t/0-abc/replay/1.2.3", "#/t/0-abc/replay/1/2", "#/t/0-abc/hand/1"])(
    "that name nothing are told: %s", (hash) => { expect(routeOf(hash).page).toBe("unknown"); },
  );

  it("with a position that is none begin at the start", () => {
    expect(routeOf("#/t/0-abc/replay/1?at=soon")).toEqual({ page: "replay", tableId: "0-abc", wanted: { round: 1 } });
  });
});
