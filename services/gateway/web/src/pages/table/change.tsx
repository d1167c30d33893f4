import { useMemo, useState } from "preact/hooks";
import { Attempts } from "../../state/attempts.js";
import { useApp } from "../../ui/context.js";
import { Dialog } from "../../ui/dialog.js";
import { GameFields, useGame } from "../../ui/game.js";
import { OptionFields, optionsOut } from "../../ui/options.js";
import { RefusalNote } from "../../ui/refusal.js";
import { useView } from "./context.js";

/** Before a match, for whoever opened the table: another game, other rules, other clocks. */
export function ChangeRules({ onClose }: { onClose: () => void }) {
  const { client } = useApp();
  const { table, speaker, store } = useView();
  const attempts = useMemo(() => new Attempts<"change">(), []);
  const chosen = useGame(table.preset ?? "", table.knobs ?? {});
  const [options, setOptions] = useState(() => withoutEntropy(table.options ?? {}));
  const submit = async (event: Event) => {
    event.preventDefault();
    const { preset, knobs } = chosen;
    const done = await attempts.try("change", () => client.changeSettings({ tableId: store.tableId, preset, knobs, options: optionsOut(options) }));
    if (done) {
      onClose();
    }
  };
  return (
    <Dialog title={speaker.t("actions.changeRules")} onClose={onClose}>
      <form class="open-form" onSubmit={(event) => void submit(event)} noValidate>
        <GameFields chosen={chosen} />
        <details class="more">
          <summary>{speaker.t("lobby.clock")}</summary>
          <OptionFields options={options} onChange={setOptions} />
        </details>
        <RefusalNote refusal={attempts.refused.value?.refusal} />
        <div class="buttons end">
          <button type="button" onClick={onClose}>{speaker.t("actions.cancel")}</button>
          <button class="primary" disabled={attempts.busy.value !== undefined}>{speaker.t("actions.changeRules")}</button>
        </div>
      </form>
    </Dialog>
  );
}

/** Where deals come from can only be read. */
function withoutEntropy<O extends { entropy?: string }>({ entropy: _, ...options }: O): Omit<O, "entropy"> {
  return options;
}
