import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Presence } from "../../src/state/presence.js";

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

function seat(answer: () => Promise<object> = () => Promise.resolve({})) {
  const said: { tableId?: string; token?: string | undefined }[] = [];
  const stayHere = (request: { tableId?: string }, way?: { token?: string | undefined }) => {
    said.push({ ...request, token: way?.token });
    return answer();
  };
  return { said, presence: new Presence({ stayHere }, "t", "secret", () => Date.now()) };
}

describe("whoever holds a seat", () => {
  it("says so when the table is heard, and every 20 seconds from then on", async () => {
    const { said, presence } = seat();
    presence.beat();
    expect(said).toEqual([{ tableId: "t", token: "secret" }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(said.length).toBe(4);
    presence.stop();
  });

  it("says so though its timer sleeps, as long as the connection lives", async () => {
    const { said, presence } = seat();
    for (let n = 0; n < 4; n++) {
      presence.beat();
      vi.setSystemTime(Date.now() + 15_000); // a heartbeat of the stream
      await Promise.resolve().then(() => {}).then(() => {});
    }
    expect(said.length).toBe(2);
    presence.stop();
  });

  it("does not say it again while it is being said, and takes a refusal as no news", async () => {
    let refuse: (error: Error) => void = () => {};
    const { said, presence } = seat(() => new Promise((_, reject) => { refuse = reject; }));
    presence.beat();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(said.length).toBe(1);
    refuse(new Error("unavailable"));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(said.length).toBe(2);
    presence.stop();
  });

  it("is silent once it stopped", async () => {
    const { said, presence } = seat();
    presence.stop();
    presence.beat();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(said).toEqual([]);
  });
});
