import { RefusalNote } from "../../ui/refusal.js";
import { useView } from "./context.js";
import { sideName } from "./sides.js";

const reasons = { target: "rounds.endTarget", rounds: "rounds.endRounds", forfeit: "rounds.endForfeit" } as const;

/** Who won the match, and playing again. */
export function MatchEnd() {
  const { table, speaker, seats, own } = useView();
  const { over, winners = [], endReason } = table.match ?? {};
  if (!over) {
    return null;
  }
  const names = speaker.list(winners.map((side) => sideName(speaker, seats, side)));
  const mine = seats.find((s) => s.seat === own)?.side;
  const reason = reasons[endReason as keyof typeof reasons];
  return (
    <div class="match-end">
      {mine !== undefined && <p class="verdict">{speaker.t(winners.includes(mine) ? "rounds.youWon" : "rounds.youLost")}</p>}
      <p>{speaker.t(winners.length > 1 ? "rounds.sharedBy" : "rounds.matchWonBy", { who: names })}. {reason ? speaker.t(reason) : ""}</p>
      <Rematch />
    </div>
  );
}

/** Where the match is over and the reader played: asking to play again. */
export function Rematch() {
  const { table, speaker, own, store } = useView();
  if (table.phase !== "finished" || own === undefined) {
    return null;
  }
  const refused = store.attempts.refused.value;
  return table.rematch?.includes(own)
    ? <p role="status">{speaker.t("hints.waitingRematch")}</p>
    : (
      <>
        <button type="button" class="primary" onClick={() => void store.rematch()}>{speaker.t("actions.rematch")}</button>
        {refused?.place === "start" && <RefusalNote refusal={refused.refusal} />}
      </>
    );
}
