import type { RoundResultJson } from "../../client/index.js";
import { eventText, tileName } from "../../i18n/index.js";
import { useApp } from "../../ui/context.js";
import { Icon } from "../../ui/icon.js";
import { ReplayLink } from "../../ui/replay-link.js";
import { useTick } from "../../ui/tick.js";
import { TilePicture } from "../../ui/tile.js";
import { roundKey, useView } from "./context.js";
import { Fairness } from "./fairness.js";
import { MatchEnd } from "./match-end.js";
import { sideName } from "./sides.js";

/** How the last round ended, with all hands open; it goes when the next one is dealt, or when it is closed. */
export function RoundEnd() {
  const { table, speaker, people, desk } = useView();
  const { round, match } = table;
  const key = roundKey(table);
  const result = round?.result;
  if (!result || desk.closed.value === key || table.phase === "open") {
    return null;
  }
  const close = () => {
    document.querySelector<SVGElement>(".board-view")?.focus();
    desk.closed.value = key;
  };
  const headline = eventText(speaker, { type: "round_ended", result }, people) ?? "";
  return (
    <section class="round-end" aria-labelledby="round-end-title">
      <header class="round-end-head">
        <h2 id="round-end-title">{match?.over ? speaker.t("rounds.match", { n: match.n ?? 1 }) : speaker.t("rounds.round", { n: round?.round ?? 0 })}</h2>
        <button type="button" class="quiet icon-button" aria-label={speaker.t("actions.close")} onClick={close}><Icon name="close" /></button>
      </header>
      <MatchEnd />
      <p class="headline">{headline} <PointsLine /></p>
      <Hands result={result} />
      <NextDeal />
      <p class="buttons"><ReplayLink tableId={table.tableId ?? ""} wanted={{ match: match?.n ?? 1, round: round?.round ?? 1 }} /></p>
      <Fairness key={key} />
    </section>
  );
}

function PointsLine() {
  const { table, speaker, seats } = useView();
  const { winner, points = 0 } = table.round?.points ?? {};
  if (winner === undefined) {
    return null;
  }
  return <>{speaker.t("rounds.wonBy", { who: sideName(speaker, seats, winner) })}: <strong>{speaker.t("rounds.points", { count: points })}</strong></>;
}

function Hands({ result }: { result: RoundResultJson }) {
  const { speaker, seats, people, table } = useView();
  const { settings } = useApp();
  const row = (name: string, tiles: readonly string[], note: string, key: string) => (
    <li key={key}>
      <span class="hand-name">{name}</span>
      <span class="small-tiles">
        {tiles.map((tile) => (
          <span key={tile} role="img" aria-label={tileName(speaker, tile)}><TilePicture tile={tile} numbers={settings.numbers.value} /></span>
        ))}
      </span>
      <span class="hand-pips">{note}</span>
    </li>
  );
  const boneyard = result.boneyard ?? [];
  return (
    <ul class="open-hands" aria-label={speaker.t("rounds.hands")}>
      {seats.map(({ seat = 0, side = 0 }) => {
        const added = table.round?.points?.breakdown?.[side] ?? 0;
        const pips = speaker.t("rounds.pips", { count: result.pips?.[seat] ?? 0 });
        return row(people.nameOf(seat), result.hands?.[seat]?.tiles ?? [], added > 0 ? `${pips} · +${speaker.number(added)}` : pips, `seat ${seat}`);
      })}
      {boneyard.length > 0 && row(speaker.t("rounds.leftOver"), boneyard, "", "boneyard")}
    </ul>
  );
}

/** How long until the next round. */
function NextDeal() {
  const { clock } = useApp();
  const { table, speaker } = useView();
  const next = table.phase === "scoring" || table.phase === "dealing" ? table.match?.nextDeal : undefined;
  useTick(500, next !== undefined);
  const left = clock.until(next);
  return left === undefined || left < 0 ? null : <p class="next-deal">{speaker.t("hints.nextRound", { time: speaker.duration(left) })}</p>;
}
