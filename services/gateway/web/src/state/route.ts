/** A page of this site. Addresses hang on the "#", so any static server will do. */
export type Route =
  | { readonly page: "lobby" }
  | { readonly page: "table"; readonly tableId: string }
  | { readonly page: "unknown" };

/** Reads the part of an address that begins with "#". */
export function routeOf(hash: string): Route {
  const [first, tableId, ...rest] = hash.replace(/^#\/?/, "").split("/");
  if (!first && tableId === undefined) {
    return { page: "lobby" };
  }
  const named = first === "t" && rest.length === 0 && /^[a-z0-9_-]{1,64}$/.test(tableId ?? "");
  return named ? { page: "table", tableId: tableId ?? "" } : { page: "unknown" };
}

/** The address of a page, from its "#". */
export function hashOf(route: Route): string {
  return route.page === "table" ? `#/t/${route.tableId}` : "#/";
}
