import { type Signal, signal } from "@preact/signals";
import { type Client, connect } from "../client/index.js";
import type { Speaker } from "../i18n/index.js";
import { refusalOf } from "./attempts.js";
import { ServerClock } from "./clock.js";
import { Lobby } from "./lobby.js";
import { type Route, routeOf } from "./route.js";
import { Rules } from "./rules.js";
import { Seals } from "./seed.js";
import { Session } from "./session.js";
import { Settings } from "./settings.js";
import { shelf } from "./shelf.js";
import { type Source, TabStream } from "./stream.js";
import { Voice } from "./voice.js";
import { Waits } from "./waits.js";

/** All that the pages share. */
export type App = {
  readonly client: Client;
  readonly source: Source;
  readonly session: Session;
  readonly settings: Settings;
  readonly seals: Seals;
  readonly clock: ServerClock;
  readonly rules: Rules;
  readonly lobby: Lobby;
  readonly voice: Voice;
  readonly waits: Waits;
  readonly route: Signal<Route>;
  /** Whether this server has a page for operators. */
  readonly hasOps: Signal<boolean>;
};

/** Makes it for a browser's window, and keeps it in step with the address and with other pages of the browser. */
export function appOf(page: Window, speaker: Speaker): App {
  const kept = shelf(page);
  const session = new Session(kept);
  const waits = new Waits();
  const client = connect({
    server: "", playerKey: session.key, uuid,
    onWait: (call, why, ms) => { if (call !== "stayHere") { waits.wait(refusalOf(why), ms); } },
  });
  const route = signal(routeOf(page.location.hash));
  page.addEventListener("hashchange", () => { route.value = routeOf(page.location.hash); });
  page.addEventListener("storage", () => session.refresh());
  const source = new TabStream(client);
  page.addEventListener("online", () => source.hurry());
  return {
    client, session, route, source, waits,
    settings: new Settings(speaker, kept, page),
    seals: new Seals(kept),
    clock: new ServerClock(),
    rules: new Rules(client),
    lobby: new Lobby(source, client),
    voice: new Voice(),
    hasOps: opsOf((...how) => fetch(...how)),
  };
}

/** Asks the server what it has; a server that does not say so has no such page. */
function opsOf(from: typeof fetch): Signal<boolean> {
  const has = signal(false);
  from("./", { headers: { Accept: "application/json" } })
    .then(async (answer) => { has.value = "pipeline" in ((await answer.json()) as object); })
    .catch(() => {});
  return has;
}

/** A UUID; browsers make none on pages without TLS, but have randomness there. */
function uuid(): string {
  if (typeof crypto.randomUUID === "function") {
    return crypto.randomUUID();
  }
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
