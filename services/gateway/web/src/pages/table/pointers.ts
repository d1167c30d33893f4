import { useEffect, useRef } from "preact/hooks";
import { type Camera, pan, zoom } from "./camera.js";

type Move = (change: (camera: Camera) => Camera) => void;

type Point = { x: number; y: number };

/** Moves a board with one pointer, brings it nearer with two or with the wheel. */
export function usePointers(board: { current: SVGSVGElement | null }, move: Move): void {
  const latest = useRef(move);
  latest.current = move;
  useEffect(() => {
    const svg = board.current;
    if (!svg) {
      return undefined;
    }
    const stop = new AbortController();
    const down = new Map<number, Point>();
    const fromMiddle = (p: Point) => {
      const rect = svg.getBoundingClientRect();
      return { x: p.x - rect.left - rect.width / 2, y: p.y - rect.top - rect.height / 2 };
    };
    const listen = <K extends keyof SVGSVGElementEventMap>(type: K, act: (event: SVGSVGElementEventMap[K]) => void) =>
      svg.addEventListener(type, act as EventListener, { signal: stop.signal, passive: false });
    listen("wheel", (event) => {
      event.preventDefault();
      const at = fromMiddle({ x: event.clientX, y: event.clientY });
      latest.current((c) => zoom(c, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), at.x, at.y));
    });
    listen("pointerdown", (event) => {
      if (!(event.target as Element).closest("[data-target]")) {
        svg.setPointerCapture(event.pointerId);
        down.set(event.pointerId, { x: event.clientX, y: event.clientY });
      }
    });
    listen("pointermove", (event) => {
      const before = down.get(event.pointerId);
      if (!before) {
        return;
      }
      const now = { x: event.clientX, y: event.clientY };
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
      down.set(event.pointerId, now);
      latest.current((c) => (other ? pinch(c, before, now, fromMiddle(other), distance(other, before), distance(other, now)) : pan(c, now.x - before.x, now.y - before.y)));
    });
    for (const type of ["pointerup", "pointercancel"] as const) {
      listen(type, (event) => down.delete(event.pointerId));
    }
    return () => stop.abort();
  }, []);
}

function pinch(camera: Camera, before: Point, now: Point, other: Point, was: number, is: number): Camera {
  const nearer = was > 0 ? zoom(camera, is / was, other.x, other.y) : camera;
  return pan(nearer, (now.x - before.x) / 2, (now.y - before.y) / 2);
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
