import { describe, expect, it } from "vitest";
import type { LobbyUpdateJson, TableSummaryJson } from "../../src/client/index.js";
import { Lobby, after, isWanted } from "../../src/state/lobby.js";
import type { Ear } from "../../src/state/stream.js";

const one = (tableId: string, more: TableSummaryJson = {}): TableSummaryJson => ({ tableId, phase: "open", preset: "latin.pairs", ...more });
const ids = (tables: readonly TableSummaryJson[] | undefined) => tables?.map((t) => t.tableId);

describe("the list of tables", () => {
  it("is forgotten where the whole list comes", () => {
    expect(ids(after([one("a")], { whole: true, tables: [one("b")] }))).toEqual(["b"]);
  });

  it("keeps each table in its place, has new ones above, and lets go of those that are gone", () => {
    const list = after([one("a"), one("b"), one("c")], { tables: [one("d"), one("c", { phase: "playing" })], gone: ["a"] });
    expect(ids(list)).toEqual(["d", "b", "c"]);
    expect(list.at(-1)?.phase).toBe("playing");
  });

  it("is filtered by family, game, seats, phase and free seats", () => {
    const every = { game: "", seats: "", phase: "", onlyFree: false };
    const table = one("a", { seats: [{}, {}, {}, {}], freeSeats: 1 });
    const passes = [{ game: "latin" }, { game: "latin.pairs" }, { seats: "4" }, { phase: "open" }, { onlyFree: true }];
    const fails = [{ game: "lat" }, { game: "classic" }, { game: "latin.solo" }, { seats: "2" }, { phase: "playing" }];
    expect(passes.map((f) => isWanted(table, { ...every, ...f }))).toEqual(passes.map(() => true));
    expect(fails.map((f) => isWanted(table, { ...every, ...f }))).toEqual(fails.map(() => false));
    expect(isWanted({ ...table, phase: "playing" }, { ...every, onlyFree: true })).toBe(false);
  });
});

describe("the lobby", () => {
  function lobby(pages: Record<string, { tables: TableSummaryJson[]; nextPageToken?: string }> = {}) {
    let ear: Ear | undefined;
    let stops = 0;
    const source = { lobby: (e: Ear) => { ear = e; return () => { stops++; }; }, table: () => () => {}, hurry: () => {} };
    const store = new Lobby(source, { listTables: ({ pageToken = "" }) => Promise.resolve(pages[pageToken] ?? { tables: [] }) });
    store.start();
    return { store, stops: () => stops, ear: () => ear!, tell: (update: LobbyUpdateJson) => ear?.told({ kind: "lobby", lobby: update }) };
  }

  it("follows the list once, until it stops", () => {
    const { store, tell, stops } = lobby();
    expect(store.tables.value).toBeUndefined();
    store.start();
    tell({ whole: true, tables: [one("a")] });
    tell({ tables: [one("b")] });
    expect(ids(store.shown.value)).toEqual(["b", "a"]);
    store.stop();
    expect(stops()).toBe(1);
  });

  it("tells what is wrong while the list does not come, and keeps what it knows", () => {
    const { store, ear, tell } = lobby();
    tell({ whole: true, tables: [one("a")] });
    ear().line("waiting");
    expect(store.failure.value?.reason).toBe("unreachable");
    ear().line("connecting");
    expect(store.failure.value?.reason).toBe("unreachable");
    ear().line("live");
    expect(store.failure.value).toBeUndefined();
    expect(ids(store.shown.value)).toEqual(["a"]);
  });

  it("asks for tables that the list has no room for, page by page", async () => {
    const { store, tell } = lobby({ "": { tables: [one("a"), one("b")], nextPageToken: "2" }, "2": { tables: [one("c")] } });
    tell({ whole: true, tables: [one("a", { phase: "playing" })], more: true });
    expect(store.more.value).toBe(true);
    await store.showMore();
    await store.showMore();
    expect(ids(store.shown.value)).toEqual(["a", "b", "c"]);
    expect(store.shown.value[0]?.phase).toBe("playing");
    expect(store.more.value).toBe(false);
  });
});
