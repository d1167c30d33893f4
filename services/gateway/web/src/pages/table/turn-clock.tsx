import { useEffect, useRef } from "preact/hooks";
import type { TableJson, TableSeatJson } from "../../client/index.js";
import type { ServerClock } from "../../state/clock.js";
import { useApp } from "../../ui/context.js";
import { useTick } from "../../ui/tick.js";
import { useView } from "./context.js";

/** What is left of a turn, in milliseconds, and of which of its two parts. */
export type Left = { readonly ms: number; readonly of: number; readonly bank: boolean };

/** First the limit runs, then the time bank; undefined where there is no limit. */
export function leftOf(table: TableJson, seat: TableSeatJson, clock: ServerClock): Left | undefined {
  const limit = clock.until(table.limitEnd);
  const all = clock.until(table.deadline);
  if (limit === undefined || all === undefined || table.frozen) {
    return undefined;
  }
  return limit > 0
    ? { ms: limit, of: Math.max(limit, turnLength(table)), bank: false }
    : { ms: Math.max(0, all), of: Math.max(all, seat.bankMs ?? 0, 1), bank: true };
}

function turnLength({ options, round }: TableJson): number {
  const first = (round?.moves ?? []).length === 0 ? options?.firstMoveMs : undefined;
  return first || options?.turnLimitMs || 0;
}

/** Seconds at which whoever is on turn hears how many are left. */
const warnings = [10, 5];

/** The clock of the seat on turn: a bar that gets shorter, and the time in words. */
export function TurnClock({ seat }: { seat: TableSeatJson }) {
  const { clock, voice } = useApp();
  const { table, speaker, own } = useView();
  useTick(250, true);
  const left = leftOf(table, seat, clock);
  const seconds = left && Math.ceil(left.ms / 1000);
  const warned = useRef(0);
  useEffect(() => {
    const mine = seat.seat === own && seconds !== undefined && warnings.includes(seconds);
    if (mine && warned.current !== seconds) {
      warned.current = seconds;
      voice.call(speaker.t("speech.secondsLeft", { count: seconds }));
    }
  }, [seconds]);
  if (!left) {
    return null;
  }
  return (
    <div class={`clock${left.bank ? " bank" : ""}${left.ms < 10_000 ? " late" : ""}`}>
      <svg class="clock-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect width="100" height="4" class="clock-track" />
        <rect width={(100 * left.ms) / left.of} height="4" class="clock-left" />
      </svg>
      <span class="clock-text">{left.bank ? speaker.t("status.bank", { time: speaker.duration(left.ms) }) : speaker.duration(left.ms)}</span>
    </div>
  );
}
