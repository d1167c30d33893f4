import type { PresetJson } from "../../client/index.js";
import type { Speaker } from "../../i18n/index.js";
import { familyOf } from "../../state/lobby.js";
import { useApp, useSpeaker } from "../../ui/context.js";
import { Check, type Choice, Select } from "../../ui/field.js";

const phases = ["open", "dealing", "playing", "scoring", "finished"] as const;

/** Which tables are shown. */
export function Filters() {
  const { lobby, rules } = useApp();
  const speaker = useSpeaker();
  const { game, seats, phase, onlyFree } = lobby.filter.value;
  const any = { value: "", text: speaker.t("lobby.any") };
  const numbers = [...new Set(rules.presets.value.flatMap((p) => p.seatsAllowed ?? []))].sort((a, b) => a - b);
  return (
    <form class="filters" role="search" aria-label={speaker.t("lobby.filters")} onSubmit={(e) => e.preventDefault()}>
      <Select
        label={speaker.t("lobby.filterGame")} value={game} choices={[any, ...games(speaker, rules.presets.value)]}
        onChoose={(chosen) => lobby.choose({ game: chosen })}
      />
      <Select
        label={speaker.t("lobby.players")} value={seats}
        choices={[any, ...numbers.map((n) => ({ value: String(n), text: speaker.number(n) }))]}
        onChoose={(chosen) => lobby.choose({ seats: chosen })}
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

/** All games, each family with more than one before its games. */
function games(speaker: Speaker, presets: readonly PresetJson[]): Choice[] {
  const names = presets.map(({ name = "" }) => name);
  return [...new Set(names.map(familyOf))].flatMap((family) => {
    const members = names.filter((name) => familyOf(name) === family).map((value) => ({ value, text: speaker.word("presets", value) }));
    return members.length > 1 ? [{ value: family, text: speaker.word("families", family) }, ...members.map(({ value, text }) => ({ value, text: `– ${text}` }))] : members;
  });
}
