import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { kinds, pathOf } from "../../src/client/calls.js";
import { type Call, Rejection, Unreachable, playerKey } from "../../src/client/index.js";
import { type Script, Stub, json, refusal } from "./stub.js";

let stub: Stub;
const serve = async (script: Script) => (stub = await Stub.start(script));
afterEach(() => stub.stop());

const caught = (promise: Promise<unknown>) => promise.then(() => undefined, (error: unknown) => error);

describe("a call", () => {
  it("is there for every method of the service", async () => {
    await serve((answer) => json(answer, 200, {}));
    const proto = readFileSync(new URL("../../../../../proto/tranca/api/v1/table_service.proto", import.meta.url), "utf8");
    const methods = [...proto.matchAll(/^ {2}rpc (\w+)\(/gm)].map((m) => `/tranca.api.v1.TableService/${m[1]}`);
    expect((Object.keys(kinds) as Call[]).map(pathOf).sort()).toEqual(methods.sort());
    const commands = [...proto.matchAll(/^ {2}string command_id = /gm)].length;
    expect(Object.values(kinds).filter((kind) => kind === "command").length).toBe(commands);
  });

  it("shows the seat's token, and the player key to open, to sit and where there is no token", async () => {
    await serve((answer) => json(answer, 200, {}));
    const key = playerKey();
    const client = stub.client({ playerKey: key });
    await client.openTable({ preset: "chickie" });
    await client.sit({ tableId: "t", player: "ada" });
    await client.closeTable({ tableId: "t" });
    await client.pass({ tableId: "t" }, { token: "abc" });
    await client.getTable({ tableId: "t" });
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(stub.asked.map((a) => a.headers["tranca-player-key"])).toEqual([key, key, key, undefined, undefined]);
    expect(stub.asked[3]?.headers.authorization).toBe("Bearer abc");
  });

  it("carries a new id where it is a command, none where it is a query, and the caller's own where there is one", async () => {
    await serve((answer) => json(answer, 200, { version: 3 }));
    const client = stub.client();
    expect(await client.draw({ tableId: "t" })).toEqual({ version: 3 });
    await client.draw({ tableId: "t" });
    await client.listPresets({});
    await client.draw({ tableId: "t", commandId: "mine" });
    const ids = stub.asked.map((a) => a.body["commandId"]);
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids[1]).not.toBe(ids[0]);
    expect(ids.slice(2)).toEqual([undefined, "mine"]);
  });

  it("is sent again with the same id when the service is not available, or out of time", async () => {
    await serve((answer, n) => [
      () => refusal(answer, 503, "unavailable", "unavailable"),
      () => refusal(answer, 504, "deadline_exceeded", "deadline_exceeded"),
      () => answer.writeHead(502, { "Content-Type": "text/html" }).end("<h1>Bad gateway</h1>"),
      () => json(answer, 200, { version: 9 }),
    ][n]?.());
    expect(await stub.client().play({ tableId: "t", tile: "6-4" })).toEqual({ version: 9 });
    expect(stub.asked.length).toBe(4);
    expect(new Set(stub.asked.map((a) => JSON.stringify(a.body))).size).toBe(1);
    expect(stub.pauses).toEqual([200, 400, 800]);
  });

  it("is sent again with the same id when the connection is cut, before or within the answer", async () => {
    await serve((answer, n) => [
      () => answer.destroy(),
      () => { answer.writeHead(200, { "Content-Length": "100" }).write("{\"ver", () => answer.destroy()); },
      () => json(answer, 200, { version: 2 }),
    ][n]?.());
    expect(await stub.client().pass({ tableId: "t" })).toEqual({ version: 2 });
    expect(new Set(stub.asked.map((a) => a.body["commandId"])).size).toBe(1);
  });

  it("gives a slow try up and sends the same again", async () => {
    await serve((answer, n) => { if (n > 0) json(answer, 200, { version: 5 }); });
    expect(await stub.client({ attemptMs: 100 }).ready({ tableId: "t" })).toEqual({ version: 5 });
    expect(stub.asked[1]?.body).toEqual(stub.asked[0]?.body);
  });

  it("waits as long as Retry-After says", async () => {
    await serve((answer, n) => [
      () => refusal(answer, 429, "resource_exhausted", "overloaded"),
      () => answer.writeHead(429, { "Retry-After": "2" }).end("slow down"),
      () => json(answer, 200, {}),
    ][n]?.());
    await stub.client().listTables({});
    expect(stub.pauses).toEqual([3000, 2000]);
  });

  it("does not wait past its budget", async () => {
    await serve((answer) => refusal(answer, 503, "unavailable", "unavailable"));
    const error = await caught(stub.client({ budgetMs: 1000 }).pass({ tableId: "t" }));
    expect(error).toBeInstanceOf(Rejection);
    expect(stub.pauses).toEqual([200, 400]);
  });

  it("fails as unreachable when nobody is there", async () => {
    await serve(() => undefined);
    const client = stub.client({ budgetMs: 1000 });
    await stub.stop();
    const error = await caught(client.listPresets({}));
    expect(error).toBeInstanceOf(Unreachable);
    expect((error as Unreachable).cause).toBeInstanceOf(TypeError);
    expect(stub.pauses).toEqual([200, 400]);
  });

  it("is not sent again when it was refused, and says why", async () => {
    await serve((answer) => refusal(answer, 400, "failed_precondition", "must_open_with", { currentVersion: 6, legal: ["4-4"], params: { seat: "0" } }));
    const error = await caught(stub.client().play({ tableId: "t", tile: "6-4" })) as Rejection;
    expect(error).toBeInstanceOf(Rejection);
    expect({ ...error }).toEqual({
      name: "Rejection", code: "failed_precondition", reason: "must_open_with",
      params: { seat: "0" }, currentVersion: 6, legal: ["4-4"],
    });
    expect(error.message).toBe("it is must_open_with");
    expect(stub.asked.length).toBe(1);
  });

  it("is told of, and waited for, when a limit refused it, whatever its name", async () => {
    await serve((answer, n) => (n === 0 ? refusal(answer, 429, "resource_exhausted", "actor_rate") : json(answer, 200, {})));
    const told: unknown[] = [];
    await stub.client({ onWait: (call, why, ms) => told.push([call, why.reason, ms]) }).listTables({});
    expect(told).toEqual([["listTables", "actor_rate", 3000]]);
  });

  it("is not sent again where it is a word, which would come too late", async () => {
    await serve((answer) => refusal(answer, 429, "resource_exhausted", "emote_rate"));
    expect(((await caught(stub.client().emote({ tableId: "t", emote: "hello" }, { token: "x" }))) as Rejection).reason).toBe("emote_rate");
    expect(stub.asked.length).toBe(1);
  });

  it("is not sent again when it is too large", async () => {
    await serve((answer) => refusal(answer, 429, "resource_exhausted", "too_large"));
    expect(((await caught(stub.client().listTables({}))) as Rejection).reason).toBe("too_large");
    expect(stub.asked.length).toBe(1);
  });

  it("rejects with the signal's reason when it is aborted", async () => {
    const controller = new AbortController();
    await serve(() => controller.abort(new Error("enough")));
    expect(await caught(stub.client().listTables({}, { signal: controller.signal }))).toEqual(new Error("enough"));
  });
});
