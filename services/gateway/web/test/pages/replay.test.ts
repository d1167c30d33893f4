import { describe, expect, it } from "vitest";
import { replay } from "../../src/game/replay/replay.js";
import { pick, speak } from "../../src/i18n/index.js";
import { positionText, roundOf } from "../../src/pages/replay/said.js";
import { goldenRounds } from "../game/golden.js";

const speaker = await speak(pick({ preferred: ["en"] }));
const people = { nameOf: (seat: number) => `Seat ${seat + 1}` };
const rounds = goldenRounds().map(replay);

describe("every position of every golden round", () => {
  it("is told in words", () => {
    for (const round of rounds) {
      const texts = round.positions.map((_, at) => positionText(speaker, people, round, at));
      expect(texts.filter((text) => text === ""), round.record.id).toEqual([]);
      expect(texts.join(" "), round.record.id).not.toMatch(/[{}]|undefined/);
    }
  });

  it("marks the tile that was played last, and none after a pass or a draw", () => {
    for (const { positions } of rounds) {
      for (const position of positions) {
        const marked = roundOf(position).moves?.map((m) => m.tile) ?? [];
        expect(marked).toEqual(position.last?.kind === "play" ? [position.last.tile] : []);
      }
    }
  });
});

it("tells how the round ended with the last move", () => {
  const domino = rounds.find((r) => r.outcome.end === "domino")!;
  expect(positionText(speaker, people, domino, domino.positions.length - 1)).toMatch(/^Seat \d plays .*Domino! Seat \d went out\.$/);
});
