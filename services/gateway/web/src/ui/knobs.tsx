import type { KnobJson } from "../client/index.js";
import { type Speaker, ruleText } from "../i18n/index.js";
import type { Game, Knobs } from "../state/rules.js";
import { knobsOf } from "../state/rules.js";
import { useSpeaker } from "./context.js";
import { Input, Select } from "./field.js";

/** The rules that most people ask for first. */
const main = ["seats", "teams", "target", "set_max", "draw"];

type Props = {
  game: Game;
  /** What differs from the game's own. */
  knobs: Knobs;
  onChange: (knobs: Knobs) => void;
};

/** The rules of a game, those that are asked for first before the others. */
export function KnobFields({ game, knobs, onChange }: Props) {
  const speaker = useSpeaker();
  const settable = knobsOf(game).filter(isOpen);
  const first = main.flatMap((name) => settable.filter((k) => k.name === name));
  const rest = settable.filter((k) => !main.includes(k.name ?? ""));
  const field = (knob: KnobJson) => (
    <KnobField key={knob.name} knob={{ ...knob, value: knobs[knob.name ?? ""] ?? knob.value ?? "" }} onChange={(value) => onChange({ ...knobs, [knob.name ?? ""]: value })} />
  );
  return (
    <>
      <div class="fields">{first.map(field)}</div>
      <details class="more">
        <summary>{speaker.t("lobby.moreRules")}</summary>
        <div class="fields">{rest.map(field)}</div>
        {Object.keys(knobs).length > 0 && <button type="button" onClick={() => onChange({})}>{speaker.t("lobby.resetRules")}</button>}
      </details>
    </>
  );
}

/** Whether there is anything to choose. */
function isOpen({ allowed = [] }: KnobJson): boolean {
  return allowed.length > 1 || rangeOf(allowed) !== undefined;
}

function rangeOf(allowed: readonly string[]): { min: number; max: number } | undefined {
  const [, min, max] = /^(\d+) to (\d+)$/.exec(allowed[0] ?? "") ?? [];
  return min === undefined ? undefined : { min: Number(min), max: Number(max) };
}

function KnobField({ knob, onChange }: { knob: KnobJson; onChange: (value: string) => void }) {
  const speaker = useSpeaker();
  const { name = "", value = "", allowed = [] } = knob;
  const label = speaker.word("knobs", name);
  const range = rangeOf(allowed);
  if (range) {
    return <Input label={label} value={value} number={range} hint={zeroHint(speaker, name, range.min)} onChange={onChange} />;
  }
  const choices = allowed.map((v) => ({ value: v, text: ruleText(speaker, name, v) }));
  return <Select label={label} value={value} choices={choices} onChoose={onChange} />;
}

/** What 0 means, where it is no number like the others. */
function zeroHint(speaker: Speaker, name: string, min: number): string | undefined {
  const zero = ruleText(speaker, name, "0");
  return min === 0 && zero !== speaker.number(0) ? `0: ${zero}` : undefined;
}
