import { useApp, usePageTitle, useSpeaker } from "../ui/context.js";
import { Shell } from "../ui/shell.js";
import { hashOf } from "../state/route.js";
import { LobbyPage } from "./lobby/page.js";
import { OpsPage } from "./ops/page.js";
import { ReplayPage } from "./replay/page.js";
import { RecordsPage } from "./replay/records.js";
import { TablePage } from "./table/page.js";

/** The page that the address names. */
export function Pages() {
  const route = useApp().route.value;
  return (
    <Shell>
      {route.page === "lobby" ? <LobbyPage />
        : route.page === "table" ? <TablePage key={route.tableId} tableId={route.tableId} />
        : route.page === "replay" ? <ReplayPage key={route.tableId} tableId={route.tableId} wanted={route.wanted} at={route.at} />
        : route.page === "records" ? <RecordsPage />
        : route.page === "ops" ? <OpsPage />
        : <NotFound />}
    </Shell>
  );
}

function NotFound() {
  const speaker = useSpeaker();
  const heading = usePageTitle(speaker.t("settings.notFound"));
  return (
    <section class="page">
      <h1 ref={heading} tabIndex={-1}>{speaker.t("settings.notFound")}</h1>
      <p><a class="button" href={hashOf({ page: "lobby" })}>{speaker.t("actions.lobby")}</a></p>
    </section>
  );
}
