import { theTile, tileName } from "../../i18n/index.js";
import { RefusalNote } from "../../ui/refusal.js";
import { type View, placesOf, roundKey, useView } from "./context.js";
import { Rematch } from "./match-end.js";

/** Drawing and passing, and why they are possible or needed. */
export function Actions() {
  const view = useView();
  const { moves, speaker, store, table, desk } = view;
  const refused = store.attempts.refused.value;
  const busy = store.attempts.busy.value === "hand";
  const act = (what: () => Promise<unknown>) => () => {
    document.querySelector<HTMLElement>(".hand button[tabindex='0']")?.focus();
    void what();
  };
  return (
    <div class="actions">
      {desk.closed.value === roundKey(table) && <Rematch />}
      <p class="hint">{busy ? speaker.t("status.sending") : hintOf(view)}</p>
      {moves?.mayDraw && <button type="button" class="primary" disabled={busy} onClick={act(() => store.draw())}>{speaker.t("actions.draw")}</button>}
      {moves?.mayPass && <button type="button" class={moves.mayDraw || moves.plays?.length ? "" : "primary"} disabled={busy} onClick={act(() => store.pass())}>{speaker.t("actions.pass")}</button>}
      {refused?.place === "hand" && table.phase === "playing" && <RefusalNote refusal={refused.refusal} />}
    </div>
  );
}

/** One sentence about what is to be done now. */
export function hintOf({ table, moves, speaker, people, desk, own }: View): string {
  const turn = table.round?.turn;
  if (table.frozen) {
    return speaker.t("status.paused");
  }
  if (table.phase !== "playing" || turn === undefined || own === undefined) {
    return "";
  }
  if (!moves) {
    return turn === own ? "" : speaker.t("hints.wait", { who: people.nameOf(turn) });
  }
  const plays = moves.plays ?? [];
  if (plays.length === 0) {
    return nothingFits({ drew: drewNow(table.round?.moves, own), mayDraw: moves.mayDraw === true });
  }
  if (desk.chosen.value) {
    const ends = placesOf(moves, desk.chosen.value).length > 1 && !table.round?.nodes?.length;
    return speaker.t(ends ? "hints.chooseEnd" : "hints.choosePlace");
  }
  return [opening() ?? footHint() ?? speaker.t("hints.chooseTile"), moves.mayDraw ? speaker.t("hints.mayDraw") : "", moves.mayPass ? speaker.t("hints.mayPass") : ""]
    .filter(Boolean).join(" ");

  function nothingFits({ drew, mayDraw }: { drew: boolean; mayDraw: boolean }): string {
    return speaker.t(!mayDraw ? "hints.mustPass" : drew ? "hints.drawAgain" : "hints.mustDraw");
  }

  function opening(): string | undefined {
    const empty = !table.round?.line?.length && !table.round?.nodes?.length;
    if (!empty) {
      return undefined;
    }
    if (plays.length === 1) {
      return speaker.t("hints.openWith", { theTile: theTile(speaker, plays[0]?.tile ?? "") });
    }
    const doubles = plays.every((p) => isDouble(p.tile));
    return speaker.t(doubles ? "hints.openDouble" : "hints.openAny");
  }

  /** All places are on one double: its foot, or the root, comes first (K-08, K-14). */
  function footHint(): string | undefined {
    const nodes = new Set(plays.map((p) => p.node));
    const node = table.round?.nodes?.find((n) => nodes.size === 1 && n.node === plays[0]?.node);
    if (!node || !isDouble(node.tile)) {
      return undefined;
    }
    return speaker.t(node.parent === undefined ? "hints.rootFirst" : "hints.footFirst", { tile: tileName(speaker, node.tile ?? "") });
  }
}

function isDouble(tile = ""): boolean {
  const [high, low] = tile.split("-");
  return high === low;
}

function drewNow(moves: readonly { kind?: string; seat?: number }[] = [], own: number): boolean {
  const last = moves.at(-1);
  return last?.kind === "draw" && last.seat === own;
}
