import { useEffect, useMemo, useState } from "preact/hooks";
import type { Refusal } from "../../i18n/index.js";
import { Attempts, refusalOf } from "../../state/attempts.js";
import { hashOf } from "../../state/route.js";
import { type Game, type Knobs, knobOf } from "../../state/rules.js";
import { useApp, useSpeaker } from "../../ui/context.js";
import { Dialog } from "../../ui/dialog.js";
import { Check, Input } from "../../ui/field.js";
import { checkName } from "../../ui/name.js";
import { wordsOut } from "../../ui/pace.js";
import { RefusalNote } from "../../ui/refusal.js";
import { KnobFields } from "./knobs.js";
import { OptionFields, optionsOut, usualOptions } from "./options.js";

/** Opens a table: game, rules, clocks, bots. Who opens it sits down there. */
export function OpenTable({ onClose }: { onClose: () => void }) {
  const { session } = useApp();
  const speaker = useSpeaker();
  const attempts = useMemo(() => new Attempts<"open">(), []);
  const [name, setName] = useState(session.name.peek());
  const [title, setTitle] = useState("");
  const [options, setOptions] = useState(usualOptions);
  const [bots, setBots] = useState(true);
  const [tried, setTried] = useState(false);
  const { preset, choosePreset, game, knobs, setKnobs, refusal } = useGame();
  const create = useCreate(attempts);
  const checked = checkName(name);
  const submit = (event: Event) => {
    event.preventDefault();
    setTried(true);
    if ("name" in checked && game) {
      session.rename(checked.name);
      void create({ preset, knobs, title, options: optionsOut(options), bots: bots ? Number(knobOf(game, "seats")) - 1 : 0 });
    }
  };
  return (
    <Dialog title={speaker.t("lobby.open")} onClose={onClose}>
      <form class="open-form" onSubmit={submit} noValidate>
        <Presets chosen={preset} onChoose={choosePreset} />
        <div class="fields">
          <Input
            label={speaker.t("lobby.nickname")} value={name} maxLength={32}
            error={tried && "error" in checked ? speaker.t(checked.error) : undefined} onChange={setName}
          />
          <Input label={speaker.t("lobby.tableName")} value={title} maxLength={40} onChange={setTitle} />
        </div>
        {game && <KnobFields game={game} knobs={knobs} onChange={setKnobs} />}
        <RefusalNote refusal={refusal} />
        <details class="more">
          <summary>{speaker.t("lobby.clock")}</summary>
          <OptionFields options={options} onChange={setOptions} />
        </details>
        <Check label={speaker.t("lobby.fillWithBots")} checked={bots} onChange={setBots} />
        <RefusalNote refusal={attempts.refused.value?.refusal} />
        <div class="buttons end">
          <button type="button" onClick={onClose}>{speaker.t("actions.cancel")}</button>
          <button class="primary" disabled={attempts.busy.value !== undefined}>
            {speaker.t(attempts.busy.value === "open" ? "lobby.opening" : "lobby.create")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The game that is being put together; what the service does not take leaves it as it was. */
function useGame() {
  const { rules } = useApp();
  const [preset, choose] = useState("latin.pairs");
  const [knobs, setKnobs] = useState<Knobs>({});
  const [game, setGame] = useState<Game>();
  const [refusal, setRefusal] = useState<Refusal>();
  useEffect(() => {
    let current = true;
    rules.of(preset, knobs).then(
      (got) => { if (current) { setGame(got); setRefusal(undefined); } },
      (error: unknown) => { if (current) { setRefusal(refusalOf(error)); } },
    );
    return () => { current = false; };
  }, [rules, preset, knobs]);
  const choosePreset = (name: string) => {
    choose(name);
    setKnobs({});
  };
  return { preset, choosePreset, game, knobs, setKnobs, refusal };
}

type Wanted = { preset: string; knobs: Knobs; title: string; options: typeof usualOptions; bots: number };

function useCreate(attempts: Attempts<"open">) {
  const { client, session } = useApp();
  return ({ preset, knobs, title, options, bots }: Wanted) => attempts.try("open", async () => {
    const properties = wordsOut({ name: title, options });
    const { tableId = "" } = await client.openTable({ preset, knobs, options, properties });
    session.own(tableId);
    const { seat = 0, seatToken: token = "" } = await client.sit({ tableId, player: session.name.peek() });
    session.hold(tableId, { seat, token });
    for (let i = 0; i < bots; i++) {
      await client.addBot({ tableId });
    }
    location.hash = hashOf({ page: "table", tableId });
  });
}

function Presets({ chosen, onChoose }: { chosen: string; onChoose: (preset: string) => void }) {
  const { rules } = useApp();
  const speaker = useSpeaker();
  return (
    <fieldset class="presets">
      <legend>{speaker.t("lobby.game")}</legend>
      {rules.presets.value.map(({ name = "" }) => (
        <label key={name} class="preset">
          <input type="radio" name="preset" value={name} checked={name === chosen} onChange={() => onChoose(name)} />
          <span class="preset-name">{speaker.word("presets", name)}</span>
          <span class="preset-about">{speaker.find("abouts", name) ?? ""}</span>
        </label>
      ))}
    </fieldset>
  );
}
