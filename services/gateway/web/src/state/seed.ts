import type { TableJson } from "../client/index.js";
import { toHex } from "../game/fair/bytes.js";
import { clientCommit } from "../game/fair/deal.js";
import type { Shelf } from "./shelf.js";

/**
 * A player's own say in the deals of a match: a secret that is committed to
 * with "ready", and shown only after the dealer is bound too.
 */
export type Sealed = {
  readonly matchId: string;
  /** The secret, in hexadecimal. */
  readonly seed: string;
  /** What is announced of it, in hexadecimal. */
  readonly commit: string;
};

/** Makes one for the next match of a table; undefined where the browser has no cryptography, as on pages without TLS. */
export async function seal(table: TableJson, seat: number): Promise<Sealed | undefined> {
  if (globalThis.crypto?.subtle === undefined) {
    return undefined;
  }
  const matchId = `${table.tableId}.${(table.match?.n ?? 0) + 1}`;
  const seed = crypto.getRandomValues(new Uint8Array(32));
  return { matchId, seed: toHex(seed), commit: toHex(await clientCommit(matchId, seat, seed)) };
}

/** The secret that has to be shown now: the dealer is bound, our commitment stands, and it is not shown yet. */
export function due(table: TableJson | undefined, seat: number | undefined, sealed: Sealed | undefined): string | undefined {
  const own = table?.seats?.find((s) => s.seat === seat);
  const bound = table?.phase === "dealing" && table.match?.dealTip !== undefined && table.match.matchId === sealed?.matchId;
  return bound && own?.clientCommit === sealed?.commit && !own?.clientSeed ? sealed?.seed : undefined;
}

/** Secrets outlast the page, or its reload would call the start off. */
export class Seals {
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  of(tableId: string): Sealed | undefined {
    const kept = this.#shelf.get(at(tableId));
    return kept === null ? undefined : (JSON.parse(kept) as Sealed);
  }

  keep(tableId: string, sealed: Sealed): void {
    this.#shelf.set(at(tableId), JSON.stringify(sealed));
  }

  drop(tableId: string): void {
    this.#shelf.set(at(tableId), null);
  }
}

function at(tableId: string): string {
  return `tranca.seed.${tableId}`;
}
