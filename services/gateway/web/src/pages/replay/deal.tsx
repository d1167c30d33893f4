import { useEffect, useState } from "preact/hooks";
import type { TableJson } from "../../client/index.js";
import { type Known, type Verdict, verify } from "../../game/fair/verify.js";
import type { GameRecord } from "../../game/record.js";
import { useSpeaker } from "../../ui/context.js";
import { verdictText } from "../table/fairness.js";

/** The check of a record's deal, done at once: it takes some milliseconds. */
export function Deal({ record, table }: { record: GameRecord; table: TableJson | undefined }) {
  const speaker = useSpeaker();
  const [verdict, setVerdict] = useState<Verdict>();
  useEffect(() => {
    let gone = false;
    void verify(record, known(table)).then((v) => {
      if (!gone) {
        setVerdict(v);
      }
    });
    return () => { gone = true; };
  }, [record, table]);
  const fair = table?.match?.fair ?? (record.deal?.clients ?? []).some((seed) => seed !== "");
  const text = !verdict ? speaker.t("fairness.checking")
    : verdict.is === "untold" ? speaker.t("replay.noDeal") : verdictText(speaker, verdict, fair, false);
  return (
    <section class="replay-deal" aria-labelledby="deal-title">
      <h2 id="deal-title">{speaker.t("fairness.title")}</h2>
      <p class="note">{speaker.t("fairness.lead")}</p>
      <p class={`verdict-text ${verdict?.is ?? ""}`} role="status">{text}</p>
      {verdict?.is === "wrong" && <Wrong verdict={verdict} />}
      {record.deal && (
        <details class="more">
          <summary>{speaker.t("fairness.details")}</summary>
          <dl class="hashes">
            {([["seed", record.deal.seed], ["commit", record.deal.commit], ["tip", record.deal.tip]] as const).map(([name, hex]) => (
              <div key={name}><dt>{name}</dt><dd><code>{hex}</code></dd></div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

/** What the table tells beside the record. */
function known(table: TableJson | undefined): Known {
  return table ? {
    clientCommits: (table.seats ?? []).map((s) => s.clientCommit ?? ""),
    ...(table.match?.dealTip && { tip: table.match.dealTip }),
  } : {};
}

/** The step that failed, and both sides of it. */
function Wrong({ verdict }: { verdict: Extract<Verdict, { is: "wrong" }> }) {
  const speaker = useSpeaker();
  return (
    <dl class="hashes wrong">
      <div><dt>{speaker.t("replay.step")}</dt><dd><code>{verdict.step}{verdict.seat === undefined ? "" : ` ${verdict.seat + 1}`}</code></dd></div>
      {verdict.want !== undefined && <div><dt>{speaker.t("replay.follows")}</dt><dd><code>{verdict.want || "–"}</code></dd></div>}
      {verdict.got !== undefined && <div><dt>{speaker.t("replay.claimed")}</dt><dd><code>{verdict.got || "–"}</code></dd></div>}
    </dl>
  );
}
