/** Which round is meant: the n-th revealed one of a table, or one of a certain match; all from 1. */
export type Wanted = { readonly match?: number; readonly round: number };

/** A page of this site. Addresses hang on the "#", so any static server will do. */
export type Route =
  | { readonly page: "lobby" }
  | { readonly page: "table"; readonly tableId: string }
  /** A round from its start or, where it is told, after so many moves. */
  | { readonly page: "replay"; readonly tableId: string; readonly wanted: Wanted; readonly at?: number }
  /** Records from a file. */
  | { readonly page: "records" }
  | { readonly page: "ops" }
  | { readonly page: "unknown" };

/** Reads the part of an address that begins with "#". */
export function routeOf(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [first, tableId = "", ...rest] = path.split("/");
  if (path === "" || path === "ops" || path === "replay") {
    return { page: path === "" ? "lobby" : path === "ops" ? "ops" : "records" };
  }
  if (first !== "t" || !/^[a-z0-9_-]{1,64}$/.test(tableId)) {
    return { page: "unknown" };
  }
  return rest.length === 0 ? { page: "table", tableId } : replayOf(tableId, rest, query);
}

function replayOf(tableId: string, [word, number = "", ...more]: readonly string[], query: string): Route {
  const [, match, round] = /^(?:([1-9]\d{0,8})\.)?([1-9]\d{0,8})$/.exec(number) ?? [];
  if (word !== "replay" || round === undefined || more.length > 0) {
    return { page: "unknown" };
  }
  const wanted = { ...(match !== undefined && { match: Number(match) }), round: Number(round) };
  const at = /^\d{1,6}$/.exec(new URLSearchParams(query).get("at") ?? "");
  return { page: "replay", tableId, wanted, ...(at && { at: Number(at[0]) }) };
}

/** The address of a page, from its "#". */
export function hashOf(route: Route): string {
  switch (route.page) {
    case "table": return `#/t/${route.tableId}`;
    case "replay": return `#/t/${route.tableId}/replay/${wantedText(route.wanted)}${route.at ? `?at=${route.at}` : ""}`;
    case "records": return "#/replay";
    case "ops": return "#/ops";
    default: return "#/";
  }
}

/** The third round of a table is "3", that of its second match "2.3". */
export function wantedText({ match, round }: Wanted): string {
  return match === undefined ? `${round}` : `${match}.${round}`;
}
