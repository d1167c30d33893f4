import { useEffect, useMemo, useState } from "preact/hooks";
import type { TableSummaryJson } from "../../client/index.js";
import { refusalText } from "../../i18n/index.js";
import { Attempts } from "../../state/attempts.js";
import { isWanted } from "../../state/lobby.js";
import { hashOf } from "../../state/route.js";
import { useApp, usePageTitle, useSpeaker } from "../../ui/context.js";
import { Input } from "../../ui/field.js";
import { Icon } from "../../ui/icon.js";
import { checkName } from "../../ui/name.js";
import { RefusalNote } from "../../ui/refusal.js";
import { Filters } from "./filters.js";
import { useUnlisted } from "./mine.js";
import { OpenTable } from "./open.js";
import { TableCard } from "./card.js";

/** All tables, and the way to one of one's own. */
export function LobbyPage() {
  const speaker = useSpeaker();
  const heading = usePageTitle(speaker.t("lobby.title"));
  const [opening, setOpening] = useState(false);
  useLook();
  return (
    <section class="page lobby">
      <div class="lobby-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>{speaker.t("lobby.title")}</h1>
          <p class="lead">{speaker.t("lobby.lead")}</p>
        </div>
        <Nickname />
        <button type="button" class="primary" aria-haspopup="dialog" onClick={() => setOpening(true)}>
          <Icon name="plus" />{speaker.t("lobby.open")}
        </button>
      </div>
      <Filters />
      <Tables />
      <Foot />
      {opening && <OpenTable onClose={() => setOpening(false)} />}
    </section>
  );
}

/** Follows the list while the page is there to be seen; the games are asked for again when the service is back. */
function useLook(): void {
  const { lobby, rules } = useApp();
  useEffect(() => {
    const look = () => (document.hidden ? lobby.stop() : lobby.start());
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      lobby.stop();
    };
  }, [lobby]);
  const broken = lobby.failure.value !== undefined;
  useEffect(() => {
    if (!broken) {
      rules.load().catch(() => {}); // the list says what is wrong
    }
  }, [rules, broken]);
}

function Nickname() {
  const { session } = useApp();
  const speaker = useSpeaker();
  const [draft, setDraft] = useState(session.name.peek());
  const checked = checkName(draft);
  const change = (name: string) => {
    setDraft(name);
    const good = checkName(name);
    if ("name" in good) {
      session.rename(good.name);
    }
  };
  const error = draft !== "" && "error" in checked ? speaker.t(checked.error) : undefined;
  return <Input label={speaker.t("lobby.nickname")} value={draft} maxLength={32} error={error} onChange={change} />;
}

function Tables() {
  const { lobby, session } = useApp();
  const speaker = useSpeaker();
  const unlisted = useUnlisted();
  const failure = lobby.failure.value;
  if (lobby.tables.value === undefined) {
    return <p class="quiet-note" role="status">{failure ? `${speaker.t("lobby.failed")} ${refusalText(speaker, failure)}` : speaker.t("lobby.loading")}</p>;
  }
  const { mine, others } = apart([...unlisted.filter((t) => isWanted(t, lobby.filter.value)), ...lobby.shown.value], (t) => session.at(t.tableId ?? "") !== undefined);
  return (
    <div class={failure ? "tables stale" : "tables"}>
      <p class="notice warn" role="status" hidden={!failure}>{failure && `${speaker.t("status.reconnecting")} ${refusalText(speaker, failure)}`}</p>
      {mine.length > 0 && (
        <section aria-labelledby="your-tables">
          <h2 id="your-tables">{speaker.t("lobby.yourTables")}</h2>
          <ul class="cards">{mine.map((t) => <TableCard key={t.tableId} table={t} />)}</ul>
        </section>
      )}
      {others.length > 0 && <h2 class={mine.length > 0 ? "" : "unseen"}>{speaker.t("lobby.title")}</h2>}
      {mine.length + others.length === 0 && <p class="quiet-note">{speaker.t(lobby.isFiltered.value ? "lobby.noneMatch" : "lobby.empty")}</p>}
      <ul class="cards">{others.map((t) => <TableCard key={t.tableId} table={t} />)}</ul>
      {lobby.more.value && <More />}
    </div>
  );
}

function More() {
  const { lobby } = useApp();
  const speaker = useSpeaker();
  const attempts = useMemo(() => new Attempts<"more">(), []);
  return (
    <>
      <button type="button" disabled={attempts.busy.value !== undefined} onClick={() => void attempts.try("more", () => lobby.showMore())}>{speaker.t("lobby.more")}</button>
      <RefusalNote refusal={attempts.refused.value?.refusal} />
    </>
  );
}

/** The tables at which one sits, and the others. */
function apart(tables: readonly TableSummaryJson[], isMine: (table: TableSummaryJson) => boolean) {
  return { mine: tables.filter(isMine), others: tables.filter((t) => !isMine(t)) };
}

/** Where else one can go from here. */
function Foot() {
  const { hasOps } = useApp();
  const speaker = useSpeaker();
  return (
    <nav class="foot" aria-label={speaker.t("settings.menu")}>
      <a href={hashOf({ page: "records" })}>{speaker.t("replay.open")}</a>
      {hasOps.value && <a href={hashOf({ page: "ops" })}>{speaker.t("ops.title")}</a>}
    </nav>
  );
}
