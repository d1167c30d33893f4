/** The repository's own records, which the servers' tests judge too. */
import { readFileSync } from "node:fs";
import { type GameRecord, parseRecord } from "../../src/game/record";

const root = new URL("../../../../../", import.meta.url);

/** The text of a file of the repository. */
export function file(path: string): string {
  return readFileSync(new URL(path, root), "utf8");
}

function records(text: string): GameRecord[] {
  return text.split("\n").filter((line) => line.startsWith("{")).map(parseRecord);
}

/** All golden rounds. */
export function goldenRounds(): GameRecord[] {
  const families = ["chickie", "classic-block", "classic-draw", "latin-pairs"];
  return families.flatMap((name) => records(file(`pkg/domino/testdata/golden/${name}.jsonl`)));
}

/** The two rounds of a match that was played for the test of `tranca verify`, with their deals. */
export function playedMatch(): GameRecord[] {
  const script = file("services/tranca/internal/cli/testdata/script/verify.txtar");
  return records(/-- match\.jsonl --\n([\s\S]*?)(\n-- |$)/.exec(script)?.[1] ?? "");
}
