import { useEffect, useRef, useState } from "preact/hooks";
import { tileName } from "../../i18n/index.js";
import { useApp } from "../../ui/context.js";
import { TilePicture } from "../../ui/tile.js";
import { choose, place, placesOf, useView } from "./context.js";
import { useDrag } from "./drag.js";

/** The own tiles: arrows go along them, Enter or a tap plays, and they can be dragged to the board. */
export function Hand() {
  const { desk, hand, moves, speaker } = useView();
  const { settings } = useApp();
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const at = Math.min(current, Math.max(0, hand.length - 1));
  const focused = useKeptFocus(list, hand.length, at);
  const chosen = desk.chosen.value;
  const { dragged, handlers, wasDrag } = useDrag({
    onStart: (tile) => { desk.chosen.value = placesOf(moves, tile).length > 0 ? tile : undefined; },
    onDrop: (tile, target) => drop(tile, target),
  });
  const drop = (tile: string, target: number | undefined) => {
    const spot = target === undefined ? undefined : placesOf(moves, tile)[target];
    if (spot) {
      place(desk, spot);
    }
  };
  const click = (event: MouseEvent, tile: string, i: number) => {
    setCurrent(i);
    if (moves && !wasDrag(event) && choose(desk, moves, tile) === "chosen" && event.detail === 0) {
      focusTarget(0);
    }
  };
  const keys = (event: KeyboardEvent) => {
    const to = step(event.key, at, hand.length);
    if (to !== undefined) {
      event.preventDefault();
      setCurrent(to);
      list.current?.querySelectorAll("button")[to]?.focus();
    } else if (event.key === "Escape") {
      desk.chosen.value = undefined;
    } else if (/^[1-9]$/.test(event.key)) {
      drop(chosen ?? hand[at] ?? "", Number(event.key) - 1);
    }
  };
  return (
    <div class="hand" role="group" aria-label={speaker.t("hints.hand")} aria-describedby="hand-help" ref={list} onKeyDown={keys} {...focused}>
      <span id="hand-help" hidden>{speaker.t("speech.handHelp")}</span>
      {hand.map((tile, i) => {
        const fits = placesOf(moves, tile).length > 0;
        const name = tileName(speaker, tile);
        const state = chosen === tile ? "speech.chosen" : fits ? "speech.fits" : "speech.fitsNot";
        return (
          <button
            key={tile} type="button" data-tile={tile} tabIndex={i === at ? 0 : -1} aria-pressed={chosen === tile}
            aria-label={moves ? speaker.t(state, { tile: name }) : name}
            class={`hand-tile${moves ? (fits ? " fits" : " fits-not") : ""}${dragged?.tile === tile ? " away" : ""}`}
            onClick={(event) => click(event, tile, i)} onFocus={() => setCurrent(i)} {...handlers(tile)}
          >
            <TilePicture tile={tile} numbers={settings.numbers.value} />
          </button>
        );
      })}
      {dragged && (
        <div class="dragged" style={{ transform: `translate(${dragged.x}px, ${dragged.y}px)` }}>
          <TilePicture tile={dragged.tile} numbers={settings.numbers.value} />
        </div>
      )}
    </div>
  );
}

/** Moves the focus to a place on the board, once it is drawn. */
function focusTarget(n: number): void {
  requestAnimationFrame(() => document.querySelector<SVGElement>(`[data-target="${n}"]`)?.focus());
}

/** Where a key goes to in a row of so many; undefined where it goes nowhere. */
export function step(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case "ArrowLeft": case "ArrowUp": return (at + count - 1) % count;
    case "ArrowRight": case "ArrowDown": return (at + 1) % count;
    case "Home": return 0;
    case "End": return count - 1;
    default: return undefined;
  }
}

/** A tile that is played takes the focus with it: its neighbour gets it. So it comes back from the board too. */
function useKeptFocus(list: { current: HTMLElement | null }, count: number, at: number) {
  const inside = useRef(false);
  useEffect(() => {
    if (inside.current && document.activeElement === document.body) {
      list.current?.querySelectorAll("button")[at]?.focus();
    }
  }, [count]);
  return {
    onFocusIn: () => { inside.current = true; },
    onFocusOut: (event: FocusEvent) => { inside.current = event.relatedTarget === null; },
  };
}
