import { type OnWait, type Patience, ask } from "./ask.js";
import { type Answer, type Call, type Request, kinds, pathOf } from "./calls.js";
import { type LiveOptions, type Topics, follow, live } from "./live.js";
import type { Told } from "./told.js";
import { type World, never, platform } from "./world.js";

/** Where the service is, and who calls. */
export type Options = Partial<World> & Partial<Patience> & {
  /** Address of the service, such as "https://play.example". "": that of the page. */
  server: string;
  /** Stands for a player who has no seat yet: see playerKey(). */
  playerKey?: string;
  /** Told whenever a call is sent again later, with its name. */
  onWait?: (call: Call, ...what: Parameters<OnWait>) => void;
};

/** How one call is made. */
export type Way = {
  /** Token of the seat that calls. */
  token?: string | undefined;
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
};

/** All calls of the service by their names. */
export type Calls = { readonly [C in Call]: (request: Request<C>, way?: Way) => Promise<Answer<C>> };

/** The service's calls, and its live streams. */
export type Client = Calls & {
  /** Tells tables, and the list of them, over one connection; see live.ts. */
  follow(topics: Topics, options?: LiveOptions): AsyncGenerator<Told, void>;
  /** Tells a table as it goes on, until it ends; see live.ts. */
  live(tableId: string, options?: LiveOptions): AsyncGenerator<Told, void>;
};

const standard: Patience = { attemptMs: 10_000, budgetMs: 30_000 };

/** Makes a client. It holds no connection and no state of its own. */
export function connect(options: Options): Client {
  const world = { ...platform(), ...options };
  const server = options.server.replace(/\/+$/, "");
  const patience = { ...standard, ...options };
  const send = (call: Call, request: object, way: Way = {}) => {
    const init = { method: "POST", headers: headers(call, options.playerKey, way.token), body: body(world, call, request) };
    const budget = kinds[call] === "word" ? { ...patience, budgetMs: 0 } : patience;
    return ask(world, budget, server + pathOf(call), init, way.signal ?? never(), (...what) => options.onWait?.(call, ...what));
  };
  const calls = Object.fromEntries(
    (Object.keys(kinds) as Call[]).map((call) => [call, (request: object, way?: Way) => send(call, request, way)]),
  ) as unknown as Calls;
  return {
    ...calls,
    follow: (topics, how) => follow(world, server, topics, how),
    live: (tableId, how) => live(world, server, tableId, how),
  };
}

/** Fills bytes with cryptographic randomness, as `crypto` does. */
type Random = { getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array };

/** A new player key: 128 random bits. Keep it, it is the player. */
export function playerKey(random: Random = crypto): string {
  const bytes = random.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

/** The key is shown where it is of use alone: by commands without a token, and by those that give one. */
function headers(call: Call, key: string | undefined, token: string | undefined): Record<string, string> {
  const all: Record<string, string> = { "Content-Type": "application/json" };
  if (token !== undefined) {
    all["Authorization"] = `Bearer ${token}`;
  }
  if (key !== undefined && kinds[call] === "command" && (token === undefined || call === "sit" || call === "openTable")) {
    all["Tranca-Player-Key"] = key;
  }
  return all;
}

function body(world: World, call: Call, request: object): string {
  return JSON.stringify(kinds[call] === "command" ? { commandId: world.uuid(), ...request } : request);
}
