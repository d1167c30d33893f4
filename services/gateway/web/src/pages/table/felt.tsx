import { useEffect, useMemo, useState } from "preact/hooks";
import { ruleText, theTile, tileName, valueName } from "../../i18n/index.js";
import { hungOf } from "../../state/hung.js";
import { knobOf } from "../../state/rules.js";
import { Icon } from "../../ui/icon.js";
import { Actions } from "./actions.js";
import { Board } from "./board.js";
import { place, placesOf, useView } from "./context.js";
import { Hand } from "./hand.js";
import { RoundEnd } from "./round-end.js";
import { SeatCard } from "./seat.js";
import { spots } from "./seating.js";
import { Start } from "./start.js";
import { Talk } from "./talk.js";

/** The table itself: seats around the board, and one's own hand below it. */
export function Felt() {
  const { seats, own, store } = useView();
  const { left, top, right, bottom } = spots(seats, own);
  const cards = (at: typeof seats) => at.map((seat) => <SeatCard key={seat.seat} seat={seat} />);
  return (
    <div class={`felt seats-${seats.length}${store.stale.value ? " stale" : ""}`}>
      <div class="side left">{cards(left)}</div>
      <div class="side top-side">{cards(top)}</div>
      <div class="side right">{cards(right)}</div>
      <Middle />
      <div class="bottom">
        {cards(bottom)}
        {own !== undefined && <><Actions /><Hand /><Talk /></>}
      </div>
      <RoundEnd />
    </div>
  );
}

function Middle() {
  const { table, desk, moves } = useView();
  const chosen = desk.chosen.value;
  const places = useMemo(() => placesOf(moves, chosen), [moves, chosen]);
  useEffect(() => { desk.chosen.value = undefined; }, [table.turnVersion]);
  const highest = Number(knobOf(desk.game.value, "set_max") || 6);
  const dealt = table.phase === "playing" || table.phase === "scoring" || table.phase === "finished";
  return (
    <div class="middle">
      {dealt && table.round && (
        <>
          <Board
            round={table.round} box={((highest + 1) * (highest + 2)) / 2} places={places}
            onPlace={(placement) => place(desk, placement)} onBack={() => { desk.chosen.value = undefined; }}
            facts={<Facts highest={highest} />}
          />
          <Calls />
        </>
      )}
      <Start />
    </div>
  );
}

/** Small facts below the board. */
function Facts({ highest }: { highest: number }) {
  const { table, speaker, desk } = useView();
  const rotation = knobOf(desk.game.value, "rotation");
  const left = table.round?.boneyardLeft ?? 0;
  const hung = hungOf(table.round ?? {}, highest);
  return (
    <ul class="board-facts">
      {rotation && (
        <li class="direction">
          <Icon name={rotation === "ccw" ? "counter" : "clockwise"} />
          <span class="unseen">{speaker.t("knobs.rotation")}: {ruleText(speaker, "rotation", rotation)}</span>
        </li>
      )}
      {(left > 0 || knobOf(desk.game.value, "draw") !== "none") && <li>{left > 0 ? speaker.t("hints.boneyardLeft", { count: left }) : speaker.t("hints.boneyardEmpty")}</li>}
      {hung.length > 0 && <li>{speaker.t("rounds.hung")}: {speaker.list(hung.map((tile) => tileName(speaker, tile)))}</li>}
    </ul>
  );
}

/** What was called lately: a chickie, a double that hangs. It fades by itself. */
function Calls() {
  const { store, speaker, people } = useView();
  const call = store.seen.value.news.findLast(({ event }) => event.type === "chickie_called" || event.type === "double_hung");
  const [gone, setGone] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setGone(call?.id ?? 0), 4_000);
    return () => clearTimeout(timer);
  }, [call?.id]);
  if (!call || gone === call.id) {
    return null;
  }
  const { type, tile = "", seat = 0 } = call.event;
  const text = type === "chickie_called"
    ? speaker.t("rounds.chickie", { n: valueName(speaker, Number(tile.split("-")[0])) })
    : speaker.t("events.double_hung", { who: people.nameOf(seat), theTile: theTile(speaker, tile) });
  return <p class="call" key={call.id} aria-hidden="true">{text}</p>;
}
