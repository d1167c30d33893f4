import type { Topic } from "../text.js";

/** How tiles are spoken. In a sentence they have an article where the language wants one. */
export const words = {
  tile: "{high}-{low}",
  double: "double {n}",
  doubleSix: "double six",
  theTile: "the {high}-{low}",
  theDouble: "the double {n}",
  theDoubleSix: "the double six",
  n0: "blank",
  n1: "one",
  n2: "two",
  n3: "three",
  n4: "four",
  n5: "five",
  n6: "six",
  n7: "seven",
  n8: "eight",
  n9: "nine",
  p0: "blanks",
  p1: "ones",
  p2: "twos",
  p3: "threes",
  p4: "fours",
  p5: "fives",
  p6: "sixes",
  p7: "sevens",
  p8: "eights",
  p9: "nines",
} as const satisfies Topic;

/** What a screen reader says. */
export const speech = {
  board: "Board",
  emptyBoard: "The board is empty",
  line: {
    one: "Line, {count} tile, open ends {left} and {right}",
    other: "Line, {count} tiles, open ends {left} and {right}",
  },
  tree: { one: "Tree, {count} tile, open: {open}", other: "Tree, {count} tiles, open: {open}" },
  treeFoot: "first the foot: {tile}",
  placed: "{n}: {tile}",
  onLeft: "Put it on the left, at the {value}",
  onRight: "Put it on the right, at the {value}",
  onNode: "Put it on {theTile}, at the {value}",
  asFirst: "Put it on the table",
  fits: "{tile}, can be played",
  fitsNot: "{tile}, does not fit",
  chosen: "{tile}, chosen",
  hidden: { one: "{who}, {count} tile", other: "{who}, {count} tiles" },
  yourTurn: { one: "Your turn, {count} tile can be played", other: "Your turn, {count} tiles can be played" },
  yourTurnDraw: "Your turn, nothing fits: draw a tile",
  yourTurnPass: "Your turn, nothing fits: pass",
  turnOf: "{who} is on turn",
  drew: "You drew {theTile}",
  secondsLeft: { one: "{count} second left", other: "{count} seconds left" },
  scores: "Score: {scores}",
  moves: "Moves",
  handHelp: "Arrow keys choose a tile, Enter plays it.",
} as const satisfies Topic;

/** Saying words to everybody at the table, and not hearing those of others. */
export const talk = {
  title: "Say something",
  mute: "Mute",
  unmute: "Unmute",
  said: "{who}: {text}",
} as const satisfies Topic;
