import { expect, it } from "vitest";
import { apart } from "../../../src/game/board/apart";
import { type Place, type Rect, grown, overlap, rectOf } from "../../../src/game/board/shape";

const parent: Place = { x: 0, y: 0, rotation: 0 };
const own = rectOf(parent);

/** Tiles around the outer half of the parent, so near that nothing can touch it. */
const wall: Rect[] = [
  rectOf({ x: 0.5, y: -1, rotation: 0 }), rectOf({ x: 0.5, y: 1, rotation: 0 }), rectOf({ x: 1.5, y: 0, rotation: 90 }),
];

it("finds the nearest place half a unit from all tiles", () => {
  const place = apart(parent, own, [own]);
  expect(Math.hypot(place.x, place.y)).toBeLessThan(3);
  expect(overlap(rectOf(place), grown(own, 0.5))).toBe(false);
});

it("leads the line to it past the other tiles, or lies beside everything", () => {
  const gap = wall.slice(0, 2);
  const past = apart(parent, own, [own, ...gap]);
  expect(past.x).toBeGreaterThan(1.5);
  expect([own, ...gap].some((r) => overlap(r, grown(rectOf(past), 0.5)))).toBe(false);
  expect(apart(parent, own, [own, ...wall, rectOf({ x: -1.5, y: 0, rotation: 90 })])).toEqual({ x: 4, y: 0, rotation: 0 });
});
