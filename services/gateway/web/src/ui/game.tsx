import { useEffect, useState } from "preact/hooks";
import type { Refusal } from "../i18n/index.js";
import { refusalOf } from "../state/attempts.js";
import type { Game, Knobs } from "../state/rules.js";
import { useApp, useSpeaker } from "./context.js";
import { KnobFields } from "./knobs.js";
import { RefusalNote } from "./refusal.js";

/** The game that is being put together; what the service does not take leaves it as it was. */
export function useGame(first: string, firstKnobs: Knobs) {
  const { rules } = useApp();
  const [preset, choose] = useState(first);
  const [knobs, setKnobs] = useState<Knobs>(firstKnobs);
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
  useEffect(() => { rules.load().catch(() => {}); }, [rules]); // without them the game can still be changed by its rules
  return { preset, choosePreset, game, knobs, setKnobs, refusal };
}

/** Chooses a game and its rules. */
export function GameFields({ chosen }: { chosen: ReturnType<typeof useGame> }) {
  const { preset, choosePreset, game, knobs, setKnobs, refusal } = chosen;
  return (
    <>
      <Presets chosen={preset} onChoose={choosePreset} />
      {game && <KnobFields game={game} knobs={knobs} onChange={setKnobs} />}
      <RefusalNote refusal={refusal} />
    </>
  );
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
