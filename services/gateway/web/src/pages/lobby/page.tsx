import { useEffect, useState } from "preact/hooks";
import { refusalText } from "../../i18n/index.js";
import { useApp, usePageTitle, useSpeaker } from "../../ui/context.js";
import { Input } from "../../ui/field.js";
import { Icon } from "../../ui/icon.js";
import { checkName } from "../../ui/name.js";
import { Filters } from "./filters.js";
import { OpenTable } from "./open.js";
import { TableCard } from "./card.js";

/** All tables, and the way to one of one's own. */
export function LobbyPage() {
  const { rules } = useApp();
  const speaker = useSpeaker();
  const heading = usePageTitle(speaker.t("lobby.title"));
  const [opening, setOpening] = useState(false);
  useEffect(() => { void rules.load().catch(() => {}); }, [rules]);
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
      {opening && <OpenTable onClose={() => setOpening(false)} />}
    </section>
  );
}

/** Keeps the list fresh while the page is there to be seen. */
function useLook(): void {
  const { lobby } = useApp();
  useEffect(() => {
    const look = () => (document.hidden ? lobby.stop() : lobby.start());
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      lobby.stop();
    };
  }, [lobby]);
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
  const all = lobby.tables.value;
  const failure = lobby.failure.value;
  if (all === undefined) {
    return <p class="quiet-note" role="status">{failure ? `${speaker.t("lobby.failed")} ${refusalText(speaker, failure)}` : speaker.t("lobby.loading")}</p>;
  }
  const mine = lobby.shown.value.filter((t) => session.at(t.tableId ?? ""));
  const others = lobby.shown.value.filter((t) => !session.at(t.tableId ?? ""));
  return (
    <>
      {failure && <p class="quiet-note" role="status">{refusalText(speaker, failure)}</p>}
      {mine.length > 0 && (
        <section aria-labelledby="your-tables">
          <h2 id="your-tables">{speaker.t("lobby.yourTables")}</h2>
          <ul class="cards">{mine.map((t) => <TableCard key={t.tableId} table={t} />)}</ul>
        </section>
      )}
      {mine.length > 0 && others.length > 0 && <h2>{speaker.t("lobby.title")}</h2>}
      {lobby.shown.value.length === 0 && <p class="quiet-note">{speaker.t(all.length === 0 && !filtered() ? "lobby.empty" : "lobby.noneMatch")}</p>}
      <ul class="cards">{others.map((t) => <TableCard key={t.tableId} table={t} />)}</ul>
      {lobby.more.value && <button type="button" onClick={() => lobby.showMore()}>{speaker.t("lobby.more")}</button>}
    </>
  );

  function filtered(): boolean {
    const { preset, phase, onlyFree } = lobby.filter.value;
    return preset !== "" || phase !== "" || onlyFree;
  }
}
