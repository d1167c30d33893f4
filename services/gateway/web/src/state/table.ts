import { type Signal, effect, signal } from "@preact/signals";
import { type Client, type PlacementJson, Rejection, type Told, type Way } from "../client/index.js";
import type { Refusal } from "../i18n/index.js";
import { Attempts, refusalOf } from "./attempts.js";
import type { ServerClock } from "./clock.js";
import { type Line, type Seen, fold, nothing } from "./fold.js";
import { type Seals, due, seal } from "./seed.js";
import { Presence } from "./presence.js";
import type { Session } from "./session.js";
import type { Source, Stop } from "./stream.js";
import { Words } from "./words.js";

/** What a table's page works with. */
export type TableNeeds = {
  client: Client;
  source: Source;
  session: Session;
  seals: Seals;
  clock: ServerClock;
};

/** Near what a refusal is shown: a seat by its number, or a part of the page. */
export type Place = "hand" | "start" | "table" | `seat ${number}`;

/** Why somebody who had a seat here only watches now. */
export type Lost = "elsewhere" | "botPlays" | "onOtherPage";

/** One table as its page sees it: what is told of it, and all that can be done there. */
export class TableStore {
  readonly tableId: string;
  readonly seen: Signal<Seen> = signal(nothing);
  readonly line: Signal<Line> = signal("connecting");
  /** The connection was lost and is not there again: what is seen may be long over. With the reason where there is one. */
  readonly stale: Signal<{ readonly why?: Refusal } | undefined> = signal(undefined);
  readonly lost: Signal<Lost | undefined> = signal(undefined);
  readonly attempts = new Attempts<Place>();
  readonly words = new Words();
  readonly #needs: TableNeeds;
  readonly #hear: (before: Seen, told: Told, after: Seen) => void;
  #token: string | undefined;
  #leaves = false;
  #revealed = ""; // the secret that was shown last
  #following: Stop | undefined;
  #presence: Presence | undefined;
  #watch: (() => void) | undefined;

  /** Hear is told of everything that changed what is seen. */
  constructor(tableId: string, needs: TableNeeds, hear: (before: Seen, told: Told, after: Seen) => void = () => {}) {
    this.tableId = tableId;
    this.#needs = needs;
    this.#hear = hear;
  }

  /** Follows the table, with the hand of the seat that the session holds there, until stop(). */
  start(): void {
    this.#watch ??= effect(() => {
      const token = this.#needs.session.at(this.tableId)?.token;
      if (this.#following === undefined || token !== this.#token) {
        this.#follow(token);
      }
    });
  }

  stop(): void {
    this.#watch?.();
    this.#watch = undefined;
    this.#rest();
    this.#following = undefined;
  }

  /** Opens the stream anew at once. */
  retry(): void {
    this.#needs.source.hurry();
  }

  /** Goes on here with a seat that another page of the same player follows. */
  comeBack(): void {
    this.lost.value = undefined;
    this.#follow(this.#needs.session.at(this.tableId)?.token);
  }

  sit(seat: number): Promise<unknown> {
    return this.#try(`seat ${seat}`, async () => {
      const { client, session } = this.#needs;
      const { seat: got, seatToken } = await client.sit({ tableId: this.tableId, seat, player: session.name.peek() });
      this.#hold(got, seatToken);
    });
  }

  /** Takes the seat of a bot before a match; of a player who sits already, the other seat is free then. */
  async takeBotSeat(seat: number): Promise<void> {
    const gone = await this.#try(`seat ${seat}`, () => this.#needs.client.removeBot(this.#at({ seat })));
    if (gone !== undefined) {
      await (this.#token === undefined ? this.sit(seat) : this.move(seat));
    }
  }

  move(seat: number): Promise<unknown> {
    return this.#try(`seat ${seat}`, async () => {
      const { seat: got, seatToken } = await this.#needs.client.moveSeat(this.#at({ seat }), this.#way());
      this.#hold(got, seatToken);
    });
  }

  /** Bots are up to the table's owner, who shows their key and not a seat's token. */
  addBot(seat: number): Promise<unknown> {
    return this.#try(`seat ${seat}`, () => this.#needs.client.addBot(this.#at({ seat })));
  }

  removeBot(seat: number): Promise<unknown> {
    return this.#try(`seat ${seat}`, () => this.#needs.client.removeBot(this.#at({ seat })));
  }

  /** Says that the player wants to start, and binds them to a secret for the deals. */
  ready(): Promise<unknown> {
    return this.#try("start", async () => {
      const { client, session, seals } = this.#needs;
      const { table } = this.seen.peek();
      const sealed = table && (await seal(table, session.at(this.tableId)?.seat ?? 0));
      if (sealed) {
        seals.keep(this.tableId, sealed);
      }
      return client.ready(this.#at({ clientCommit: sealed?.commit ?? "" }), this.#way());
    });
  }

  unready(): Promise<unknown> {
    return this.#try("start", () => this.#needs.client.unready(this.#at({}), this.#way()));
  }

  rematch(): Promise<unknown> {
    return this.#try("start", () => this.#needs.client.askRematch(this.#at({}), this.#way()));
  }

  play(placement: PlacementJson): Promise<unknown> {
    return this.#try("hand", () => this.#needs.client.play(this.#at({ ...placement, ...this.#judged() }), this.#way()));
  }

  draw(): Promise<unknown> {
    return this.#try("hand", () => this.#needs.client.draw(this.#at(this.#judged()), this.#way()));
  }

  pass(): Promise<unknown> {
    return this.#try("hand", () => this.#needs.client.pass(this.#at(this.#judged()), this.#way()));
  }

  /** Says a word to everybody who is there. */
  say(emote: string): Promise<unknown> {
    return this.words.attempts.try("words", () => this.#needs.client.emote(this.#at({ emote }), this.#way()));
  }

  leave(): Promise<unknown> {
    return this.#try("table", async () => {
      this.#leaves = true; // the stream may tell of it before the answer does
      try {
        await this.#needs.client.leave(this.#at({}), this.#way());
        this.#needs.session.giveUp(this.tableId);
      } finally {
        this.#leaves = false;
      }
    });
  }

  /** Ends the table for everybody; only its owner may. */
  close(): Promise<unknown> {
    return this.#try("table", () => this.#needs.client.closeTable(this.#at({})));
  }

  #try<T>(place: Place, what: () => Promise<T>): Promise<T | undefined> {
    return this.attempts.try(place, what);
  }

  #at<T extends object>(rest: T): T & { tableId: string } {
    return { ...rest, tableId: this.tableId };
  }

  #way(): Way {
    return { token: this.#token };
  }

  /** A move is judged against the table that the player saw. */
  #judged(): { expectedVersion: number } {
    return { expectedVersion: this.seen.peek().table?.version ?? 0 };
  }

  #hold(seat: number | undefined, token: string | undefined): void {
    if (seat !== undefined && token) {
      this.lost.value = undefined;
      this.#needs.session.hold(this.tableId, { seat, token });
    }
  }

  #follow(token: string | undefined): void {
    this.#rest();
    this.#token = token;
    const { seat: _, end: __, ...kept } = this.seen.peek();
    this.seen.value = kept;
    this.#presence = token === undefined ? undefined : new Presence(this.#needs.client, this.tableId, token);
    this.#following = this.#needs.source.table(this.tableId, token, {
      told: (told) => this.#take(told),
      line: (line, why) => this.#lineIs(line, why),
      refused: (error) => this.#refused(error),
      heard: () => this.#presence?.beat(),
    });
  }

  /** Hears nothing more, and says no more that the seat is there. */
  #rest(): void {
    this.#following?.();
    this.#presence?.stop();
    this.#presence = undefined;
  }

  #lineIs(line: Line, why?: Rejection): void {
    this.line.value = line;
    if (line === "waiting") {
      this.stale.value = why ? { why: refusalOf(why) } : {};
    } else if (line === "live") {
      this.stale.value = undefined;
    }
  }

  #take(told: Told): void {
    const before = this.seen.peek();
    const after = fold(before, told);
    if (told.kind === "emote" && this.words.hear(told.emote)) {
      this.#hear(before, told, after);
    }
    if (after === before) {
      return;
    }
    this.#learn(told);
    this.seen.value = after;
    this.#hear(before, told, after);
    this.#reveal();
    this.#end(after);
  }

  #end(seen: Seen): void {
    switch (seen.end) {
      case undefined: return;
      case "token_revoked": return this.#loseSeat(seen);
      case "taken_over":
        this.lost.value = "onOtherPage";
        return this.#follow(undefined); // two pages must not take the seat from each other for ever
      case "closed": case "unknown_table":
        this.#rest();
        this.line.value = seen.table ? "ended" : "missing";
    }
  }

  #learn(told: Told): void {
    if (told.kind === "update") {
      this.#needs.clock.justNow(told.update.time);
    } else if (told.kind === "table") {
      this.#needs.clock.past(told.table.updated);
    }
  }

  #loseSeat({ table }: Seen): void {
    const { session } = this.#needs;
    const seat = table?.seats?.find((s) => s.seat === session.at(this.tableId)?.seat);
    if (!this.#leaves) {
      this.lost.value = seat?.kind === "bot" ? "botPlays" : "elsewhere";
    }
    session.giveUp(this.tableId);
  }

  #refused(error: unknown): void {
    if (error instanceof Rejection && this.#token !== undefined && error.code === "unauthenticated") {
      return error.reason === "token_revoked" ? this.#loseSeat(this.seen.peek()) : this.#needs.session.giveUp(this.tableId);
    }
    this.attempts.refused.value = { place: "table", refusal: refusalOf(error) };
    this.line.value = "missing";
  }

  /** Shows the secret as soon as the dealer is bound. */
  #reveal(): void {
    const { client, seals, session } = this.#needs;
    const { table } = this.seen.peek();
    if (table?.phase === "playing") {
      seals.drop(this.tableId);
    }
    const seed = due(table, session.at(this.tableId)?.seat, seals.of(this.tableId));
    if (seed !== undefined && seed !== this.#revealed) {
      this.#revealed = seed;
      client.reveal(this.#at({ seed }), this.#way()).catch((error: unknown) => {
        this.attempts.refused.value = { place: "start", refusal: refusalOf(error) };
      });
    }
  }
}
