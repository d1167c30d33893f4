import { useView } from "./context.js";

/** How the page stands to the table, where that is not as it should be. */
export function Notices() {
  const { store, speaker, table, own } = useView();
  const line = store.line.value;
  const lost = store.lost.value;
  return (
    <div class="notices" role="status">
      {line === "waiting" && (
        <p class="notice warn">
          <span>{speaker.t("status.reconnecting")}</span>
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
