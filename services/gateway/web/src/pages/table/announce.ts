import type { LiveEmoteJson, Told } from "../../client/index.js";
import { type Speaker, eventText, theTile } from "../../i18n/index.js";
import { type Seen, drawn, movesOf } from "../../state/fold.js";
import type { Voice } from "../../state/voice.js";
import { peopleOf } from "../../ui/people.js";

/** Says everything that happens at a table, once, in the order in which it happened. */
export class Announcer {
  readonly #voice: Voice;
  readonly #speaker: () => Speaker;
  readonly #own: () => number | undefined;
  #turn = -1; // version of the turn that was called last

  constructor(voice: Voice, speaker: () => Speaker, own: () => number | undefined) {
    this.#voice = voice;
    this.#speaker = speaker;
    this.#own = own;
  }

  hear(before: Seen, told: Told, after: Seen): void {
    if (told.kind === "update") {
      for (const text of newsTexts(this.#speaker(), after, this.#own(), before.news.at(-1)?.id ?? 0)) {
        this.#voice.say(text);
      }
    }
    if (told.kind === "emote") {
      this.#sayWord(told.emote, after);
    }
    if (told.kind === "seat") {
      for (const tile of drawn(before, after)) {
        this.#voice.say(this.#speaker().t("speech.drew", { theTile: theTile(this.#speaker(), tile) }));
      }
    }
    this.#callTurn(after);
  }

  #sayWord({ seat = 0, emote = "" }: LiveEmoteJson, { table }: Seen): void {
    const text = this.#speaker().find("emotes", emote);
    const own = this.#own();
    if (text !== undefined && seat !== own) {
      this.#voice.say(this.#speaker().t("talk.said", { who: peopleOf(this.#speaker(), table?.seats ?? [], own).nameOf(seat), text }));
    }
  }

  #callTurn(seen: Seen): void {
    const moves = movesOf(seen);
    const turn = seen.table?.turnVersion ?? 0;
    if (moves === undefined || turn === this.#turn) {
      return;
    }
    this.#turn = turn;
    const tiles = new Set(moves.plays?.map((p) => p.tile)).size;
    this.#voice.call(tiles > 0 ? this.#speaker().t("speech.yourTurn", { count: tiles })
      : this.#speaker().t(moves.mayDraw ? "speech.yourTurnDraw" : "speech.yourTurnPass"));
  }
}

/** What happened after a piece of news, in sentences. */
export function newsTexts(speaker: Speaker, { table, news }: Seen, own: number | undefined, after = 0): readonly string[] {
  const seats = table?.seats ?? [];
  const people = peopleOf(speaker, seats, own);
  return news.filter((n) => n.id > after).flatMap(({ event }) => {
    const bot = seats.find((s) => s.seat === event.seat)?.kind === "bot";
    const { player, ...nameless } = event;
    return eventText(speaker, bot ? nameless : event, people) ?? [];
  });
}
