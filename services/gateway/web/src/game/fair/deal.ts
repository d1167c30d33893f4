/**
 * domino-deal/1: the deal that anybody can recompute, to the byte as pkg/domino/deal
 * makes it. All hashes are SHA-256, all of it runs in the browser.
 */
import { BadGame, type Tile, box } from "../tile";
import { type Bytes, counted, hmac, joined, sha256, u32, utf8 } from "./bytes";

/** Opening of a deal of the whole box. */
export const noOpening = 255;

/** The number of rounds that one root can seed. */
export const chainLength = 4096;

/** What a deal is made of, beside the server's seed. */
export interface Params {
  readonly matchId: string;
  readonly round: number;
  readonly maxPip: number;
  readonly players: number;
  readonly handSize: number;
  /** Pips of the double that is laid before dealing, or noOpening. */
  readonly opening: number;
  /** By seat; a missing or empty one is none. */
  readonly clients: readonly Uint8Array[];
  readonly beacon: Uint8Array;
}

/** label ‖ 0x00 ‖ len(match id) ‖ match id ‖ round. */
function context(label: string, matchId: string, round: number): Bytes {
  const id = utf8(matchId);
  if (id.length === 0) {
    throw new BadGame("match id of 0 bytes: want 1 to 255");
  }
  return joined(utf8(`domino-deal/1 ${label}`), Uint8Array.of(0), counted(id, "match id"), u32(round));
}

/** What the server publishes of a round's seed before the round. */
export function commit(p: Params, seed: Bytes): Promise<Bytes> {
  return sha256(joined(context("server", p.matchId, p.round), seed));
}

/** What a seat publishes of its client seed before the match; the protocol's round is always 0. */
export function clientCommit(matchId: string, seat: number, client: Uint8Array, round = 0): Promise<Bytes> {
  if (client.length > 255) {
    throw new BadGame(`client seed of seat ${seat} has ${client.length} bytes: want at most 255`);
  }
  return sha256(joined(context("client", matchId, round), Uint8Array.of(seat), client));
}

/** Key of the shuffle, or of the lot. */
export async function key(label: "mix" | "lot", p: Params, seed: Bytes): Promise<Bytes> {
  const numbers = Uint8Array.of(p.maxPip, p.players, p.handSize, p.opening);
  const clients = Array.from({ length: p.players }, (_, seat) =>
    counted(p.clients[seat] ?? new Uint8Array(), `client seed of seat ${seat}`));
  const mixed = [numbers, await commit(p, seed), ...clients, counted(p.beacon, "beacon")];
  return (await hmac(seed))(joined(context(label, p.matchId, p.round), ...mixed));
}

/** The order of the tiles: seat s holds those from s·handSize on, the rest is the boneyard in drawing order. */
export async function order(p: Params, seed: Bytes): Promise<Tile[]> {
  const tiles = box(p.maxPip).filter((t) => t.hi !== p.opening || t.lo !== p.opening);
  return shuffled(tiles, await key("mix", p, seed));
}

/** The tiles drawn for the opening, seat 0 first. */
export async function lot(p: Params, seed: Bytes): Promise<Tile[]> {
  return (await shuffled(box(p.maxPip), await key("lot", p, seed))).slice(0, p.players);
}

/** Fisher–Yates from the end, by a stream of bytes that knows no bias. */
async function shuffled(tiles: readonly Tile[], from: Bytes): Promise<Tile[]> {
  const out = [...tiles];
  const bytes = stream(from);
  for (let i = out.length - 1; i > 0; i--) {
    const j = await below(i + 1, bytes);
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}

async function below(m: number, bytes: AsyncGenerator<number, never>): Promise<number> {
  for (;;) {
    const { value } = await bytes.next();
    if (value < 256 - (256 % m)) {
      return value % m;
    }
  }
}

async function* stream(from: Bytes): AsyncGenerator<number, never> {
  const block = await hmac(from);
  for (let n = 0; ; n++) {
    yield* await block(u32(n));
  }
}

/** The seed so many rounds earlier in the chain; of round k, k rounds earlier is the tip. */
export async function earlier(seed: Bytes, rounds: number): Promise<Bytes> {
  let s = seed;
  for (let n = 0; n < rounds; n++) {
    s = await sha256(s);
  }
  return s;
}
