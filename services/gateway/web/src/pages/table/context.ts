import { type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { MovesJson, PlacementJson, TableJson, TableSeatJson } from "../../client/index.js";
import type { People, Speaker } from "../../i18n/index.js";
import { handOf, movesOf } from "../../state/fold.js";
import type { Game } from "../../state/rules.js";
import type { TableStore } from "../../state/table.js";
import { useApp, useSpeaker } from "../../ui/context.js";
import { peopleOf } from "../../ui/people.js";

/** What the parts of a table's page share. */
export class Desk {
  readonly store: TableStore;
  /** Rules of the table; undefined until they are loaded. */
  readonly game: Signal<Game | undefined> = signal(undefined);
  /** The tile of the hand that was chosen. */
  readonly chosen: Signal<string | undefined> = signal(undefined);
  /** The round whose result was put away, as roundKey() has it; "": none. */
  readonly closed: Signal<string> = signal("");

  constructor(store: TableStore) {
    this.store = store;
  }
}

export const DeskContext = createContext<Desk | undefined>(undefined);

/** What every part of the page looks at. */
export type View = {
  readonly desk: Desk;
  readonly store: TableStore;
  readonly speaker: Speaker;
  readonly people: People;
  readonly table: TableJson;
  readonly seats: readonly TableSeatJson[];
  /** Seat of whoever looks; undefined for spectators. */
  readonly own: number | undefined;
  readonly hand: readonly string[];
  /** What can be done now; undefined while another one is on turn. */
  readonly moves: MovesJson | undefined;
};

/** Reads all of it; for components below a table that is known. */
export function useView(): View {
  const desk = useContext(DeskContext);
  if (!desk) {
    throw new Error("a part of a table without its page");
  }
  const { session } = useApp();
  const speaker = useSpeaker();
  const seen = desk.store.seen.value;
  const table = seen.table ?? {};
  const seats = table.seats ?? [];
  const own = session.at(desk.store.tableId)?.seat;
  return {
    desk, store: desk.store, speaker, table, seats, own,
    people: peopleOf(speaker, seats, own), hand: handOf(seen), moves: movesOf(seen),
  };
}

/** Names a round among all of a table. */
export function roundKey({ match, round }: TableJson): string {
  return `${match?.matchId}/${round?.round}`;
}

/** Places where a tile can go now. */
export function placesOf(moves: MovesJson | undefined, tile: string | undefined): readonly PlacementJson[] {
  return (moves?.plays ?? []).filter((p) => p.tile === tile);
}

/** Plays the tile at once where it fits at one place only; else it is chosen, and waits for its place. */
export function choose(desk: Desk, moves: MovesJson | undefined, tile: string): "played" | "chosen" | "put back" {
  const places = placesOf(moves, tile);
  if (places.length === 1) {
    place(desk, places[0]!);
    return "played";
  }
  const again = desk.chosen.peek() === tile;
  desk.chosen.value = again ? undefined : tile;
  desk.store.attempts.forget();
  return again ? "put back" : "chosen";
}

/** Plays a tile at a place. */
export function place(desk: Desk, placement: PlacementJson): void {
  desk.chosen.value = undefined;
  void desk.store.play(placement);
}
