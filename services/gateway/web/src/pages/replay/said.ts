import type { PublicEventJson, RoundJson } from "../../client/index.js";
import type { GameRecord, Outcome, RecordMove } from "../../game/record.js";
import type { Position, Replay } from "../../game/replay/replay.js";
import { type People, type Speaker, eventText, theTile } from "../../i18n/index.js";

/** A position as the board takes it: the last tile is marked where the last move put it there. */
export function roundOf({ line, nodes, last }: Position): RoundJson {
  const [first, end] = [line[0], line.at(-1)];
  return {
    line: [...line], nodes: [...nodes],
    ...(first && end && { ends: { left: first.left ?? 0, right: end.right ?? 0 } }),
    moves: last?.kind === "play" ? [{ kind: "play", seat: last.seat, tile: last.tile }] : [],
  };
}

/** What happened at a position, in words; the end is told with the last move. */
export function positionText(speaker: Speaker, people: People, replay: Replay, at: number): string {
  const { last, turn } = replay.positions[at]!;
  const told = last ? moveText(speaker, people, last)
    : eventText(speaker, { type: "round_dealt", next: turn ?? 0 }, people) ?? "";
  return at === replay.positions.length - 1 ? `${told} ${endText(speaker, people, replay.record, replay.outcome)}`.trim() : told;
}

function moveText(speaker: Speaker, people: People, move: RecordMove): string {
  switch (move.kind) {
    case "play": return eventText(speaker, { type: "tile_played", seat: move.seat, tile: move.tile }, people) ?? "";
    case "draw": return speaker.t("replay.drew", { who: people.nameOf(move.seat), theTile: theTile(speaker, move.tile) });
    case "pass": return eventText(speaker, { type: "turn_passed", seat: move.seat }, people) ?? "";
    default: return ""; // giving up and an annulled round are ends
  }
}

/** How a round ended, in words. */
export function endText(speaker: Speaker, people: People, record: GameRecord, outcome: Partial<Outcome>): string {
  const forfeit = /^(\d) forfeit$/.exec(record.moves.at(-1) ?? "")?.[1];
  const event: PublicEventJson = {
    type: "round_ended",
    result: {
      end: outcome.end === "block" ? "blocked" : outcome.end ?? "void",
      ...(typeof outcome.closer === "number" && { closer: outcome.closer }),
      ...(forfeit !== undefined && { forfeits: Number(forfeit) }),
    },
  };
  return eventText(speaker, event, people) ?? "";
}
