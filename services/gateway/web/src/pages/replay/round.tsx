import { useEffect, useMemo, useState } from "preact/hooks";
import type { TableJson } from "../../client/index.js";
import { type GameRecord, knob } from "../../game/record.js";
import { type Replay, replay } from "../../game/replay/replay.js";
import { BadGame } from "../../game/tile.js";
import type { People } from "../../i18n/index.js";
import { Playback } from "../../state/playback.js";
import { useApp, usePageTitle, useSpeaker } from "../../ui/context.js";
import { Check } from "../../ui/field.js";
import { Icon } from "../../ui/icon.js";
import { peopleOf } from "../../ui/people.js";
import { Board } from "../table/board.js";
import { Controls } from "./controls.js";
import { Deal } from "./deal.js";
import { Hands } from "./hands.js";
import { Rounds } from "./rounds.js";
import { positionText, roundOf } from "./said.js";

/** Where one came from. */
type Back = { readonly address: string; readonly text: string; readonly act?: () => void };

export type RoundProps = {
  records: readonly GameRecord[];
  index: number;
  /** After how many moves it begins. */
  at: number;
  /** The table that it was played at, as it is now. */
  table: TableJson | undefined;
  /** Address of a round at a move; absent: records that have none. */
  addressOf?: (index: number, at?: number) => string;
  /** Goes to another round where there are no addresses. */
  onRound?: (index: number) => void;
  back: Back;
};

/** A round with all hands open, at one of its positions. */
export function Round(props: RoundProps) {
  const record = props.records[props.index]!;
  const speaker = useSpeaker();
  const round = useMemo(() => steps(record), [record]);
  const match = record.deal?.match_id !== undefined && record.deal.match_id === props.table?.match?.matchId ? props.table : undefined;
  const people = peopleOf(speaker, match?.seats ?? [], undefined);
  const title = speaker.t("replay.title", { n: record.deal?.round ?? props.index + 1 });
  const heading = usePageTitle(title);
  return (
    <section class="replay-page">
      <header class="table-head">
        <h1 ref={heading} tabIndex={-1}>{title}</h1>
        <p class="table-facts">{speaker.word("presets", record.preset)}</p>
        <a class="button small" href={props.back.address} onClick={props.back.act}>{props.back.text}</a>
      </header>
      <div class="replay-main">
        {round instanceof BadGame
          ? <p class="refusal" role="alert">{speaker.t("replay.bad", { what: round.message })}</p>
          : <Stage {...props} round={round} people={people} />}
      </div>
      <aside class="panel">
        <Rounds {...props} people={people} />
        <Deal key={props.index} record={record} table={match} />
      </aside>
    </section>
  );
}

function steps(record: GameRecord): Replay | BadGame {
  try {
    return replay(record);
  } catch (error) {
    if (error instanceof BadGame) {
      return error;
    }
    throw error;
  }
}

/** Board, hands and what moves them. */
function Stage({ round, people, index, at: begin, addressOf }: RoundProps & { round: Replay; people: People }) {
  const { settings } = useApp();
  const speaker = useSpeaker();
  const playback = useMemo(() => new Playback(round.positions.length - 1, begin), [round, begin]);
  useEffect(() => () => playback.pause(), [playback]);
  const [open, setOpen] = useState(true);
  const at = playback.at.value;
  const address = addressOf?.(index, at);
  useEffect(() => {
    if (address !== undefined && location.hash !== address) {
      history.replaceState(history.state, "", address);
    }
  }, [address]);
  const position = round.positions[at]!;
  const board = useMemo(() => roundOf(position), [position]);
  const highest = knob(round.record, "set_max", 6);
  return (
    <>
      <div class="felt replay-felt">
        <Board round={board} box={((highest + 1) * (highest + 2)) / 2} places={[]} onPlace={() => {}} onBack={() => {}} facts={null} />
        <p class="replay-said" role="status" aria-live={playback.playing.value ? "off" : "polite"}>{positionText(speaker, people, round, at)}</p>
        <Hands position={position} record={round.record} people={people} open={open} numbers={settings.numbers.value} />
      </div>
      <Controls playback={playback} />
      <div class="replay-extras">
        <Check label={speaker.t("replay.allHands")} checked={open} onChange={setOpen} />
        {address !== undefined && <Share key={address} />}
        <a href={`data:application/x-ndjson;charset=utf-8,${encodeURIComponent(`${JSON.stringify(round.record)}\n`)}`} download={`round-${round.record.deal?.round ?? index + 1}.jsonl`}>
          {speaker.t("replay.download")}
        </a>
      </div>
    </>
  );
}

/** Copies the address, which holds the position. */
function Share() {
  const speaker = useSpeaker();
  const [copied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(location.href).then(() => setCopied(true), () => {}); // the address itself still shows
  return (
    <button type="button" class="small" onClick={() => void copy()}>
      <Icon name={copied ? "check" : "link"} />{speaker.t(copied ? "lobby.copied" : "replay.share")}
    </button>
  );
}
