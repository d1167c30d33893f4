import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PlacementJson, RoundJson } from "../../client/index.js";
import { type BoardTile, layout } from "../../game/board/layout.js";
import { type Speaker, tileName, valueName } from "../../i18n/index.js";
import { useApp, useSpeaker } from "../../ui/context.js";
import { Icon } from "../../ui/icon.js";
import { TileFace } from "../../ui/tile.js";
import { type Camera, type Size, boardWidth, fit, pan, transform, zoom } from "./camera.js";
import { usePointers } from "./pointers.js";
import { Targets } from "./targets.js";

type Props = {
  round: RoundJson;
  /** How many tiles the box has: the board is as wide as they will need. */
  box: number;
  /** Where the tile that was chosen can go. */
  places: readonly PlacementJson[];
  onPlace: (placement: PlacementJson) => void;
  onBack: () => void;
  /** What is told below the board. */
  facts: ComponentChildren;
};

/** The tiles on the table. It follows them as they grow, until somebody moves it. */
export function Board({ round, box, places, onPlace, onBack, facts }: Props) {
  const speaker = useSpeaker();
  const svg = useRef<SVGSVGElement>(null);
  const size = useSize(svg);
  const [own, setOwn] = useState<Camera>();
  const width = boardWidth(box, size);
  const board = useMemo(() => layout(round, width, places), [round, width, places]);
  const fitted = fit(board.box, size);
  const camera = own ?? fitted;
  const move = (change: (camera: Camera) => Camera) => setOwn((before) => change(before ?? fitted));
  usePointers(svg, move);
  useEffect(() => setOwn(undefined), [board.tiles.length === 0]);
  return (
    <div class={`board${own ? " moved" : ""}`} data-tiles={board.tiles.length}>
      <div class="board-window"><svg
        ref={svg} class="board-view" role="group" tabindex={0} aria-label={labelOf(speaker, round)}
        onKeyDown={(event) => keys(event, move, () => setOwn(undefined))}
      >
        <g class="board-tiles" style={{ transform: transform(camera, size) }}>
          {board.tiles.map((tile) => <OneTile key={tile.tile} tile={tile} last={tile.tile === lastTile(round)} />)}
          {board.targets.length > 0 && <Targets targets={board.targets} scale={camera.scale} onPlace={onPlace} onBack={onBack} />}
        </g>
      </svg></div>
      <div class="board-foot">
        {facts}
        <Zoom move={move} fitted={own === undefined} fit={() => setOwn(undefined)} />
      </div>
    </div>
  );
}

function OneTile({ tile, last }: { tile: BoardTile; last: boolean }) {
  const { settings } = useApp();
  const speaker = useSpeaker();
  const { x, y, joined } = tile;
  const label = speaker.t("speech.placed", { n: tile.placement + 1, tile: tileName(speaker, tile.tile) });
  return (
    <>
      {joined && <line class="joint" x1={joined[0].x} y1={joined[0].y} x2={joined[1].x} y2={joined[1].y} />}
      <g class={`tile${last ? " last" : ""}`} role="img" aria-label={label} transform={`translate(${x} ${y})`} data-tile={tile.tile}>
        <TileFace halves={tile.halves} rotation={tile.rotation} numbers={settings.numbers.value} />
        {last && <rect class="last-mark" x="-1.06" y="-0.56" width="2.12" height="1.12" rx="0.22" transform={`rotate(${tile.rotation})`} />}
      </g>
    </>
  );
}

function lastTile(round: RoundJson): string | undefined {
  return round.moves?.findLast((m) => m.kind === "play")?.tile;
}

/** What the board is, in one sentence. */
export function labelOf(speaker: Speaker, round: RoundJson): string {
  const { line = [], nodes = [], ends } = round;
  if (line.length > 0) {
    const places = { left: valueName(speaker, ends?.left ?? 0), right: valueName(speaker, ends?.right ?? 0) };
    return speaker.t("speech.line", { count: line.length, ...places });
  }
  if (nodes.length > 0) {
    const parents = new Set(nodes.map((n) => n.parent));
    const open = new Set(nodes.filter((n) => !parents.has(n.node)).map((n) => n.outer ?? Number(n.tile?.split("-")[0])));
    return speaker.t("speech.tree", { count: nodes.length, open: speaker.list([...open].sort().map((v) => valueName(speaker, v))) });
  }
  return speaker.t("speech.emptyBoard");
}

/** Arrows move the board, plus and minus bring it nearer, 0 shows all of it. */
function keys(event: KeyboardEvent, move: (change: (c: Camera) => Camera) => void, reset: () => void): void {
  const by = 60;
  const acts: { readonly [key: string]: () => void } = {
    ArrowLeft: () => move((c) => pan(c, by, 0)), ArrowRight: () => move((c) => pan(c, -by, 0)),
    ArrowUp: () => move((c) => pan(c, 0, by)), ArrowDown: () => move((c) => pan(c, 0, -by)),
    "+": () => move((c) => zoom(c, 1.25)), "-": () => move((c) => zoom(c, 0.8)), "0": reset,
  };
  const act = event.target === event.currentTarget ? acts[event.key] : undefined;
  if (act) {
    event.preventDefault();
    act();
  }
}

function Zoom({ move, fitted, fit: all }: { move: (change: (c: Camera) => Camera) => void; fitted: boolean; fit: () => void }) {
  const speaker = useSpeaker();
  return (
    <div class="zoom">
      {!fitted && <button type="button" class="icon-button" aria-label={speaker.t("board.all")} onClick={all}><Icon name="fit" /></button>}
      <button type="button" class="icon-button" aria-label={speaker.t("board.nearer")} onClick={() => move((c) => zoom(c, 1.25))}><Icon name="plus" /></button>
      <button type="button" class="icon-button" aria-label={speaker.t("board.farther")} onClick={() => move((c) => zoom(c, 0.8))}><Icon name="minus" /></button>
    </div>
  );
}

/** The element's size in pixels, as it changes. */
function useSize(element: { current: Element | null }): Size {
  const [size, setSize] = useState<Size>({ width: 640, height: 400 });
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      const { width, height } = entry?.contentRect ?? {};
      if (width && height) {
        setSize({ width, height });
      }
    });
    if (element.current) {
      watch.observe(element.current);
    }
    return () => watch.disconnect();
  }, []);
  return size;
}
