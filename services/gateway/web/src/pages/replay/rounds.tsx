import type { GameRecord } from "../../game/record.js";
import { type Leaf, matchOf, sidesOf } from "../../game/shelf.js";
import type { People } from "../../i18n/index.js";
import { useSpeaker } from "../../ui/context.js";
import { endText } from "./said.js";

type Props = {
  records: readonly GameRecord[];
  index: number;
  people: People;
  addressOf?: (index: number) => string;
  onRound?: (index: number) => void;
};

/** The rounds of the match, how each ended, and the totals after it. */
export function Rounds({ records, index, people, addressOf, onRound }: Props) {
  const speaker = useSpeaker();
  const leaves = matchOf(records, index);
  const scored = leaves.some((leaf) => leaf.totals.length > 0);
  const sides = sidesOf(records[index]!);
  const link = ({ index: n, round }: Leaf) => {
    const text = speaker.t("rounds.round", { n: round });
    const current = n === index ? "page" : undefined;
    return addressOf
      ? <a href={addressOf(n)} aria-current={current}>{text}</a>
      : <button type="button" class="quiet small" aria-current={current} onClick={() => onRound?.(n)}>{text}</button>;
  };
  return (
    <section class="replay-rounds" aria-labelledby="rounds-title">
      <h2 id="rounds-title">{speaker.t("replay.rounds")}</h2>
      <div class="scroll-x" tabIndex={0} role="group" aria-labelledby="rounds-title">
        <table>
          <thead>
            <tr>
              <th scope="col">{speaker.t("replay.round")}</th>
              {scored && sides.map((seats) => <th key={seats[0]} scope="col">{speaker.list(seats.map((s) => people.nameOf(s)))}</th>)}
            </tr>
          </thead>
          <tbody>
            {leaves.map((leaf) => (
              <tr key={leaf.index} class={leaf.index === index ? "current" : undefined}>
                <th scope="row">
                  {link(leaf)}
                  <small>{endText(speaker, people, leaf.record, leaf.record)}</small>
                </th>
                {scored && sides.map((_, side) => (
                  <td key={side} class={leaf.winner === side ? "won" : undefined}>{leaf.totals[side] === undefined ? "" : speaker.number(leaf.totals[side])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
