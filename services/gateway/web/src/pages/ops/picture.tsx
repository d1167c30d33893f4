import type { Figures } from "../../state/pipeline.js";
import { useSpeaker } from "../../ui/context.js";
import { flowOf } from "./judge.js";

/** One box of the picture: where, how large, what is in it. */
type Stage = { x: number; y: number; w: number; title: string; text: string; bad?: boolean };

const height = 44;

/** The way of a command as a picture, with what flows now; the tables below say the same. */
export function Picture({ figures }: { figures: Figures }) {
  const speaker = useSpeaker();
  const rate = (n: number) => speaker.t("ops.rate", { n: round(n) });
  const { commands, services, live, nats, eventsPerSecond, projections } = figures;
  const lag = projections.reduce((sum, p) => sum + p.lag, 0);
  const owner = (name: string, y: number): Stage => {
    const replicas = services.find((s) => s.name === name)?.replicas ?? 0;
    const { perSecond } = flowOf(commands, name);
    return { x: 254, y, w: 96, title: name, text: `${replicas} × · ${rate(perSecond)}`, bad: replicas === 0 };
  };
  const stages: readonly Stage[] = [
    { x: 2, y: 71, w: 92, title: speaker.t("ops.players"), text: `${speaker.number(live.streams)} ⇄` },
    { x: 126, y: 71, w: 96, title: speaker.t("ops.edge"), text: rate(flowOf(commands, "gateway").perSecond) },
    ...["lobby", "dealer", "rules", "scoring"].map((name, i) => owner(name, 2 + i * 50)),
    { x: 382, y: 71, w: 96, title: speaker.t("ops.log"), text: rate(eventsPerSecond), bad: !nats.connected },
    { x: 512, y: 71, w: 106, title: speaker.t("ops.projections"), text: projections.length > 0 ? speaker.t("ops.lag", { n: lag }) : "–", bad: projections.some((p) => p.stopped > 0) },
    { x: 119, y: 202, w: 122, title: speaker.t("ops.push"), text: rate(live.updatesPerSecond) },
  ];
  const arrows = [
    "M94 93H126", ...[24, 74, 124, 174].map((y) => `M222 93C238 93 238 ${y} 254 ${y}M350 ${y}C366 ${y} 366 93 382 93`),
    "M478 93H512", "M430 115V224H241", "M119 224H48V115",
  ];
  return (
    <div class="scroll-x" tabIndex={0} role="group" aria-label={speaker.t("ops.pipeline")}>
      <svg class="ops-picture" viewBox="0 0 620 250" role="img" aria-label={speaker.t("ops.pipeline")}>
        <path class="ops-arrows" d={arrows.join("")} />
        {stages.map((s) => (
          <g key={s.title} class={s.bad ? "ops-stage bad" : "ops-stage"} transform={`translate(${s.x} ${s.y})`}>
            <rect width={s.w} height={height} rx="9" />
            <text class="ops-title" x={s.w / 2} y="18">{s.title}</text>
            <text x={s.w / 2} y="35">{s.text}</text>
          </g>
        ))}
      </svg>
    </div>
  );
}

/** A rate without digits that mean nothing. */
export function round(n: number): number {
  return n >= 10 ? Math.round(n) : Math.round(n * 10) / 10;
}
