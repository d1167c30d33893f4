import { describe, expect, it } from "vitest";
import { type Client, type LiveOptions, Rejection, type Told, type Topics } from "../../src/client/index.js";
import { type Ear, TabStream } from "../../src/state/stream.js";

/** One connection that was asked for: the test says what comes over it. */
type Line = { topics: Topics; options: LiveOptions; tell: (told: Told, cursor?: string) => Promise<void>; fail: (error: unknown) => Promise<void> };

const settled = () => new Promise<void>((resolve) => { setImmediate(resolve); });

function world() {
  const lines: Line[] = [];
  const follow: Client["follow"] = (topics, options = {}) => {
    const queue: (() => Told)[] = [];
    let wake = () => {};
    const put = (what: () => Told) => {
      queue.push(what);
      wake();
      return settled();
    };
    lines.push({
      topics, options,
      tell: (told, cursor) => put(() => { options.onCursor?.(cursor ?? ""); return told; }),
      fail: (error) => put(() => { throw error; }),
    });
    return (async function* () {
      for (;;) {
        const next = queue.shift();
        if (next) {
          yield next();
        } else {
          await new Promise<void>((resolve) => { wake = resolve; });
        }
      }
    })();
  };
  return { lines, stream: new TabStream({ follow }) };
}

function ear() {
  const said: string[] = [];
  const one: Ear = {
    told: (told) => said.push(told.kind),
    line: (line, why) => said.push(why ? `${line}: ${why.reason}` : line),
    refused: (error) => said.push(`refused: ${(error as Rejection).reason}`),
  };
  return { said, ...one };
}

const table = (tableId: string, version = 1): Told => ({ kind: "table", table: { tableId, version } });

describe("the stream of a tab", () => {
  it("is one connection for all topics that are wanted at the same time", async () => {
    const { lines, stream } = world();
    const [list, one] = [ear(), ear()];
    stream.lobby(list);
    stream.table("a", "secret", one);
    await settled();
    expect(lines.map((l) => l.topics)).toEqual([{ tables: ["a"], lobby: true }]);
    expect(lines[0]?.options.token).toBe("secret");
    await lines[0]?.tell(table("a"));
    await lines[0]?.tell({ kind: "lobby", lobby: {} });
    lines[0]?.options.onConnection?.("waiting", new Rejection("resource_exhausted", { reason: "actor_streams" }));
    expect(list.said).toEqual(["lobby", "waiting: actor_streams"]);
    expect(one.said).toEqual(["table", "waiting: actor_streams"]);
  });

  it("goes on behind what was told when a topic comes or goes", async () => {
    const { lines, stream } = world();
    stream.lobby(ear());
    await settled();
    await lines[0]?.tell({ kind: "lobby", lobby: {} }, "c1");
    const stop = stream.table("a", undefined, ear());
    await settled();
    expect(lines[0]?.options.signal?.aborted).toBe(true);
    await lines[1]?.tell(table("a"), "c2");
    stop();
    await settled();
    expect(lines.map((l) => l.options.since)).toEqual(["", "c1", "c2"]);
    expect(lines[2]?.topics).toEqual({ tables: [], lobby: true });
  });

  it("begins anew for whoever comes back to a topic, as they know nothing any more", async () => {
    const { lines, stream } = world();
    const stop = stream.table("a", undefined, ear());
    await settled();
    await lines[0]?.tell(table("a"), "c1");
    stop();
    stream.lobby(ear());
    await settled();
    stream.table("a", undefined, ear());
    await settled();
    expect(lines.map((l) => l.options.since)).toEqual(["", "c1", ""]);
  });

  it("is closed when nothing is wanted", async () => {
    const { lines, stream } = world();
    stream.lobby(ear())();
    await settled();
    expect(lines).toEqual([]);
  });

  it("tells the end of a table and asks for it no more", async () => {
    const { lines, stream } = world();
    const [list, one] = [ear(), ear()];
    stream.lobby(list);
    stream.table("a", undefined, one);
    await settled();
    await lines[0]?.tell({ kind: "end", tableId: "a", reason: "closed" });
    stream.table("b", undefined, ear());
    await settled();
    expect(one.said).toEqual(["end"]);
    expect(lines[1]?.topics.tables).toEqual(["b"]);
  });

  it("goes on without a seat whose token is refused", async () => {
    const { lines, stream } = world();
    const [list, one] = [ear(), ear()];
    stream.lobby(list);
    stream.table("a", "old", one);
    await settled();
    await lines[0]?.fail(new Rejection("unauthenticated", { reason: "token_revoked" }));
    expect(one.said).toEqual(["refused: token_revoked"]);
    expect(list.said).toEqual([]);
    expect(lines[1]?.topics).toEqual({ tables: [], lobby: true });
  });

  it("comes back at once when it is told to, but only if it waits", async () => {
    const { lines, stream } = world();
    stream.lobby(ear());
    await settled();
    stream.hurry();
    await settled();
    expect(lines.length).toBe(1);
    lines[0]?.options.onConnection?.("waiting");
    stream.hurry();
    await settled();
    expect(lines.length).toBe(2);
  });
});
