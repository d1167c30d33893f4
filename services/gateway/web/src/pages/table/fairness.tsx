import { useState } from "preact/hooks";
import { verify, type Verdict } from "../../game/fair/verify.js";
import { parseRecord } from "../../game/record.js";
import type { Speaker } from "../../i18n/index.js";
import { refusalText } from "../../i18n/index.js";
import { refusalOf } from "../../state/attempts.js";
import { useApp } from "../../ui/context.js";
import { useView } from "./context.js";

/** Deals again in the browser from what was revealed, and says what came of it. */
export function Fairness() {
  const { client } = useApp();
  const { table, seats, speaker, own } = useView();
  const [answer, setAnswer] = useState("");
  const check = async () => {
    setAnswer(speaker.t("fairness.checking"));
    const { match, round } = table;
    try {
      const { records = [] } = await client.getRecord({ tableId: table.tableId ?? "", match: match?.n ?? 0 });
      const record = records.map(parseRecord).find((r) => r.deal?.round === round?.round);
      if (!record) {
        setAnswer(speaker.t("fairness.tooEarly"));
        return;
      }
      const verdict = await verify(record, {
        clientCommits: seats.map((s) => s.clientCommit ?? ""),
        ...(match?.dealTip && { tip: match.dealTip }),
        ...(round?.lot?.length && { lot: round.lot }),
      });
      const said = seats.find((s) => s.seat === own)?.clientCommit;
      setAnswer(verdictText(speaker, verdict, match?.fair === true, Boolean(said)));
    } catch (error) {
      setAnswer(refusalText(speaker, refusalOf(error)));
    }
  };
  return (
    <div class="fairness">
      <h3>{speaker.t("fairness.title")}</h3>
      <p>{speaker.t("fairness.lead")}</p>
      <button type="button" onClick={() => void check()}>{speaker.t("fairness.check")}</button>
      <p class="verdict-text" role="status">{answer}</p>
    </div>
  );
}

const failures = {
  params: "fairness.impossible", commit: "fairness.wrongSeed", chain: "fairness.wrongChain",
  hand: "fairness.wrongHands", boneyard: "fairness.wrongBoneyard", lot: "fairness.wrongHands",
} as const;

/** What a verdict means to whoever looks. */
export function verdictText(speaker: Speaker, verdict: Verdict, fair: boolean, mine: boolean): string {
  switch (verdict.is) {
    case "proven": return speaker.t(!fair ? "fairness.honest" : mine ? "fairness.fairWithYou" : "fairness.fair");
    case "untold": return speaker.t("fairness.tooEarly");
    case "unavailable": return speaker.t("fairness.impossible");
    case "wrong":
      return verdict.step === "client_commit"
        ? speaker.t("fairness.wrongClient", { n: (verdict.seat ?? 0) + 1 })
        : speaker.t(failures[verdict.step]);
  }
}
