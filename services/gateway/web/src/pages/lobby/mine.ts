import { useEffect, useState } from "preact/hooks";
import type { TableJson, TableSummaryJson } from "../../client/index.js";
import { useApp } from "../../ui/context.js";

/** How many tables are asked for at most: those where one sat down last. */
const most = 8;

/** Tables at which one sits and of which the list does not tell, such as private ones; as they were when the page was opened. */
export function useUnlisted(): readonly TableSummaryJson[] {
  const { client, session, lobby } = useApp();
  const [found, setFound] = useState<readonly TableSummaryJson[]>([]);
  const told = lobby.tables.value;
  const isTold = told !== undefined;
  useEffect(() => {
    const listed = new Set(lobby.tables.peek()?.map((t) => t.tableId));
    const ids = isTold ? Object.keys(session.seats.peek()).filter((id) => !listed.has(id)).slice(-most) : [];
    let gone = false;
    void Promise.allSettled(ids.map((tableId) => client.getTable({ tableId }))).then((answers) => {
      if (!gone) {
        setFound(answers.flatMap((a) => (a.status === "fulfilled" && a.value.table ? [summaryOf(a.value.table)] : [])).filter((t) => t.phase !== "closed"));
      }
    });
    return () => { gone = true; };
  }, [client, session, lobby, isTold]);
  const known = new Set([...told ?? [], ...lobby.older.value].map((t) => t.tableId));
  return found.filter((t) => !known.has(t.tableId));
}

/** A table as the list would have it. */
function summaryOf({ tableId = "", phase = "", preset = "", knobs = {}, properties = {}, seats = [] }: TableJson): TableSummaryJson {
  return { tableId, phase, preset, knobs, properties, seats, freeSeats: seats.filter((s) => s.kind === "empty").length };
}
