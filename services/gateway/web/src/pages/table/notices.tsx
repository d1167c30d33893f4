import { useEffect, useRef } from "preact/hooks";
import { refusalText } from "../../i18n/index.js";
import { useApp } from "../../ui/context.js";
import { useView } from "./context.js";

/** How the page stands to the table, where that is not as it should be. */
export function Notices() {
  const { store, speaker, table, own } = useView();
  const line = store.line.value;
  const stale = store.stale.value;
  const lost = store.lost.value;
  useWelcome(stale !== undefined);
  return (
    <div class="notices" role="status">
      {stale && (
        <p class="notice warn">
          <span>{speaker.t("status.reconnecting")} {stale.why && refusalText(speaker, stale.why)}</span>
          <button type="button" class="small" onClick={() => store.retry()}>{speaker.t("status.retryNow")}</button>
        </p>
      )}
      {table.frozen && <p class="notice warn">{speaker.t("status.paused")}</p>}
      {(line === "ended" || table.phase === "closed") && <p class="notice">{speaker.t("status.ended")}</p>}
      {lost === "botPlays" && <p class="notice warn">{speaker.t("status.botPlays")}</p>}
      {lost === "elsewhere" && <p class="notice warn">{speaker.t("status.elsewhere")}</p>}
      {lost === "onOtherPage" && (
        <p class="notice warn">
          <span>{speaker.t("status.elsewhere")}</span>
          <button type="button" class="small" onClick={() => store.comeBack()}>{speaker.t("lobby.goBack")}</button>
        </p>
      )}
      {own === undefined && !lost && table.phase !== "closed" && <p class="notice">{speaker.t("seats.watching")}</p>}
    </div>
  );
}

/** Says that the connection is there again, which else is only seen by the notice that goes. */
function useWelcome(lost: boolean): void {
  const { voice } = useApp();
  const { speaker } = useView();
  const before = useRef(lost);
  useEffect(() => {
    if (before.current && !lost) {
      voice.say(speaker.t("status.connected"));
    }
    before.current = lost;
  }, [lost]);
}
