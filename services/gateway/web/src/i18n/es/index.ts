/** Spanish, for all who play it: what countries call differently is in regions.ts. */
export * from "./events.js";
export * from "./lobby.js";
export * from "./pages.js";
export * from "./refusals.js";
export * from "./rounds.js";
export * from "./rules.js";
export * from "./speech.js";
export * from "./table.js";
export * from "./values.js";
