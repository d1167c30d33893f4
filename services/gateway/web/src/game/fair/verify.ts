/** The check of a record's deal: what the server claims, recomputed from the seed that it revealed. */
import { type GameRecord, handText, knob, tilesOf } from "../record";
import { BadGame, tileText } from "../tile";
import { type Bytes, fromHex, toHex } from "./bytes";
import { type Params, clientCommit, commit, chainLength, earlier, lot, noOpening, order } from "./deal";

/** Where a deal can fail, in the order in which it is checked. */
export type Step = "params" | "commit" | "chain" | "client_commit" | "hand" | "boneyard" | "lot";

/** What came of the check. */
export type Verdict =
  /** All of it follows from the seed. */
  | { readonly is: "proven" }
  /** A step failed: for which seat, what follows from the seed, and what was claimed. */
  | { readonly is: "wrong"; readonly step: Step; readonly seat?: number; readonly want?: string; readonly got?: string }
  /** The record carries no deal. */
  | { readonly is: "untold" }
  /** The browser keeps its hashes from pages that did not come over HTTPS or from this machine. */
  | { readonly is: "unavailable" };

/** What a player knows beside the record; each is checked where it is given. */
export interface Known {
  /** Tip that was published when the match started, in hexadecimal. */
  readonly tip?: string;
  /** Commits that the seats made, in hexadecimal; empty where a seat made none. */
  readonly clientCommits?: readonly string[];
  /** Tiles that were drawn for the opening, seat 0 first. */
  readonly lot?: readonly string[];
}

type Wrong = Extract<Verdict, { is: "wrong" }>;

/** Recomputes the deal of a record. */
export async function verify(record: GameRecord, known: Known = {}): Promise<Verdict> {
  if (!record.deal) {
    return { is: "untold" };
  }
  if (!globalThis.crypto?.subtle) {
    return { is: "unavailable" };
  }
  try {
    return (await check(record, record.deal, known)) ?? { is: "proven" };
  } catch (cause) {
    if (cause instanceof BadGame) {
      return { is: "wrong", step: "params", got: cause.message };
    }
    throw cause;
  }
}

async function check(record: GameRecord, deal: NonNullable<GameRecord["deal"]>, known: Known): Promise<Wrong | undefined> {
  const p = params(record, deal);
  const seed = whole(deal.seed, "seed");
  return differs("commit", toHex(await commit(p, seed)), toHex(whole(deal.commit, "commit")))
    ?? (await checkChain(p, seed, deal.tip, known.tip))
    ?? (known.clientCommits && (await checkClients(p, known.clientCommits)))
    ?? (await checkTiles(p, seed, record))
    ?? (known.lot && differs("lot", (await lot(p, seed)).map(tileText).join(" "), known.lot.join(" ")));
}

function params(record: GameRecord, deal: NonNullable<GameRecord["deal"]>): Params {
  const p = {
    matchId: deal.match_id, round: deal.round, maxPip: knob(record, "set_max", 6),
    players: record.hands.length, handSize: tilesOf(record.hands[0]).length, opening: noOpening,
    clients: (deal.clients ?? []).map((c, seat) => fromHex(c, `client seed of seat ${seat}`)),
    beacon: fromHex(deal.beacon ?? "", "beacon"),
  };
  if (p.clients.length > p.players) {
    throw new BadGame(`${p.clients.length} client seeds for ${p.players} seats`);
  }
  return p;
}

function whole(hex: string, what: string): Bytes {
  const bytes = fromHex(hex, what);
  if (bytes.length !== 32) {
    throw new BadGame(`${what} of ${bytes.length} bytes: want 32`);
  }
  return bytes;
}

function differs(step: Step, want: string, got: string, seat?: number): Wrong | undefined {
  return want === got ? undefined : { is: "wrong", step, want, got, ...(seat === undefined ? {} : { seat }) };
}

/** The seed lies in the chain that ends in the tip, and the tip is the one that was published. */
async function checkChain(p: Params, seed: Bytes, claimed: string, published?: string): Promise<Wrong | undefined> {
  if (!Number.isInteger(p.round) || p.round < 1 || p.round > chainLength) {
    return { is: "wrong", step: "chain", want: `1 to ${chainLength}`, got: `round ${p.round}` };
  }
  const tip = toHex(await earlier(seed, p.round));
  return differs("chain", tip, toHex(whole(claimed, "tip"))) ?? (published ? differs("chain", tip, published) : undefined);
}

/** No commit without its seed, and no seed without a commit. */
async function checkClients(p: Params, commits: readonly string[]): Promise<Wrong | undefined> {
  for (let seat = 0; seat < p.players; seat++) {
    const client = p.clients[seat] ?? new Uint8Array();
    const got = commits[seat] ?? "";
    const want = got === "" && client.length === 0 ? "" : toHex(await clientCommit(p.matchId, seat, client));
    const wrong = differs("client_commit", want, got, seat);
    if (wrong) {
      return wrong;
    }
  }
  return undefined;
}

async function checkTiles(p: Params, seed: Bytes, record: GameRecord): Promise<Wrong | undefined> {
  const dealt = (await order(p, seed)).map(tileText);
  for (let seat = 0; seat < p.players; seat++) {
    const want = handText(dealt.slice(seat * p.handSize, (seat + 1) * p.handSize));
    const wrong = differs("hand", want, handText(tilesOf(record.hands[seat])), seat);
    if (wrong) {
      return wrong;
    }
  }
  return differs("boneyard", dealt.slice(p.players * p.handSize).join(" "), tilesOf(record.boneyard).join(" "));
}
