import { useId, useState } from "preact/hooks";
import type { GameRecord } from "../../game/record.js";
import { parseRecords } from "../../game/shelf.js";
import { BadGame } from "../../game/tile.js";
import { hashOf } from "../../state/route.js";
import { usePageTitle, useSpeaker } from "../../ui/context.js";
import { Round } from "./round.js";

/** Files beyond this are not read, in bytes: a round has some two thousand. */
const largest = 32 << 20;

/** Replays the records of a file; nothing of it leaves the browser. */
export function RecordsPage() {
  const speaker = useSpeaker();
  const [records, setRecords] = useState<readonly GameRecord[]>();
  const [index, setIndex] = useState(0);
  if (!records) {
    return <Choose onRecords={setRecords} />;
  }
  return (
    <Round
      key={index} records={records} index={index} at={0} table={undefined} onRound={setIndex}
      back={{ address: hashOf({ page: "records" }), text: speaker.t("replay.otherFile"), act: () => { setRecords(undefined); setIndex(0); } }}
    />
  );
}

function Choose({ onRecords }: { onRecords: (records: readonly GameRecord[]) => void }) {
  const speaker = useSpeaker();
  const id = useId();
  const heading = usePageTitle(speaker.t("replay.open"));
  const [error, setError] = useState("");
  const read = async (file: File | undefined) => {
    if (!file) {
      return;
    }
    try {
      if (file.size > largest) {
        throw new BadGame(`${file.size} bytes: want at most ${largest}`);
      }
      onRecords(parseRecords(await file.text()));
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause));
    }
  };
  return (
    <section class="page">
      <h1 ref={heading} tabIndex={-1}>{speaker.t("replay.open")}</h1>
      <p class="lead">{speaker.t("replay.openLead")}</p>
      <div class="field">
        <label for={id}>{speaker.t("replay.file")}</label>
        <input id={id} type="file" accept=".jsonl,.json,.ndjson,.txt" onChange={(e) => void read(e.currentTarget.files?.[0])} />
      </div>
      <p class="refusal" role="alert">{error && speaker.t("replay.badFile", { what: error })}</p>
    </section>
  );
}
