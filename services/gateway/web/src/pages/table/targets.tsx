import type { PlacementJson } from "../../client/index.js";
import type { Target } from "../../game/board/layout.js";
import { rectOf } from "../../game/board/shape.js";
import { type Speaker, theTile, valueName } from "../../i18n/index.js";
import { TileFace } from "../../ui/tile.js";
import { useView } from "./context.js";
import { step } from "./hand.js";

/** A finger wants so much, in pixels. */
const finger = 44;

type Props = {
  targets: readonly Target[];
  /** Pixels of a unit. */
  scale: number;
  onPlace: (placement: PlacementJson) => void;
  onBack: () => void;
};

/** The places where the chosen tile can go: buttons on the board, which number keys choose too. */
export function Targets({ targets, scale, onPlace, onBack }: Props) {
  const view = useView();
  const keys = (event: KeyboardEvent, n: number) => {
    const to = step(event.key, n, targets.length);
    const chosen = /^[1-9]$/.test(event.key) ? targets[Number(event.key) - 1] : undefined;
    if (to !== undefined) {
      document.querySelector<SVGElement>(`[data-target="${to}"]`)?.focus();
    } else if (event.key === "Escape") {
      back();
    } else if (event.key === "Enter" || event.key === " ") {
      put(targets[n]);
    } else if (chosen) {
      put(chosen);
    } else {
      return;
    }
    event.preventDefault();
  };
  const back = () => {
    document.querySelector<HTMLElement>(".hand button[tabindex='0']")?.focus();
    onBack();
  };
  const put = (target: Target | undefined) => {
    if (target) {
      document.querySelector<HTMLElement>(".hand button[tabindex='0']")?.focus();
      onPlace(target.placement);
    }
  };
  return (
    <>
      {targets.map((target, n) => (
        <g
          key={`${target.placement.side ?? ""}${target.placement.node ?? ""}`} class="target" role="button" tabindex={0} data-target={n}
          aria-label={(targets.length > 1 ? `${n + 1}: ` : "") + labelOf(view.speaker, target, view.table.round?.nodes)} transform={`translate(${target.x} ${target.y})`}
          onClick={() => put(target)} onKeyDown={(event) => keys(event, n)}
        >
          <Hit target={target} scale={scale} />
          <TileFace halves={target.halves} rotation={target.rotation} />
          <rect class="target-edge" x="-1" y="-0.5" width="2" height="1" rx="0.18" transform={`rotate(${target.rotation})`} />
          {targets.length > 1 && <Numeral n={n + 1} />}
        </g>
      ))}
    </>
  );
}

/** What can be hit is at least as large as a finger, however far the board is away. */
function Hit({ target, scale }: { target: Target; scale: number }) {
  const rect = rectOf(target);
  const [w, h] = [rect.right - rect.left, rect.bottom - rect.top].map((side) => Math.max(side, finger / scale)) as [number, number];
  return <rect class="target-hit" x={-w / 2} y={-h / 2} width={w} height={h} />;
}

function Numeral({ n }: { n: number }) {
  return (
    <g class="target-number" aria-hidden="true">
      <circle r="0.34" />
      <text dy="0.14">{n}</text>
    </g>
  );
}

function labelOf(speaker: Speaker, { placement, halves }: Target, nodes: readonly { node?: number; tile?: string }[] = []): string {
  const value = valueName(speaker, halves[0]);
  if (placement.side === "LEFT") {
    return speaker.t("speech.onLeft", { value });
  }
  if (placement.side === "RIGHT") {
    return speaker.t("speech.onRight", { value });
  }
  const on = nodes.find((n) => (n.node ?? 0) === placement.node);
  return on ? speaker.t("speech.onNode", { theTile: theTile(speaker, on.tile ?? ""), value }) : speaker.t("speech.asFirst");
}
