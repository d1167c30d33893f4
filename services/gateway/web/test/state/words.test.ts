import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Words, wordsFor } from "../../src/state/words.js";

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

const pairs = [{ side: 0 }, { side: 1 }, { side: 0 }, { side: 1 }];
const alone = [{ side: 0 }, { side: 1 }];

describe("a word", () => {
  it("is seen at its seat for a moment; a later one of the same seat has its own", () => {
    const words = new Words();
    words.hear({ seat: 2, emote: "hello" });
    vi.advanceTimersByTime(4_000);
    words.hear({ seat: 2, emote: "thanks" });
    vi.advanceTimersByTime(4_000);
    expect(words.bubbles.value[2]?.word).toBe("thanks");
    vi.advanceTimersByTime(2_000);
    expect(words.bubbles.value).toEqual({});
  });

  it("of a muted seat is not heard, nor seen any longer, until it is heard again", () => {
    const words = new Words();
    words.hear({ seat: 1, emote: "hello" });
    words.mute(1, true);
    expect(words.bubbles.value).toEqual({});
    expect(words.hear({ seat: 1, emote: "hello" })).toBe(false);
    expect(words.hear({ emote: "hello" })).toBe(true); // seat 0
    words.mute(1, false);
    expect(words.hear({ seat: 1, emote: "hello" })).toBe(true);
  });
});

describe("what may be said", () => {
  it("tells nothing of a hand while partners play a round", () => {
    expect(wordsFor({ phase: "playing", seats: pairs })).toEqual(["hello", "good_luck", "thanks", "well_played", "hurry"]);
    expect(wordsFor({ phase: "playing", seats: alone })).toContain("last_tile");
    expect(wordsFor({ phase: "open", seats: pairs })).toContain("capicua");
  });

  it("is what the table wants", () => {
    expect(wordsFor({ phase: "open", seats: alone, options: { emotes: "off" } })).toEqual([]);
    expect(wordsFor({ phase: "playing", seats: alone, options: { emotes: "pauses" } })).toEqual([]);
    expect(wordsFor({ phase: "scoring", seats: alone, options: { emotes: "pauses" } })).toContain("hello");
  });
});
