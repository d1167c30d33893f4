import { useEffect, useMemo } from "preact/hooks";
import { Records } from "../../state/records.js";
import { TableStore } from "../../state/table.js";
import { useApp, usePageTitle, useSpeaker } from "../../ui/context.js";
import { wordsIn } from "../../ui/pace.js";
import { Announcer } from "./announce.js";
import { Desk, DeskContext, useView } from "./context.js";
import { Felt } from "./felt.js";
import { Notices } from "./notices.js";
import { Panel } from "./panel.js";

/** A table, with a seat or as a spectator. */
export function TablePage({ tableId }: { tableId: string }) {
  const desk = useDesk(tableId);
  const speaker = useSpeaker();
  const { table } = desk.store.seen.value;
  if (desk.store.line.value === "missing") {
    return <Empty text={speaker.t("status.noTable")} />;
  }
  if (!table) {
    return <Empty text={speaker.t("status.connecting")} />;
  }
  return <DeskContext.Provider value={desk}><Laid /></DeskContext.Provider>;
}

function useDesk(tableId: string): Desk {
  const app = useApp();
  const desk = useMemo(() => {
    const announcer = new Announcer(app.voice, () => app.settings.speaker.peek(), () => app.session.seats.peek()[tableId]?.seat);
    return new Desk(new TableStore(tableId, app, (before, told, after) => announcer.hear(before, told, after)));
  }, [tableId]);
  useEffect(() => {
    desk.store.start();
    return () => desk.store.stop();
  }, [desk]);
  return desk;
}

/** The page once the table is known. */
function Laid() {
  const { table, speaker, desk } = useView();
  const { rules, client } = useApp();
  const { name } = wordsIn(table.properties);
  const game = speaker.word("presets", table.preset ?? "");
  const heading = usePageTitle(name || game);
  const records = useMemo(() => new Records(client), [client]);
  useEffect(() => () => records.stop(), [records]);
  useEffect(() => { void records.update(table); }, [table.version]);
  useEffect(() => {
    void rules.of(table.preset ?? "", table.knobs).then((got) => { desk.game.value = got; }, () => {});
  }, [table.preset, JSON.stringify(table.knobs)]);
  return (
    <section class="table-page" data-table={table.tableId} data-phase={table.phase} data-version={table.version}>
      <div class="table-main">
        <header class="table-head">
          <h1 ref={heading} tabIndex={-1}>{name || game}</h1>
          <p class="table-facts">{[name ? game : "", roundText()].filter(Boolean).join(" · ")}</p>
          <Notices />
        </header>
        <Felt />
      </div>
      <Panel records={records} />
    </section>
  );

  function roundText(): string {
    const n = table.match?.round ?? 0;
    return n > 0 && table.phase !== "open" ? speaker.t("rounds.round", { n }) : speaker.word("phases", table.phase ?? "");
  }
}

function Empty({ text }: { text: string }) {
  const speaker = useSpeaker();
  const heading = usePageTitle("Tranca");
  return (
    <section class="page">
      <h1 ref={heading} tabIndex={-1}>{text}</h1>
      <p><a class="button" href="#/">{speaker.t("actions.lobby")}</a></p>
    </section>
  );
}
