import type { Connection, EndReason, LiveUpdateJson, MovesJson, PublicEventJson, SeatJson, TableJson, Told } from "../client/index.js";

/** One thing that happened, with a number of its own that only grows. */
export type News = {
  readonly id: number;
  readonly event: PublicEventJson;
};

/** All that is known of a table from its live stream. */
export type Seen = {
  readonly table?: TableJson;
  /** Hand and legal moves, for whoever holds a seat. */
  readonly seat?: SeatJson;
  /** What happened lately, oldest first. */
  readonly news: readonly News[];
  /** Version up to which everything that happened was told. */
  readonly heard: number;
  /** Why nothing more will be told. */
  readonly end?: EndReason;
};

/** A page shows so many of the things that happened. */
const mostNews = 80;

/** Nothing is known yet. */
export const nothing: Seen = { news: [], heard: 0 };

/** What is known after one more thing was told. A table only goes forwards. */
export function fold(seen: Seen, told: Told): Seen {
  switch (told.kind) {
    case "table": return isOlder(told.table, seen.table) ? seen : { ...seen, table: told.table, heard: versionOf(told.table) };
    case "update": return update(seen, told.update);
    case "seat": return seat(seen, told.seat);
    case "end": return { ...seen, end: told.reason };
    case "emote": case "lobby": return seen;
  }
}

function update(seen: Seen, { events = [], table, version = 0 }: LiveUpdateJson): Seen {
  if (version <= seen.heard) {
    return seen;
  }
  const last = seen.news.at(-1)?.id ?? 0;
  const news = [...seen.news, ...events.map((event, i) => ({ id: last + 1 + i, event }))].slice(-mostNews);
  return { ...seen, news, heard: version, ...(table && !isOlder(table, seen.table) && { table }) };
}

/** A seat shows the table of its version too; it may come before the update that tells what happened. */
function seat(seen: Seen, told: SeatJson): Seen {
  if (isOlder(told.table, seen.seat?.table)) {
    return seen;
  }
  const { table } = told;
  return { ...seen, seat: told, ...(table && !isOlder(table, seen.table) && { table }) };
}

function isOlder(a: TableJson | undefined, b: TableJson | undefined): boolean {
  return versionOf(a) < versionOf(b);
}

function versionOf(table: TableJson | undefined): number {
  return table?.version ?? 0;
}

/** What the seat can do now: nothing while another one is on turn, or where the table has gone on since. */
export function movesOf({ table, seat }: Seen): MovesJson | undefined {
  const own = seat?.seat;
  const current = table?.phase === "playing" && !table.frozen && table.round?.turn === own;
  const fresh = (seat?.table?.turnVersion ?? 0) === (table?.turnVersion ?? 0);
  return own !== undefined && current && fresh ? seat?.moves : undefined;
}

/** The hand: empty between rounds. */
export function handOf({ seat }: Seen): readonly string[] {
  return seat?.hand ?? [];
}

/** Tiles that came into a hand which went on. */
export function drawn(before: Seen, after: Seen): readonly string[] {
  const sameRound = roundOf(before.seat) === roundOf(after.seat);
  const held = new Set(handOf(before));
  return before.seat && sameRound ? handOf(after).filter((tile) => !held.has(tile)) : [];
}

function roundOf(seat: SeatJson | undefined): string {
  return `${seat?.table?.match?.matchId}/${seat?.table?.round?.round}`;
}

/** How a page stands to a table. */
export type Line = Connection | "ended" | "missing";
