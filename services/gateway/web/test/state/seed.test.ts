import { describe, expect, it } from "vitest";
import type { TableJson } from "../../src/client/index.js";
import { due, seal } from "../../src/state/seed.js";

const open: TableJson = { tableId: "t", match: { n: 2, matchId: "t.2" } };

describe("a player's say in the deals", () => {
  it("is sealed for the next match of the table, and different each time", async () => {
    const [one, two] = [await seal(open, 1), await seal(open, 1)];
    expect(one?.matchId).toBe("t.3");
    expect(one?.commit).toMatch(/^[0-9a-f]{64}$/);
    expect(one?.seed).toMatch(/^[0-9a-f]{64}$/);
    expect(two?.seed).not.toBe(one?.seed);
  });

  it("is shown once the dealer is bound to it, and not before", async () => {
    const sealed = await seal(open, 1);
    const seats = [{ seat: 1, clientCommit: sealed?.commit ?? "" }];
    const dealing: TableJson = { tableId: "t", phase: "dealing", seats, match: { matchId: "t.3", dealTip: "aa" } };
    expect(due(dealing, 1, sealed)).toBe(sealed?.seed);
    expect(due({ ...dealing, match: { matchId: "t.3" } }, 1, sealed)).toBeUndefined();
    expect(due({ ...dealing, match: { matchId: "t.4", dealTip: "aa" } }, 1, sealed)).toBeUndefined();
    expect(due({ ...dealing, phase: "open" }, 1, sealed)).toBeUndefined();
    expect(due({ ...dealing, seats: [{ seat: 1, clientCommit: "bb" }] }, 1, sealed)).toBeUndefined();
  });

  it("is not shown twice, nor by spectators", async () => {
    const sealed = await seal(open, 1);
    const seats = [{ seat: 1, clientCommit: sealed?.commit ?? "", clientSeed: sealed?.seed ?? "" }];
    const dealing: TableJson = { phase: "dealing", seats, match: { matchId: "t.3", dealTip: "aa" } };
    expect(due(dealing, 1, sealed)).toBeUndefined();
    expect(due(dealing, undefined, undefined)).toBeUndefined();
  });
});
