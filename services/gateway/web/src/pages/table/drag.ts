import type { TargetedPointerEvent } from "preact";
import { useRef, useState } from "preact/hooks";

/** A pointer has to go so far before a press becomes a drag, in pixels. */
const slack = 8;

/** A tile on its way from the hand, in pixels of the window. */
export type Dragged = { readonly tile: string; readonly x: number; readonly y: number };

type Start = { tile: string; x: number; y: number; pointer: number };

type Dragging = {
  onStart: (tile: string) => void;
  /** Where it was let go: number of the target there, if there is one. */
  onDrop: (tile: string, target: number | undefined) => void;
};

/**
 * Carries a tile with a mouse, a pen or a finger. Whoever uses it draws the
 * tile where `dragged` says, and asks `wasDrag` whether a click is only the end
 * of a drag.
 */
export function useDrag({ onStart, onDrop }: Dragging) {
  const [dragged, setDragged] = useState<Dragged>();
  const start = useRef<Start | undefined>(undefined);
  const moved = useRef(false);
  type Pointer = TargetedPointerEvent<HTMLElement>;

  const end = () => {
    start.current = undefined;
    setDragged(undefined);
  };
  const handlers = (tile: string) => ({
    onPointerDown(event: Pointer) {
      if (event.button === 0 && event.isPrimary) {
        start.current = { tile, x: event.clientX, y: event.clientY, pointer: event.pointerId };
        moved.current = false;
      }
    },
    onPointerMove(event: Pointer) {
      const from = start.current;
      if (!from || from.pointer !== event.pointerId) {
        return;
      }
      if (!moved.current && Math.hypot(event.clientX - from.x, event.clientY - from.y) > slack) {
        moved.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        onStart(tile);
      }
      if (moved.current) {
        setDragged({ tile, x: event.clientX, y: event.clientY });
      }
    },
    onPointerUp(event: Pointer) {
      if (start.current && moved.current) {
        onDrop(tile, targetAt(event.clientX, event.clientY));
      }
      end();
    },
    onPointerCancel: end,
  });
  /** Clicks of the keyboard have no detail; they are never the end of a drag. */
  const wasDrag = (event: MouseEvent) => moved.current && event.detail !== 0;
  return { dragged, handlers, wasDrag };
}

/** The number of the place on the board under a point of the window. */
function targetAt(x: number, y: number): number | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const target = element.closest("[data-target]")?.getAttribute("data-target");
    if (target) {
      return Number(target);
    }
  }
  return undefined;
}
