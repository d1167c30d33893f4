import { chickieSheet, lineSheet } from "../../game/sheet/sheet.js";
import { startsWithDouble, type GameRecord } from "../../game/record.js";
import { tileName } from "../../i18n/index.js";
import { knobOf } from "../../state/rules.js";
import { useView } from "./context.js";
import { sideName, sidesOf } from "./sides.js";

/** The score sheet of the match: of chickie one column for each double, else one row for each round. */
export function Scores({ records }: { records: readonly GameRecord[] }) {
  const { table, speaker, desk } = useView();
  if (!table.match?.scores) {
    return null;
  }
  const chickie = records[0] ? startsWithDouble(records[0]) : table.preset === "chickie";
  const target = knobOf(desk.game.value, "target");
  return (
    <section class="scores" aria-labelledby="scores-title">
      <h2 id="scores-title">{speaker.t("rounds.sheet")}</h2>
      <p class="note">{chickie ? speaker.t("rounds.lowestWins") : Number(target) > 0 ? speaker.t("rounds.target", { points: Number(target) }) : ""}</p>
      <div class="scroll-x" tabIndex={0} role="group" aria-labelledby="scores-title">
        {chickie ? <ChickieTable records={records} /> : <RoundTable records={records} />}
      </div>
    </section>
  );
}

/** Rows are rounds, columns are sides. */
function RoundTable({ records }: { records: readonly GameRecord[] }) {
  const { table, speaker, seats, own } = useView();
  const sides = sidesOf(seats);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{speaker.t("replay.round")}</th>
          {sides.map((side) => <th key={side} scope="col">{sideName(speaker, seats, side, own)}</th>)}
        </tr>
      </thead>
      <tbody>
        {lineSheet(records).rounds.map((r) => (
          <tr key={r.round}>
            <th scope="row">{speaker.number(r.round)}</th>
            {sides.map((side) => <td key={side} class={r.winner === side ? "won" : undefined}>{r.added[side] ? speaker.number(r.added[side]) : "–"}</td>)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{speaker.t("rounds.total")}</th>
          {sides.map((side) => <td key={side}>{speaker.number(table.match?.scores?.[side] ?? 0)}</td>)}
        </tr>
      </tfoot>
    </table>
  );
}

/** Rows are players, columns are the doubles that start a round (K-01). */
function ChickieTable({ records }: { records: readonly GameRecord[] }) {
  const { table, speaker, seats, people, desk } = useView();
  const sheet = chickieSheet(records);
  const highest = Number(knobOf(desk.game.value, "set_max") || 6);
  const columns = records.length > 0 ? sheet.columns : Array.from({ length: highest + 1 }, (_, n) => n);
  return (
    <table class="sheet">
      <thead>
        <tr>
          <th scope="col">{speaker.t("rounds.sheetPlayer")}</th>
          {columns.map((c) => <th key={c} scope="col" aria-label={speaker.t("rounds.sheetColumn", { theTile: tileName(speaker, `${c}-${c}`) })}>{speaker.number(c)}</th>)}
          <th scope="col">{speaker.t("rounds.sheetTotal")}</th>
        </tr>
      </thead>
      <tbody>
        {seats.map(({ seat = 0, side = seat }) => (
          <tr key={seat}>
            <th scope="row">{people.nameOf(seat)}</th>
            {columns.map((c, i) => {
              const cell = sheet.rows[seat]?.cells[i];
              return <td key={c} aria-label={cell === undefined ? speaker.t("rounds.sheetOpen") : undefined}>{cell === undefined ? "" : speaker.number(cell)}</td>;
            })}
            <td class="total">{speaker.number(table.match?.scores?.[side] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
