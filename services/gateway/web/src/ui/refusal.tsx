import { type Refusal, refusalText } from "../i18n/index.js";
import { useSpeaker } from "./context.js";

/** Says near what was tried why it was refused; read at once. */
export function RefusalNote({ refusal }: { refusal: Refusal | undefined }) {
  const speaker = useSpeaker();
  return <p class="refusal" role="alert">{refusal ? refusalText(speaker, refusal) : ""}</p>;
}
