import { useEffect, useState } from "preact/hooks";
import type { TableJson } from "../../client/index.js";
import type { GameRecord } from "../../game/record.js";
import { parseRecord } from "../../game/record.js";
import { findRound } from "../../game/shelf.js";
import { type Refusal, refusalText } from "../../i18n/index.js";
import { refusalOf } from "../../state/attempts.js";
import { type Wanted, hashOf, wantedText } from "../../state/route.js";
import { useApp, usePageTitle, useSpeaker } from "../../ui/context.js";
import { Round } from "./round.js";

/** What was loaded of a table. */
type Loaded = { readonly records: readonly GameRecord[]; readonly table: TableJson | undefined };

/** A round of a table from the log, step by step. */
export function ReplayPage({ tableId, wanted, at }: { tableId: string; wanted: Wanted; at?: number | undefined }) {
  const speaker = useSpeaker();
  const { loaded, failure, again } = useRecords(tableId);
  if (failure) {
    return <Note text={refusalText(speaker, failure)} tableId={tableId} again={again} />;
  }
  if (!loaded) {
    return <Note text={speaker.t("replay.loading")} tableId={tableId} />;
  }
  const index = findRound(loaded.records, wanted);
  if (index === undefined) {
    return <Note text={speaker.t("replay.missing")} tableId={tableId} again={again} />;
  }
  const addressOf = (n: number, move = 0) => {
    const { deal } = loaded.records[n]!;
    const match = Number(deal?.match_id.split(".").at(-1));
    const round: Wanted = wanted.match === undefined || !deal ? { round: n + 1 } : { match, round: deal.round };
    return hashOf({ page: "replay", tableId, wanted: round, at: move });
  };
  return (
    <Round
      key={wantedText(wanted)} records={loaded.records} index={index} at={at ?? 0} table={loaded.table}
      addressOf={addressOf} back={{ address: hashOf({ page: "table", tableId }), text: speaker.t("replay.back") }}
    />
  );
}

/** Loads the records once, and who plays at the table: it may be gone, while its records stay. */
function useRecords(tableId: string) {
  const { client } = useApp();
  const [loaded, setLoaded] = useState<Loaded>();
  const [failure, setFailure] = useState<Refusal>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const asking = new AbortController();
    const way = { signal: asking.signal };
    setFailure(undefined);
    setLoaded(undefined);
    Promise.all([client.getRecord({ tableId }, way), client.getTable({ tableId }, way).catch(() => undefined)]).then(
      ([{ records = [] }, told]) => setLoaded({ records: records.map(parseRecord), table: told?.table }),
    ).catch((error: unknown) => {
      if (!asking.signal.aborted) {
        setFailure(refusalOf(error));
      }
    });
    return () => asking.abort();
  }, [client, tableId, tries]);
  return { loaded, failure, again: () => setTries((n) => n + 1) };
}

/** What is shown instead of a round. */
function Note({ text, tableId, again }: { text: string; tableId: string; again?: () => void }) {
  const speaker = useSpeaker();
  const heading = usePageTitle(speaker.t("actions.replay"));
  return (
    <section class="page">
      <h1 ref={heading} tabIndex={-1}>{speaker.t("actions.replay")}</h1>
      <p role="status">{text}</p>
      <p class="buttons">
        {again && <button type="button" class="primary" onClick={again}>{speaker.t("status.retryNow")}</button>}
        <a class="button" href={hashOf({ page: "table", tableId })}>{speaker.t("replay.back")}</a>
      </p>
    </section>
  );
}
