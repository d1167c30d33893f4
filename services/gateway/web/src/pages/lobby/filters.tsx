import { useApp, useSpeaker } from "../../ui/context.js";
import { Check, Select } from "../../ui/field.js";

const phases = ["open", "dealing", "playing", "scoring", "finished"] as const;

/** Which tables are shown. */
export function Filters() {
  const { lobby, rules } = useApp();
  const speaker = useSpeaker();
  const { preset, phase, onlyFree } = lobby.filter.value;
  const any = { value: "", text: speaker.t("lobby.any") };
  return (
    <form class="filters" role="search" aria-label={speaker.t("lobby.filters")} onSubmit={(e) => e.preventDefault()}>
      <Select
        label={speaker.t("lobby.filterGame")} value={preset}
        choices={[any, ...rules.presets.value.map(({ name = "" }) => ({ value: name, text: speaker.word("presets", name) }))]}
        onChoose={(chosen) => lobby.choose({ preset: chosen })}
      />
      <Select
        label={speaker.t("lobby.filterPhase")} value={phase}
        choices={[any, ...phases.map((value) => ({ value, text: speaker.t(`phases.${value}`) }))]}
        onChoose={(chosen) => lobby.choose({ phase: chosen })}
      />
      <Check label={speaker.t("lobby.onlyFree")} checked={onlyFree} onChange={(on) => lobby.choose({ onlyFree: on })} />
    </form>
  );
}
