import { describe, expect, it } from "vitest";
import { fromHex, toHex } from "../../../src/game/fair/bytes";
import { type Params, chainLength, clientCommit, commit, earlier, key, lot, order } from "../../../src/game/fair/deal";
import { BadGame, type Tile } from "../../../src/game/tile";
import { file } from "../golden";

interface Vector {
  MatchID: string; Round: number; MaxPip: number; Players: number; Hand: number; Opening: number;
  Server: string; Beacon: string; Commit: string; Key: string; Perm: string; Clients: string[]; ClientCommits: string[];
}

const vectors = JSON.parse(file("pkg/domino/deal/testdata/vectors.json")) as Vector[];
const chain = JSON.parse(file("pkg/domino/deal/testdata/chain.json")) as {
  match_id: string; round: number; max_pip: number; players: number; hand_size: number; opening: number; root: string; tip: string;
  seeds: Record<string, string>; clients: string[]; client_commits: string[]; beacon: string; commit: string; order: string; lot: string;
};

/** Tiles by their numbers, as the vectors write them. */
function numbers(tiles: readonly Tile[]): string {
  return toHex(Uint8Array.from(tiles, (t) => (t.hi * (t.hi + 1)) / 2 + t.lo));
}

function bytes(hex: readonly string[]) {
  return hex.map((h) => fromHex(h, "client"));
}

describe.each(vectors.map((v) => [v.MatchID, v] as const))("the published vector %s", (_, v) => {
  const p: Params = {
    matchId: v.MatchID, round: v.Round, maxPip: v.MaxPip, players: v.Players, handSize: v.Hand, opening: v.Opening,
    clients: bytes(v.Clients), beacon: fromHex(v.Beacon, "beacon"),
  };
  const seed = fromHex(v.Server, "seed");

  it("has this commit, key and order", async () => {
    expect(toHex(await commit(p, seed))).toBe(v.Commit);
    expect(toHex(await key("mix", p, seed))).toBe(v.Key);
    expect(numbers(await order(p, seed))).toBe(v.Perm);
  });

  it("has these client commits", async () => {
    const made = await Promise.all(p.clients.map((c, seat) => clientCommit(v.MatchID, seat, c, v.Round)));
    expect(made.map(toHex)).toEqual(v.ClientCommits);
  });
});

describe("the vector of a chain", () => {
  const p: Params = {
    matchId: chain.match_id, round: chain.round, maxPip: chain.max_pip, players: chain.players, handSize: chain.hand_size,
    opening: chain.opening, clients: bytes(chain.clients), beacon: fromHex(chain.beacon, "beacon"),
  };
  const seed = fromHex(chain.seeds[String(chain.round)]!, "seed");

  it("has these commits, this order and this lot", async () => {
    expect(toHex(await commit(p, seed))).toBe(chain.commit);
    expect(numbers(await order(p, seed))).toBe(chain.order);
    expect(numbers(await lot(p, seed))).toBe(chain.lot);
    const made = await Promise.all(p.clients.map((c, seat) => clientCommit(chain.match_id, seat, c)));
    expect(made.map(toHex)).toEqual(chain.client_commits);
  });

  it("leads from the root to each seed and to the tip", async () => {
    let [k, seed] = [chainLength, fromHex(chain.root, "root")];
    const wanted = Object.entries(chain.seeds).map(([n, hex]) => [Number(n), hex] as const);
    for (const [n, want] of [[0, chain.tip] as const, ...wanted].sort((a, b) => b[0] - a[0])) {
      [k, seed] = [n, await earlier(seed, k - n)];
      expect(toHex(seed), `seed ${n}`).toBe(want);
    }
  });
});

it("refuses what cannot be encoded", async () => {
  await expect(async () => clientCommit("", 0, new Uint8Array())).rejects.toThrow("match id of 0 bytes");
  await expect(async () => clientCommit("m", 1, new Uint8Array(256))).rejects.toThrow("client seed of seat 1 has 256 bytes");
  expect(() => fromHex("0", "tip")).toThrow(BadGame);
  expect(() => fromHex("zz", "tip")).toThrow("tip: want hexadecimal digits");
});
