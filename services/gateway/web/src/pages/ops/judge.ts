import type { Commands, Figures } from "../../state/pipeline.js";

/** Something that an operator should look at. */
export type Alarm =
  | { readonly kind: "broker" }
  | { readonly kind: "service"; readonly name: string }
  | { readonly kind: "projection"; readonly name: string }
  | { readonly kind: "lag"; readonly name: string; readonly n: number }
  | { readonly kind: "failures"; readonly name: string; readonly perSecond: number }
  | { readonly kind: "slow"; readonly name: string; readonly ms: number };

/** Outcomes that are our fault; all others but "ok" are refusals, which are nobody's. */
const faults = new Set(["internal", "unavailable", "deadline_exceeded", "unknown", "data_loss"]);

/** From how many commits on a projection is behind, and from how many milliseconds on commands are slow. */
export const limits = { lag: 200, slowMs: 1_000 } as const;

/** What of a service's commands is worth a line. */
export type Flow = {
  readonly perSecond: number;
  readonly refused: number;
  readonly failed: number;
  /** Of accepted commands, in milliseconds. */
  readonly p50Ms: number | undefined;
  readonly p99Ms: number | undefined;
};

/** A service's commands, whatever came of them. */
export function flowOf(commands: readonly Commands[], service: string): Flow {
  const own = commands.filter((c) => c.service === service);
  const rate = (of: readonly Commands[]) => of.reduce((sum, c) => sum + c.perSecond, 0);
  const accepted = own.find((c) => c.outcome === "ok");
  return {
    perSecond: rate(own), refused: rate(own.filter((c) => c.outcome !== "ok" && !faults.has(c.outcome))),
    failed: rate(own.filter((c) => faults.has(c.outcome))), p50Ms: accepted?.p50Ms, p99Ms: accepted?.p99Ms,
  };
}

/** All that is wrong, the worst first. */
export function alarmsOf(figures: Figures): Alarm[] {
  const { nats, services, projections, commands } = figures;
  const flows = [...new Set(commands.map((c) => c.service))].map((name) => ({ name, ...flowOf(commands, name) }));
  return [
    ...(nats.connected ? [] : [{ kind: "broker" } as const]),
    ...services.filter((s) => s.replicas === 0).map(({ name }) => ({ kind: "service", name } as const)),
    ...projections.filter((p) => p.stopped > 0).map(({ name }) => ({ kind: "projection", name } as const)),
    ...flows.filter((f) => f.failed > 0).map(({ name, failed }) => ({ kind: "failures", name, perSecond: failed } as const)),
    ...projections.filter((p) => p.lag > limits.lag).map(({ name, lag }) => ({ kind: "lag", name, n: lag } as const)),
    ...flows.filter((f) => (f.p99Ms ?? 0) > limits.slowMs).map(({ name, p99Ms = 0 }) => ({ kind: "slow", name, ms: p99Ms } as const)),
  ];
}

/** Whether an alarm means that something is down, and not only slow. */
export function isDown({ kind }: Alarm): boolean {
  return kind === "broker" || kind === "service" || kind === "projection";
}
