import { type Signal, signal } from "@preact/signals";
import { playerKey } from "../client/index.js";
import type { Shelf } from "./shelf.js";

/** A seat that this browser holds. */
export type Held = {
  seat: number;
  /** Secret: whoever has it plays. */
  token: string;
};

/** Seats by the id of their table. */
type Seats = { readonly [tableId: string]: Held };

/** Where things are kept; everything that the page keeps begins alike. */
export const keys = { player: "tranca.player", name: "tranca.name", seats: "tranca.seats", owned: "tranca.owned" } as const;

/** A browser remembers so many tables; the oldest go first. */
const most = 50;

/** Who plays in this browser: one player, and the seats that they hold. */
export class Session {
  /** Stands for the player wherever they have no seat yet. */
  readonly key: string;
  /** What the others at a table see; "": not chosen yet. */
  readonly name: Signal<string>;
  readonly seats: Signal<Seats>;
  /** Tables that the player opened: bots, rules and the end of these are up to them. */
  readonly owned: Signal<readonly string[]>;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf, newKey: () => string = playerKey) {
    this.#shelf = shelf;
    this.key = shelf.get(keys.player) ?? newKey();
    shelf.set(keys.player, this.key);
    this.name = signal(shelf.get(keys.name) ?? "");
    this.seats = signal(seatsIn(shelf));
    this.owned = signal(ownedIn(shelf));
  }

  /** Reads anew what another page of the same browser changed. */
  refresh(): void {
    this.name.value = this.#shelf.get(keys.name) ?? "";
    this.seats.value = seatsIn(this.#shelf);
    this.owned.value = ownedIn(this.#shelf);
  }

  rename(name: string): void {
    this.name.value = name;
    this.#shelf.set(keys.name, name);
  }

  /** The seat that is held at a table. */
  at(tableId: string): Held | undefined {
    return this.seats.value[tableId];
  }

  hold(tableId: string, held: Held): void {
    const { [tableId]: _, ...others } = this.seats.peek();
    this.#keep(Object.fromEntries([...Object.entries(others), [tableId, held]].slice(-most)));
  }

  giveUp(tableId: string): void {
    const { [tableId]: _, ...others } = this.seats.peek();
    this.#keep(others);
  }

  owns(tableId: string): boolean {
    return this.owned.value.includes(tableId);
  }

  /** Remembers that the player opened a table. */
  own(tableId: string): void {
    this.owned.value = [...this.owned.peek(), tableId].slice(-most);
    this.#shelf.set(keys.owned, this.owned.peek().join(" "));
  }

  #keep(seats: Seats): void {
    this.seats.value = seats;
    this.#shelf.set(keys.seats, JSON.stringify(seats));
  }
}

function seatsIn(shelf: Shelf): Seats {
  try {
    const kept: unknown = JSON.parse(shelf.get(keys.seats) ?? "{}");
    return typeof kept === "object" && kept !== null ? Object.fromEntries(Object.entries(kept).filter(isHeld)) : {};
  } catch {
    return {};
  }
}

function ownedIn(shelf: Shelf): readonly string[] {
  return (shelf.get(keys.owned) ?? "").split(" ").filter((id) => id !== "");
}

function isHeld(entry: [string, unknown]): entry is [string, Held] {
  const held = entry[1] as Partial<Held> | null;
  return typeof held?.token === "string" && typeof held.seat === "number";
}
