import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { type Connection, Rejection, type Told } from "../../src/client/index.js";
import { type Script, Stub, refusal } from "./stub.js";

let stub: Stub;
const serve = async (script: Script) => (stub = await Stub.start(script));
afterEach(() => stub.stop());

const begin = (answer: ServerResponse) => answer.writeHead(200, { "Content-Type": "text/event-stream" });
const table = (version: number) => `id: c${version}\nevent: table\ndata: {"version":${version}}\n\n`;
const update = (version: number) => `id: c${version}\nevent: update\ndata: {"version":${version}}\n\n`;
const end = (reason: string, id = "t") => `event: end\ndata: {"table":"${id}","reason":"${reason}"}\n\n`;

async function all(stream: AsyncIterable<Told>): Promise<Told[]> {
  const told: Told[] = [];
  for await (const one of stream) {
    told.push(one);
  }
  return told;
}

const brief = (told: Told[]) => told.map((t) =>
  t.kind === "table" ? `table ${t.table.version}` : t.kind === "update" ? `update ${t.update.version}` : t.kind === "end" ? t.reason : t.kind);

describe("a live stream", () => {
  it("tells the table, updates, the seat and the end, and then is over", async () => {
    await serve((answer) => begin(answer).end(
      `retry: 1000\n\n${table(1)}event: seat\ndata: {"hand":["6-4"]}\n\n: still here\n\n${update(2)}event: new\ndata: 1\n\n${end("closed", "t-1")}`));
    const told = await all(stub.client().live("t-1", { token: "abc" }));
    expect(brief(told)).toEqual(["table 1", "seat", "update 2", "closed"]);
    expect(told[1]).toEqual({ kind: "seat", seat: { hand: ["6-4"] } });
    expect(stub.asked.length).toBe(1);
    expect(stub.asked[0]).toMatchObject({ path: "/v1/tables/t-1/live", headers: { authorization: "Bearer abc" } });
  });

  it("tells what is said, but by whom it mutes, and does not come back for it", async () => {
    const word = `event: emote\ndata: {"tableId":"t","seat":1,"emote":"hello"}\n\n`;
    await serve((answer, n) => begin(answer).end(n === 0 ? table(1) + word : end("closed")));
    const told = await all(stub.client().live("t", { mute: [0, 2] }));
    expect(brief(told)).toEqual(["table 1", "emote", "closed"]);
    expect(told[1]).toEqual({ kind: "emote", emote: { tableId: "t", seat: 1, emote: "hello" } });
    expect(stub.asked.map((a) => [a.path, a.headers["last-event-id"]])).toEqual([["/v1/tables/t/live?mute=0&mute=2", undefined], ["/v1/tables/t/live?mute=0&mute=2", "c1"]]);
    await serve((answer) => begin(answer).end(end("closed")));
    await all(stub.client().live("t", { mute: "all" }));
    expect(stub.asked[0]?.path).toBe("/v1/tables/t/live?emotes=off");
  });

  it("goes on where it broke off, and tells each version once", async () => {
    await serve((answer, n) => [
      () => { begin(answer).write(table(1) + update(2), () => answer.destroy()); },
      () => begin(answer).end(`retry: 700\n\n${update(2)}${update(3)}id: c4\nevent: upd`),
      () => begin(answer).end(table(3) + update(4) + end("token_revoked")),
    ][n]?.());
    expect(brief(await all(stub.client().live("t")))).toEqual(["table 1", "update 2", "update 3", "update 4", "token_revoked"]);
    expect(stub.asked.map((a) => a.headers["last-event-id"])).toEqual([undefined, "c2", "c3"]);
    expect(stub.pauses).toEqual([1000, 700]);
  });

  it("is opened again after a silence", async () => {
    const told: Told[] = [];
    await serve((answer) => { begin(answer).write(told.length === 0 ? table(1) : end("closed")); });
    for await (const one of stub.client().live("t", { quietMs: 100 })) {
      told.push(one);
    }
    expect(brief(told)).toEqual(["table 1", "closed"]);
  });

  it("waits longer each time that it fails, and as long as Retry-After says", async () => {
    await serve((answer, n) => [
      () => refusal(answer, 503, "unavailable", "unavailable"),
      () => answer.destroy(),
      () => refusal(answer, 429, "resource_exhausted", "overloaded"),
      () => answer.writeHead(500).end(),
      () => begin(answer).end(table(1)),
      () => begin(answer).end(end("closed")),
    ][n]?.());
    await all(stub.client().live("t"));
    expect(stub.pauses).toEqual([2000, 4000, 8000, 16000, 1000]);
  });

  it("is over when there is nothing more to tell", async () => {
    await serve((answer) => answer.writeHead(204).end());
    expect(brief(await all(stub.client().live("t")))).toEqual(["closed"]);
    expect(stub.asked.length).toBe(1);
  });

  it("is over when another has the seat meanwhile", async () => {
    await serve((answer, n) => n === 0 ? begin(answer).end(table(1)) : refusal(answer, 401, "unauthenticated", "token_revoked"));
    expect(brief(await all(stub.client().live("t", { token: "old" })))).toEqual(["table 1", "token_revoked"]);
  });

  it("fails where coming back is of no use", async () => {
    await serve((answer) => refusal(answer, 404, "not_found", "unknown_table"));
    const error = await all(stub.client().live("t")).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Rejection);
    expect((error as Rejection).reason).toBe("unknown_table");
  });

  it("ends quietly when it is aborted, and hangs up when its reader breaks off", async () => {
    const closed: Promise<void>[] = [];
    await serve((answer) => {
      closed.push(new Promise((done) => { answer.on("close", () => done()); }));
      begin(answer).write(table(1));
    });
    const controller = new AbortController();
    for await (const _ of stub.client().live("t", { signal: controller.signal })) {
      controller.abort();
    }
    for await (const _ of stub.client().live("t")) {
      break;
    }
    await Promise.all(closed);
    expect(stub.asked.length).toBe(2);
  });

  it("tells how its connection is", async () => {
    await serve((answer, n) => begin(answer).end(n === 0 ? table(1) : end("closed")));
    const seen: Connection[] = [];
    await all(stub.client().live("t", { onConnection: (c) => seen.push(c) }));
    expect(seen).toEqual(["connecting", "live", "waiting", "connecting", "live"]);
  });
});

describe("a stream of several topics", () => {
  const of = (id: string, version: number, name = "update") => `id: ${id}${version}\nevent: ${name}\ndata: {"tableId":"${id}","version":${version}}\n\n`;
  const lobby = `id: l\nevent: lobby\ndata: {"whole":true,"tables":[{"tableId":"a"}]}\n\n`;

  it("asks for all of them over one connection, and tells each table's versions once", async () => {
    await serve((answer, n) => [
      () => begin(answer).end(of("a", 1, "table") + of("b", 1, "table") + of("a", 2) + lobby),
      () => begin(answer).end(of("a", 2) + of("b", 2) + end("closed", "a") + of("b", 3)),
      () => begin(answer).end(end("token_revoked", "b")),
      () => answer.writeHead(204).end(),
    ][n]?.());
    const told = await all(stub.client().follow({ tables: ["a", "b"], lobby: true }, { token: "x" }));
    expect(brief(told)).toEqual(["table 1", "table 1", "update 2", "lobby", "update 2", "closed", "update 3", "token_revoked"]);
    expect(stub.asked.map((a) => a.path)).toEqual([
      "/v1/stream?table=a&table=b&lobby=1", "/v1/stream?table=a&table=b&lobby=1", "/v1/stream?table=b&lobby=1", "/v1/stream?lobby=1",
    ]);
    expect(stub.asked.map((a) => a.headers["last-event-id"])).toEqual([undefined, "l", "b3", "b3"]);
  });

  it("goes on from where another one stopped, and is over with its last table", async () => {
    await serve((answer) => begin(answer).end(of("a", 5) + end("closed", "a")));
    const cursors: string[] = [];
    await all(stub.client().follow({ tables: ["a"] }, { since: "a4", onCursor: (id) => cursors.push(id) }));
    expect(stub.asked.map((a) => a.headers["last-event-id"])).toEqual(["a4"]);
    expect(cursors).toEqual(["a5"]);
  });

  it("tells why it waits where it was refused, and does not come back too soon", async () => {
    await serve((answer, n) => [
      () => refusal(answer, 429, "resource_exhausted", "actor_streams"),
      () => begin(answer).end(end("closed", "a")),
    ][n]?.());
    const whys: (string | undefined)[] = [];
    await all(stub.client().follow({ tables: ["a"] }, { onConnection: (c, why) => { if (c === "waiting") { whys.push(why?.reason); } } }));
    expect(whys).toEqual(["actor_streams"]);
    expect(stub.pauses[0]).toBeGreaterThanOrEqual(3_000);
  });

  it("is refused as a whole where the token is", async () => {
    await serve((answer) => refusal(answer, 401, "unauthenticated", "token_revoked"));
    const error = await all(stub.client().follow({ tables: ["a"], lobby: true }, { token: "old" })).catch((e: unknown) => e);
    expect((error as Rejection).reason).toBe("token_revoked");
  });
});
