import type { Rect } from "../../game/board/shape.js";

/** Which part of a board is seen: the point in the middle, in units, and how many pixels a unit has. */
export type Camera = { readonly x: number; readonly y: number; readonly scale: number };

/** The window onto the board, in pixels. */
export type Size = { readonly width: number; readonly height: number };

/** A unit at 100 %: the short side of a tile, and so of a place where one can go, is no less than a finger wants. */
export const unit = 46;

const least = 8;
const most = 120;

/** What is around the tiles, in units. */
const margin = 0.3;

/** Shows all of a box, at 100 % where it is small. */
export function fit(box: Rect, { width, height }: Size): Camera {
  const [w, h] = [box.right - box.left + 2 * margin, box.bottom - box.top + 2 * margin];
  const scale = Math.max(least, Math.min(unit, width / w, height / h));
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, scale };
}

/** Comes nearer by a factor; the point of the board under a pixel, from the middle of the window, stays there. */
export function zoom(camera: Camera, factor: number, dx = 0, dy = 0): Camera {
  const scale = Math.max(least, Math.min(most, camera.scale * factor));
  const by = 1 / camera.scale - 1 / scale;
  return { x: camera.x + dx * by, y: camera.y + dy * by, scale };
}

/** Moves the board by so many pixels. */
export function pan(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
}

/** The window as a transform of the board, in pixels. */
export function transform({ x, y, scale }: Camera, { width, height }: Size): string {
  return `translate(${width / 2 - x * scale}px, ${height / 2 - y * scale}px) scale(${scale})`;
}

/** How wide a line is laid out, in units, so that so many tiles fill a window of this shape: each tile takes two by three. */
export function boardWidth(tiles: number, { width, height }: Size): number {
  const shape = height > 0 ? width / height : 1;
  return Math.max(8, 2 * Math.round(Math.sqrt(6 * tiles * shape) / 2));
}
