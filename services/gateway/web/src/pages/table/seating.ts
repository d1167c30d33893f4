import type { TableSeatJson } from "../../client/index.js";

type Seats = readonly TableSeatJson[];

/** Where seats are on the page. */
export type Spots = { readonly bottom: Seats; readonly left: Seats; readonly top: Seats; readonly right: Seats };

/**
 * Puts seats around a table as whoever looks sees them: seats count clockwise
 * from above, so the next one is on the left, partners are opposite, and turns
 * go to the right where the rules say so (L-05). Spectators look from seat 0.
 */
export function spots(seats: Seats, own: number | undefined): Spots {
  const from = Math.max(0, seats.findIndex((s) => s.seat === own));
  const [me, ...others] = [...seats.slice(from), ...seats.slice(0, from)];
  const bottom = me ? [me] : [];
  if (others.length < 2) {
    return { bottom, left: [], top: others, right: [] };
  }
  return { bottom, left: others.slice(0, 1), top: others.slice(1, -1), right: others.slice(-1) };
}
