import type { Client, LiveOptions, Told } from "../client/index.js";

/** Where a table's news come from: the one place that knows how they are carried. */
export type Source = (tableId: string, options: LiveOptions) => AsyncIterable<Told>;

/** A stream of its own for each table. */
export function streams(client: Client): Source {
  return (tableId, options) => client.live(tableId, options);
}
