import type { Topic } from "../text.js";

/** Names of the games. */
export const presets = {
  "latin.pairs": "Latin pairs",
  "latin.solo": "Latin solo",
  "classic.draw": "Draw",
  "classic.block4": "Block for four",
  "classic.draw4": "Draw for four",
  "chickie": "Chickie (chicken foot)",
} as const satisfies Topic;

/** Families of games with more than one. */
export const families = {
  latin: "All Latin games",
  classic: "All classic games",
} as const satisfies Topic;

/** The games in a sentence. */
export const abouts = {
  "latin.pairs": "Two against two, seven tiles each, to the right; six-six opens.",
  "latin.solo": "Seven tiles each; whoever can't play draws one.",
  "classic.draw": "Whoever can't play draws until something fits.",
  "classic.block4": "Seven tiles each, nothing to draw: whoever can't play passes.",
  "classic.draw4": "Five tiles each and a boneyard to draw from.",
  "chickie": "Doubles grow chicken feet; seven rounds, the fewest points win.",
} as const satisfies Topic;

/** The rules that can be set, by the names of their knobs. */
export const knobs = {
  set_max: "Highest double",
  seats: "Players",
  teams: "Teams",
  hand_size: "Tiles dealt to each",
  rotation: "Direction of play",
  open_first: "Who opens the first round",
  open_first_tile: "First tile of the first round",
  open_next: "Who opens the next rounds",
  open_next_tile: "First tile of the next rounds",
  tile_rank: "Highest tile without doubles",
  shuffler: "Who shuffles",
  draw: "When nothing fits",
  draw_reserve: "Tiles that stay in the boneyard",
  must_play_drawn: "A drawn tile that fits must be played",
  voluntary_draw: "You may draw although you can play",
  voluntary_pass: "You may pass although you can play",
  spinner: "Double with four sides",
  root_arms: "Sides of the starting double",
  toes: "Toes of a foot",
  start_double: "Double that starts a round",
  start_order: "A double that was skipped",
  start_none: "When nobody holds a starting double",
  chickie_call: "Calling Chickie",
  dead_rule: "When nothing can fit any more",
  score_domino: "Points for going out",
  score_block: "Points for a block",
  block_winner: "Who wins a block",
  block_tie: "A tied block",
  void_next_opener: "Who opens after a void round",
  double_blank_value: "What the double blank counts",
  target: "Points to win",
  rounds: "Rounds",
  match_tie: "A tied match",
} as const satisfies Topic;

/** The settings of a table that are no rules of the game. */
export const options = {
  turnLimitMs: "Time for a turn",
  firstMoveMs: "Time for the first turn of a round",
  timeBankMs: "Time bank for a match",
  incrementMs: "Added to the time bank for each turn",
  intermissionMs: "Pause between rounds",
  revealLimitMs: "Time to open one's part of the deal",
  idleLimitMs: "The table closes after so long without a move",
  graceMs: "A bot takes over after an absence of",
  botPolicy: "Bots that take over",
  botThinkingMs: "Time that bots think",
  emotes: "Words that players may say",
  emotesOn: "always",
  emotesPauses: "between rounds",
  never: "never",
  noBots: "none: whoever leaves loses",
} as const satisfies Topic;
