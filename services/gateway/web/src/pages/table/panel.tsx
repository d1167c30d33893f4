import { useState } from "preact/hooks";
import { ruleText } from "../../i18n/index.js";
import type { Records } from "../../state/records.js";
import { knobsOf } from "../../state/rules.js";
import { useApp } from "../../ui/context.js";
import { Ask } from "../../ui/dialog.js";
import { paceText } from "../../ui/pace.js";
import { RefusalNote } from "../../ui/refusal.js";
import { newsTexts } from "./announce.js";
import { ChangeRules } from "./change.js";
import { useView } from "./context.js";
import { Invite } from "./invite.js";
import { Scores } from "./scores.js";

/** Beside the table: scores, what happened, the rules, the link, and the way out. */
export function Panel({ records }: { records: Records }) {
  const { table, speaker } = useView();
  return (
    <aside class="panel" aria-label={speaker.t("rounds.score")}>
      <Scores records={records.all.value} />
      {(table.phase === "open" || table.phase === "finished") && <Invite />}
      <Moves />
      <RuleList />
      <Exits />
    </aside>
  );
}

/** What happened lately, newest first. */
function Moves() {
  const { speaker, store, own } = useView();
  const texts = newsTexts(speaker, store.seen.value, own).slice(-40).reverse();
  return texts.length === 0 ? null : (
    <section class="moves" aria-labelledby="moves-title">
      <h2 id="moves-title">{speaker.t("speech.moves")}</h2>
      <ol class="moves-list" tabIndex={0} aria-labelledby="moves-title">{texts.map((text, i) => <li key={texts.length - i}>{text}</li>)}</ol>
    </section>
  );
}

function RuleList() {
  const { desk, speaker, table } = useView();
  const game = desk.game.value;
  return (
    <details class="more rules">
      <summary>{speaker.word("presets", table.preset ?? "")}</summary>
      <p class="note">{speaker.find("abouts", table.preset ?? "") ?? ""}</p>
      <p class="note">{paceText(speaker, table.options ?? {})}</p>
      <dl>
        {knobsOf(game).map(({ name = "", value = "" }) => (
          <div key={name}><dt>{speaker.word("knobs", name)}</dt><dd>{ruleText(speaker, name, value)}</dd></div>
        ))}
      </dl>
    </details>
  );
}

/** Leaving; for its owner changing the rules, and closing the table. What cannot be taken back asks first. */
function Exits() {
  const { session } = useApp();
  const { store, speaker, table, own } = useView();
  const [asking, ask] = useState<"leave" | "close" | "change">();
  const inMatch = ["dealing", "playing", "scoring"].includes(table.phase ?? "");
  const forfeits = table.options?.botPolicy === "none";
  const refused = store.attempts.refused.value;
  const leave = () => (inMatch ? ask("leave") : void store.leave());
  return (
    <div class="exits">
      <div class="buttons">
        {own !== undefined && <button type="button" onClick={leave}>{speaker.t("actions.leave")}</button>}
        {session.owns(store.tableId) && table.phase === "open" && (
          <button type="button" aria-haspopup="dialog" onClick={() => ask("change")}>{speaker.t("actions.changeRules")}</button>
        )}
        {session.owns(store.tableId) && !inMatch && table.phase !== "closed" && (
          <button type="button" onClick={() => ask("close")}>{speaker.t("actions.closeTable")}</button>
        )}
        <a class="button quiet" href="#/">{speaker.t("actions.lobby")}</a>
      </div>
      {refused?.place === "table" && <RefusalNote refusal={refused.refusal} />}
      {asking === "change" && <ChangeRules onClose={() => ask(undefined)} />}
      {asking === "leave" && (
        <Ask
          text={speaker.t(forfeits ? "actions.leaveForfeits" : "actions.leaveAsk")} yes={speaker.t("actions.leave")}
          onYes={() => void store.leave()} onClose={() => ask(undefined)}
        />
      )}
      {asking === "close" && (
        <Ask text={speaker.t("actions.closeTableAsk")} yes={speaker.t("actions.closeTable")} onYes={() => void store.close()} onClose={() => ask(undefined)} />
      )}
    </div>
  );
}
