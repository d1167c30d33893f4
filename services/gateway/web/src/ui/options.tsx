import type { OptionsJson } from "../client/index.js";
import { useSpeaker } from "./context.js";
import { Select } from "./field.js";

/** Lengths that can be chosen, in milliseconds. */
const lengths = {
  turnLimitMs: [10_000, 20_000, 30_000, 60_000, 120_000, 0],
  firstMoveMs: [0, 30_000, 60_000, 120_000],
  timeBankMs: [0, 30_000, 60_000, 180_000, 300_000, 600_000],
  incrementMs: [0, 2_000, 5_000, 10_000],
  intermissionMs: [3_000, 8_000, 15_000, 30_000],
  revealLimitMs: [5_000, 10_000, 30_000, 60_000],
  graceMs: [15_000, 30_000, 60_000, 180_000, 600_000, 0],
  idleLimitMs: [300_000, 1_800_000, 7_200_000, 86_400_000, 604_800_000, 0],
  botThinkingMs: [300, 1_000, 2_000, 4_000],
} as const satisfies { readonly [O in keyof OptionsJson]: readonly number[] };

type Length = keyof typeof lengths;

const policies = ["heuristic", "greedy", "random", "none"] as const;
const policyKeys = { heuristic: "seats.botHeuristic", greedy: "seats.botGreedy", random: "seats.botRandom", none: "options.noBots" } as const;

const emotes = [
  { value: "on", text: "options.emotesOn" }, { value: "pauses", text: "options.emotesPauses" }, { value: "off", text: "options.never" },
] as const;

/** How a table begins where its opener changes nothing. */
export const usualOptions: OptionsJson = {
  turnLimitMs: 30_000, firstMoveMs: 0, timeBankMs: 60_000, incrementMs: 0,
  intermissionMs: 15_000, revealLimitMs: 10_000, graceMs: 60_000, idleLimitMs: 1_800_000, botThinkingMs: 1_000, botPolicy: "heuristic", emotes: "on",
};

/** Clocks and bots. Where a turn has no limit, nothing else of the clock counts. */
export function OptionFields({ options, onChange }: { options: OptionsJson; onChange: (options: OptionsJson) => void }) {
  const speaker = useSpeaker();
  const endless = options.turnLimitMs === 0;
  const clock: Length[] = endless ? ["turnLimitMs"] : ["turnLimitMs", "timeBankMs", "incrementMs", "firstMoveMs"];
  const say = (name: Length, ms: number) => {
    if (ms > 0) {
      return speaker.duration(ms);
    }
    return name === "turnLimitMs" ? speaker.t("status.noLimit") : name === "graceMs" || name === "idleLimitMs" ? speaker.t("options.never") : speaker.number(0);
  };
  return (
    <div class="fields">
      {([...clock, "intermissionMs", "botThinkingMs", "graceMs", "revealLimitMs", "idleLimitMs"] as const).map((name) => (
        <Select
          key={name} label={speaker.t(`options.${name}`)} value={String(options[name] ?? 0)}
          choices={choicesOf(name, options[name] ?? 0).map((ms) => ({ value: String(ms), text: say(name, ms) }))}
          onChoose={(ms) => onChange({ ...options, [name]: Number(ms) })}
        />
      ))}
      <Select
        label={speaker.t("options.botPolicy")} value={options.botPolicy ?? "heuristic"}
        choices={policies.map((value) => ({ value, text: speaker.t(policyKeys[value]) }))}
        onChoose={(botPolicy) => onChange({ ...options, botPolicy })}
      />
      <Select
        label={speaker.t("options.emotes")} value={options.emotes ?? "on"}
        choices={emotes.map(({ value, text }) => ({ value, text: speaker.t(text) }))}
        onChoose={(chosen) => onChange({ ...options, emotes: chosen })}
      />
    </div>
  );
}

/** The lengths that are offered, and the one that is set already. */
function choicesOf(name: Length, set: number): readonly number[] {
  const offered: readonly number[] = lengths[name];
  return offered.includes(set) ? offered : [...offered, set];
}

/** Options as they are sent: without a limit there is no bank. */
export function optionsOut(options: OptionsJson): OptionsJson {
  return options.turnLimitMs === 0 ? { ...options, firstMoveMs: 0, timeBankMs: 0, incrementMs: 0 } : options;
}
