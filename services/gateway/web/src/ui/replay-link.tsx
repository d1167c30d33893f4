import { type Wanted, hashOf } from "../state/route.js";
import { useSpeaker } from "./context.js";

/** Leads to the replay of a round of a table. */
export function ReplayLink({ tableId, wanted }: { tableId: string; wanted: Wanted }) {
  const speaker = useSpeaker();
  return <a class="button" href={hashOf({ page: "replay", tableId, wanted })}>{speaker.t("actions.replay")}</a>;
}
