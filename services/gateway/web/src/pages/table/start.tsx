import { RefusalNote } from "../../ui/refusal.js";
import { useView } from "./context.js";

/** In the middle of the table while nothing is played: what is waited for, and saying that one is ready. */
export function Start() {
  const { table, speaker, seats, own, store } = useView();
  const refused = store.attempts.refused.value;
  const me = seats.find((s) => s.seat === own);
  const free = seats.some((s) => s.kind === "empty");
  if (table.phase === "dealing") {
    return <div class="start"><p class="start-line" role="status">{speaker.t("hints.shuffling")}</p></div>;
  }
  if (table.phase !== "open") {
    return null;
  }
  return (
    <div class="start">
      <p class="start-line">{speaker.t(free ? "hints.waitingPlayers" : "hints.waitingReady")}</p>
      {me && (
        <button type="button" class={me.ready ? "" : "primary large"} disabled={store.attempts.busy.value !== undefined} onClick={() => void (me.ready ? store.unready() : store.ready())}>
          {speaker.t(me.ready ? "actions.unready" : "actions.ready")}
        </button>
      )}
      {refused?.place === "start" && <RefusalNote refusal={refused.refusal} />}
    </div>
  );
}
