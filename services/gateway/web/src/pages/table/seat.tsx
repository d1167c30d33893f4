import type { TableSeatJson } from "../../client/index.js";
import { useApp } from "../../ui/context.js";
import { Icon } from "../../ui/icon.js";
import { useName } from "../../ui/name.js";
import { nameOf } from "../../ui/people.js";
import { RefusalNote } from "../../ui/refusal.js";
import { useTick } from "../../ui/tick.js";
import { Backs } from "../../ui/tile.js";
import { useView } from "./context.js";
import { Bubble } from "./talk.js";
import { TurnClock } from "./turn-clock.js";

/** One seat: who sits there, what is to be seen of them, and what can be done there. */
export function SeatCard({ seat }: { seat: TableSeatJson }) {
  const { table, seats, own, speaker, store } = useView();
  const n = seat.seat ?? 0;
  const onTurn = table.phase === "playing" && table.round?.turn === n;
  const name = nameOf(speaker, seats, seat);
  const refused = store.attempts.refused.value;
  return (
    <section class={`seat ${seat.kind}${table.phase === "playing" ? " in-play" : ""}${onTurn ? " on-turn" : ""}${n === own ? " own" : ""}`} data-seat={n} aria-label={speaker.t("seats.seat", { n: n + 1 })}>
      <div class="seat-head">
        <Icon name={seat.kind === "bot" ? "bot" : "person"} />
        <span class="seat-name">{name}</span>
        <Score seat={seat} />
      </div>
      <Tiles seat={seat} name={name} />
      <Chips seat={seat} onTurn={onTurn} />
      {onTurn && (
        <>
          <span class="unseen">{speaker.t("seats.onTurn")}</span>
          <TurnClock seat={seat} />
        </>
      )}
      <SeatActions seat={seat} />
      <Bubble seat={n} />
      {refused?.place === `seat ${n}` && <RefusalNote refusal={refused.refusal} />}
    </section>
  );
}

function Score({ seat }: { seat: TableSeatJson }) {
  const { table, speaker } = useView();
  const score = table.match?.scores?.[seat.side ?? -1];
  return score === undefined ? null
    : <span class="seat-score"><span class="unseen">{speaker.t("rounds.score")}: </span>{speaker.number(score)}</span>;
}

function Tiles({ seat, name }: { seat: TableSeatJson; name: string }) {
  const { table, speaker } = useView();
  const count = seat.handSize ?? 0;
  if (table.phase !== "playing" || seat.kind === "empty") {
    return null;
  }
  return (
    <p class="seat-tiles">
      <Backs count={count} />
      <span aria-hidden="true">{speaker.number(count)}</span>
      <span class="unseen">{speaker.t("speech.hidden", { who: name, count })}</span>
    </p>
  );
}

/** Short words about a seat. */
function Chips({ seat, onTurn }: { seat: TableSeatJson; onTurn: boolean }) {
  const { clock } = useApp();
  const { table, own, speaker, seats } = useView();
  useTick(1000, seat.away === true && seat.graceUntil !== undefined);
  const n = seat.seat ?? 0;
  const chips: [kind: string, text: string][] = [];
  if (n === own && table.phase !== "playing") {
    chips.push(["you", speaker.t("seats.you")]);
  } else if (isPartner(seats, own, seat)) {
    chips.push(["partner", speaker.t("seats.partner")]);
  }
  if (seat.away) {
    const left = clock.until(seat.graceUntil);
    chips.push(["away", left === undefined ? speaker.t("seats.away") : speaker.t("seats.botTakesOver", { time: speaker.duration(left) })]);
  }
  if (table.phase === "open" && seat.kind === "player") {
    chips.push(seat.ready ? ["good", speaker.t("seats.ready")] : ["", speaker.t("seats.notReady")]);
  }
  if (table.phase === "finished" && table.rematch?.includes(n)) {
    chips.push(["good", speaker.t("seats.wantsRematch")]);
  }
  if (onTurn && table.limitEnd === undefined) {
    chips.push(["turn", speaker.t("seats.onTurn")]);
  } else if (table.phase === "playing" && !onTurn && lastMove(table.round?.moves ?? [], n)?.kind === "pass") {
    chips.push(["", speaker.t("seats.passed")]);
  }
  return chips.length === 0 ? null : <p class="chips">{chips.map(([kind, text]) => <span key={text} class={`chip ${kind}`}>{text}</span>)}</p>;
}

function lastMove<M extends { seat?: number }>(moves: readonly M[], seat: number): M | undefined {
  return moves.findLast((m) => m.seat === seat);
}

/** Whether a seat plays for the side of whoever looks (L-01). */
export function isPartner(seats: readonly TableSeatJson[], own: number | undefined, seat: TableSeatJson): boolean {
  const side = seats.find((s) => s.seat === own)?.side;
  return side !== undefined && seat.seat !== own && seat.side === side;
}

/** Before a match: sitting down, changing seats, bots. While it runs: sitting down for a bot. */
function SeatActions({ seat }: { seat: TableSeatJson }) {
  const { table, own, speaker, store } = useView();
  const { named, dialog } = useName();
  const owner = useApp().session.owns(store.tableId);
  const n = seat.seat ?? 0;
  const inMatch = ["dealing", "playing", "scoring"].includes(table.phase ?? "");
  if ((table.phase !== "open" && !inMatch) || n === own || seat.kind === "player") {
    return null;
  }
  const busy = store.attempts.busy.value !== undefined;
  const button = (text: string, act: () => void, kind = "") => (
    <button type="button" class={`small ${kind}`} disabled={busy} aria-label={`${text}, ${speaker.t("seats.seat", { n: n + 1 })}`} onClick={act}>{text}</button>
  );
  const free = seat.kind === "empty";
  if (inMatch) {
    return own === undefined && !free ? <div class="seat-actions">{button(speaker.t("actions.takeBotSeat"), () => named(() => void store.sit(n)))}{dialog}</div> : null;
  }
  return (
    <div class="seat-actions">
      {free && own === undefined && button(speaker.t("actions.takeSeat"), () => named(() => void store.sit(n)), "primary")}
      {free && own !== undefined && button(speaker.t("actions.moveHere"), () => void store.move(n))}
      {free && owner && button(speaker.t("actions.addBot"), () => void store.addBot(n))}
      {!free && owner && own === undefined && button(speaker.t("actions.takeBotSeat"), () => named(() => void store.takeBotSeat(n)))}
      {!free && owner && button(speaker.t("actions.removeBot"), () => void store.removeBot(n))}
      {dialog}
    </div>
  );
}
