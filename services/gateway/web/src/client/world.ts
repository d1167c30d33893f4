/** What the client needs from outside; tests and other platforms bring their own. */
export type World = {
  fetch: typeof fetch;
  /** Makes the id of a command, a UUID. */
  uuid: () => string;
  /** At least 0 and below 1: spreads those who come back at the same time. */
  random: () => number;
  /** Milliseconds since any moment; never goes back. */
  now: () => number;
  /** Waits that many milliseconds; rejects with the signal's reason when it is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** The world of a browser, of Node from 20.3, and of other platforms with fetch. */
export function platform(): World {
  return {
    fetch: (input, init) => fetch(input, init),
    uuid: () => crypto.randomUUID(),
    random: Math.random,
    now: () => performance.now(),
    sleep,
  };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** A signal that is never aborted. */
export function never(): AbortSignal {
  return new AbortController().signal;
}

/**
 * How long to wait before the next try: doubles from `first` to `most`, and a
 * random part of up to half is taken off. All in milliseconds; tries count from 0.
 */
export function backOff(tries: number, first: number, most: number, random: () => number): number {
  return Math.min(most, first * 2 ** tries) * (1 - random() / 2);
}

/** Milliseconds of a Retry-After header, which is in seconds or a date; 0 where there is none. */
export function retryAfter(answer: Response): number {
  const value = answer.headers.get("Retry-After");
  if (value === null) {
    return 0;
  }
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
