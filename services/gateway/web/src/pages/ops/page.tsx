import { useEffect, useMemo } from "preact/hooks";
import type { Speaker } from "../../i18n/index.js";
import { type Figures, Pipeline } from "../../state/pipeline.js";
import { usePageTitle, useSpeaker } from "../../ui/context.js";
import { type Alarm, alarmsOf, flowOf, isDown } from "./judge.js";
import { Picture, round } from "./picture.js";
import { Spark } from "./spark.js";

/** How the service does, for whoever operates it. */
export function OpsPage() {
  const speaker = useSpeaker();
  const heading = usePageTitle(speaker.t("ops.title"));
  const pipeline = useMemo(() => new Pipeline(), []);
  useEffect(() => {
    pipeline.start();
    return () => pipeline.stop();
  }, [pipeline]);
  const past = pipeline.past.value;
  const newest = past.at(-1);
  const line = pipeline.line.value;
  return (
    <section class="page ops" data-line={line}>
      <div>
        <h1 ref={heading} tabIndex={-1}>{speaker.t("ops.title")}</h1>
        <p class="lead">{speaker.t("ops.lead")}{newest?.version && ` ${speaker.t("ops.version")}: ${newest.version}`}</p>
      </div>
      {line === "off" ? <p class="notice warn">{speaker.t("ops.noAccess")}</p>
        : <State newest={newest} broken={line === "broken"} />}
      {newest && <Told past={past} newest={newest} />}
    </section>
  );
}

/** In one line whether all is well, and else what is not. */
function State({ newest, broken }: { newest: Figures | undefined; broken: boolean }) {
  const speaker = useSpeaker();
  const alarms = newest && !broken ? alarmsOf(newest) : [];
  const kind = broken || alarms.some(isDown) ? "down" : alarms.length > 0 ? "degraded" : newest ? "healthy" : "unknown";
  return (
    <div class={`ops-state ${kind}`} role="status">
      <strong>{broken ? speaker.t("status.reconnecting") : kind === "unknown" ? speaker.t("status.connecting") : speaker.t(`ops.${kind}`)}</strong>
      {alarms.length > 0 && <ul>{alarms.map((alarm) => <li key={alarm.kind + ("name" in alarm ? alarm.name : "")}>{alarmText(speaker, alarm)}</li>)}</ul>}
    </div>
  );
}

function alarmText(speaker: Speaker, alarm: Alarm): string {
  switch (alarm.kind) {
    case "broker": return speaker.t("ops.alarmBroker");
    case "service": return speaker.t("ops.alarmService", { name: alarm.name });
    case "projection": return speaker.t("ops.alarmProjection", { name: alarm.name });
    case "lag": return speaker.t("ops.alarmLag", { name: alarm.name, n: alarm.n });
    case "failures": return speaker.t("ops.alarmFailures", { name: alarm.name, n: round(alarm.perSecond) });
    case "slow": return speaker.t("ops.alarmSlow", { name: alarm.name, time: millis(speaker, alarm.ms) });
  }
}

function millis(speaker: Speaker, ms: number | undefined): string {
  return ms === undefined ? "–" : `${speaker.number(ms < 1 ? Math.round(ms * 100) / 100 : round(ms))} ms`;
}

/** Everything that was told. */
function Told({ past, newest }: { past: readonly Figures[]; newest: Figures }) {
  const speaker = useSpeaker();
  const rate = (n: number) => speaker.t("ops.perSecond", { n: round(n) });
  const edge = past.map((f) => flowOf(f.commands, "gateway"));
  const now = flowOf(newest.commands, "gateway");
  const { live, nats, tables } = newest;
  return (
    <>
      <Picture figures={newest} />
      <div class="sparks">
        <Spark label={speaker.t("ops.commands")} now={rate(now.perSecond)} values={edge.map((f) => f.perSecond)} />
        <Spark label={speaker.t("ops.latency")} now={millis(speaker, now.p99Ms)} values={edge.map((f) => f.p99Ms)} />
        <Spark label={speaker.t("ops.refused")} now={rate(now.refused)} values={edge.map((f) => f.refused)} />
        <Spark label={speaker.t("ops.updates")} now={rate(live.updatesPerSecond)} values={past.map((f) => f.live.updatesPerSecond)} />
        <Spark label={speaker.t("ops.streams")} now={speaker.number(live.streams)} values={past.map((f) => f.live.streams)} />
        <Spark label={speaker.t("ops.roundTrip")} now={millis(speaker, nats.roundTripMs)} values={past.map((f) => f.nats.roundTripMs)} />
      </div>
      <div class="ops-tables">
        <Flows figures={newest} />
        <section class="panel-like">
          <h2>{speaker.t("lobby.title")}</h2>
          <dl>
            {Object.entries(tables?.byPhase ?? {}).sort().map(([phase, n]) => (
              <div key={phase}><dt>{speaker.word("phases", phase)}</dt><dd>{speaker.number(n)}{tables?.more ? "+" : ""}</dd></div>
            ))}
            <div><dt>{speaker.t("ops.gaps")}</dt><dd>{speaker.number(live.gaps)}</dd></div>
            <div><dt>{speaker.t("ops.slow")}</dt><dd>{speaker.number(live.slowStreams)}</dd></div>
            {newest.projections.map((p) => <div key={p.name}><dt>{speaker.t("ops.projections")}: {p.name}</dt><dd>{speaker.t("ops.lag", { n: p.lag })}</dd></div>)}
          </dl>
        </section>
      </div>
    </>
  );
}

/** Services with their replicas and commands. */
function Flows({ figures }: { figures: Figures }) {
  const speaker = useSpeaker();
  const { services, commands } = figures;
  const names = [...new Set(["gateway", ...services.map((s) => s.name), ...commands.map((c) => c.service)])];
  return (
    <section class="panel-like" aria-labelledby="ops-services">
      <h2 id="ops-services">{speaker.t("ops.services")}</h2>
      <div class="scroll-x" tabIndex={0} role="group" aria-labelledby="ops-services">
        <table>
          <thead>
            <tr>
              <th scope="col">{speaker.t("ops.service")}</th>
              {(["ops.replicas", "ops.commands", "ops.refused", "ops.failures", "ops.half", "ops.latency"] as const).map((key) => <th key={key} scope="col">{speaker.t(key)}</th>)}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => {
              const flow = flowOf(commands, name);
              const replicas = services.find((s) => s.name === name)?.replicas;
              return (
                <tr key={name} data-service={name}>
                  <th scope="row">{name}</th>
                  <td>{replicas === undefined ? "–" : speaker.number(replicas)}</td>
                  {[flow.perSecond, flow.refused, flow.failed].map((n, i) => <td key={i}>{speaker.t("ops.rate", { n: round(n) })}</td>)}
                  <td>{millis(speaker, flow.p50Ms)}</td>
                  <td>{millis(speaker, flow.p99Ms)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
