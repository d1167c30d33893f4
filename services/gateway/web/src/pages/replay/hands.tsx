import type { GameRecord } from "../../game/record.js";
import type { Position } from "../../game/replay/replay.js";
import { parseTile, pips } from "../../game/tile.js";
import { handText, knob, tilesOf } from "../../game/record.js";
import { type People, tileName } from "../../i18n/index.js";
import { useSpeaker } from "../../ui/context.js";
import { Backs, TilePicture } from "../../ui/tile.js";

type Props = { position: Position; record: GameRecord; people: People; open: boolean; numbers: boolean };

/** All hands and the boneyard at a position. */
export function Hands({ position, record, people, open, numbers }: Props) {
  const speaker = useSpeaker();
  const worth = (tile: string) => (tile === "0-0" ? knob(record, "double_blank_value", 0) : pips(parseTile(tile))); // G-08
  const row = (key: string, name: string, tiles: readonly string[], onTurn: boolean, drawn?: string) => (
    <li key={key} class={onTurn ? "replay-hand on-turn" : "replay-hand"} data-hand={key}>
      <p class="hand-name">
        {name}
        {onTurn && <span class="chip turn">{speaker.t("seats.onTurn")}</span>}
      </p>
      <p class="hand-note">
        {speaker.t("seats.tiles", { count: tiles.length })}
        {open && key !== "boneyard" && ` · ${speaker.t("rounds.pips", { count: tiles.reduce((sum, t) => sum + worth(t), 0) })}`}
      </p>
      {open
        ? (
          <div class="replay-tiles">
            {tiles.map((tile) => (
              <span key={tile} class={tile === drawn ? "drawn" : undefined} role="img" aria-label={tileName(speaker, tile)}>
                <TilePicture tile={tile} numbers={numbers} />
              </span>
            ))}
          </div>
        )
        : <div class="replay-tiles"><Backs count={tiles.length} /></div>}
    </li>
  );
  const { last } = position;
  return (
    <ul class="replay-hands" aria-label={speaker.t("rounds.hands")}>
      {position.hands.map((hand, seat) => row(
        `seat-${seat}`, people.nameOf(seat), tilesOf(handText(hand)), position.turn === seat,
        last?.kind === "draw" && last.seat === seat ? last.tile : undefined,
      ))}
      {record.boneyard && row("boneyard", speaker.t("hints.boneyard"), position.boneyard, false)}
    </ul>
  );
}
