import type { Speaker } from "./speak.js";

/** Numbers that stand for something else, by the name of the knob. */
const special: { readonly [knob: string]: "noTarget" | "noNumber" } = { target: "noTarget", rounds: "noNumber" };

/** Says the value of a knob, as the service writes it. */
export function ruleText(speaker: Speaker, knob: string, value: string): string {
  const word = special[knob];
  if (value === "0" && word !== undefined) {
    return speaker.t(`values.${word}`);
  }
  if (value === "true" || value === "false") {
    return speaker.t(value === "true" ? "values.yes" : "values.no");
  }
  return /^\d+$/.test(value) ? speaker.number(Number(value)) : speaker.find("values", `${knob}.${value}`) ?? value;
}
