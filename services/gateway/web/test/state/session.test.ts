import { describe, expect, it } from "vitest";
import { Session, keys } from "../../src/state/session.js";
import { shelf } from "../../src/state/shelf.js";

function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value), removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(), key: () => null, length: 0,
  };
}

const forbidden = { get localStorage(): Storage { throw new DOMException("no", "SecurityError"); } };

describe("who plays in a browser", () => {
  it("is the same player after each visit", () => {
    const page = { localStorage: storage() };
    const first = new Session(shelf(page));
    first.rename("Ada");
    const second = new Session(shelf(page));
    expect(second.key).toBe(first.key);
    expect(second.name.value).toBe("Ada");
  });

  it("plays on where nothing may be kept", () => {
    const session = new Session(shelf(forbidden));
    session.hold("t", { seat: 1, token: "x" });
    expect(session.at("t")?.seat).toBe(1);
    session.giveUp("t");
    expect(session.at("t")).toBeUndefined();
  });

  it("holds seats until they are given up, and tells another page of the browser", () => {
    const page = { localStorage: storage() };
    const [one, two] = [new Session(shelf(page)), new Session(shelf(page))];
    one.hold("a", { seat: 0, token: "x" });
    one.hold("b", { seat: 1, token: "y" });
    two.refresh();
    expect(two.at("b")?.token).toBe("y");
    two.giveUp("a");
    one.refresh();
    expect(one.at("a")).toBeUndefined();
  });

  it("forgets the oldest of very many seats", () => {
    const session = new Session(shelf({ localStorage: storage() }));
    for (let i = 0; i < 60; i++) {
      session.hold(`t${i}`, { seat: 0, token: "x" });
    }
    expect(session.at("t0")).toBeUndefined();
    expect(session.at("t59")).toBeDefined();
  });

  it("passes over what is no seat", () => {
    const page = { localStorage: storage() };
    page.localStorage.setItem(keys.seats, '{"a":{"seat":1,"token":"x"},"b":7,"c":null}');
    expect(Object.keys(new Session(shelf(page)).seats.value)).toEqual(["a"]);
    page.localStorage.setItem(keys.seats, "no json");
    expect(new Session(shelf(page)).seats.value).toEqual({});
  });

  it("remembers which tables the player opened", () => {
    const page = { localStorage: storage() };
    new Session(shelf(page)).own("a");
    expect(new Session(shelf(page)).owns("a")).toBe(true);
    expect(new Session(shelf(page)).owns("b")).toBe(false);
  });
});
