import { Rejection, Unreachable, rejectionOf } from "./rejection.js";
import { type World, backOff, retryAfter } from "./world.js";

/** How long a call is tried, in milliseconds. */
export type Patience = {
  /** For one try; then the connection is given up and the next begins. */
  attemptMs: number;
  /** For all tries together, pauses too: no try begins after it. */
  budgetMs: number;
};

/** Pauses between tries, in milliseconds. */
const firstPause = 200;
const longestPause = 5_000;

/** One answer, or why there was none and how soon to ask again at the earliest. */
type Outcome = { answer: unknown } | { failure: Rejection | Unreachable; wait: number };

/** Told why the same request is sent again, and after how many milliseconds. */
export type OnWait = (why: Rejection | Unreachable, ms: number) => void;

/**
 * Sends a request until it is answered: again where the outcome is open, no
 * sooner than the service asks for, and each time the very same. Rejects with a
 * Rejection, with Unreachable, or with the signal's reason.
 */
export async function ask(
  world: World, patience: Patience, url: string, init: RequestInit, signal: AbortSignal, onWait: OnWait = () => {},
): Promise<unknown> {
  const until = world.now() + patience.budgetMs;
  for (let tries = 0; ; tries++) {
    const outcome = await attempt(world, url, init, patience.attemptMs, signal);
    if ("answer" in outcome) {
      return outcome.answer;
    }
    const pause = Math.max(outcome.wait, backOff(tries, firstPause, longestPause, world.random));
    if (!isOpen(outcome.failure) || world.now() + pause > until) {
      throw outcome.failure;
    }
    onWait(outcome.failure, pause);
    await world.sleep(pause, signal);
  }
}

function isOpen(failure: Rejection | Unreachable): boolean {
  return failure instanceof Unreachable || failure.open;
}

async function attempt(
  world: World, url: string, init: RequestInit, attemptMs: number, signal: AbortSignal,
): Promise<Outcome> {
  try {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]);
    const answer = await world.fetch(url, { ...init, signal: patience });
    if (answer.ok) {
      return { answer: await answer.json() };
    }
    return { failure: await rejectionOf(answer), wait: retryAfter(answer) };
  } catch (cause) {
    signal.throwIfAborted();
    return { failure: new Unreachable(cause), wait: 0 };
  }
}
