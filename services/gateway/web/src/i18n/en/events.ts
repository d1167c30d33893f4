import type { Topic } from "../text.js";

/** What happened at a table, by the types of proto/README.md. */
export const events = {
  table_opened: "The table is open.",
  seat_taken: "{who} sits down.",
  seat_moved: "{who} changes seats.",
  seat_left: "Seat {n} is free again.",
  bot_seated: "{who} sits down, a bot.",
  player_ready: "{who} is ready.",
  player_unready: "{who} is not ready any more.",
  settings_changed: "The rules were changed.",
  match_started: "The match begins.",
  table_closed: "The table is closed.",
  deal_committed: "The deal is sealed.",
  client_seed_revealed: "{who} opens their part of the deal.",
  start_cancelled: "The start was called off. Say again that you are ready.",
  round_dealt: "The tiles are dealt. {who} opens.",
  match_ended: "The match is over.",
  tile_played: "{who} plays {theTile}.",
  tile_drawn: "{who} draws a tile.",
  turn_passed: "{who} passes.",
  chickie_called: "{who} calls: Chickie {value}!",
  foot_completed: "The foot is complete.",
  double_hung: "{who} hangs {theTile}.",
  turn_timed_out: "{who} ran out of time.",
  clock_compensated: "The clock starts again: the delay was ours.",
  round_ended: "The round is over.",
  bank_opened: "{who} is using the time bank.",
  round_scored: "The points are counted.",
  rematch_asked: "{who} wants a rematch.",
  table_reopened: "The table is open again.",
  seat_disconnected: "{who} lost the connection.",
  seat_returned: "{who} is back.",
  seat_taken_over: "{who} plays on in seat {n}.",
  seat_token_issued: "{who} goes on from another device.",
  table_frozen: "The table is paused.",
  table_thawed: "On we go: the clocks run again.",
  table_voided: "The table was closed without a result.",
} as const satisfies Topic;

/** The same where it is about the reader. */
export const mine = {
  seat_taken: "You sit down.",
  seat_moved: "You change seats.",
  player_ready: "You are ready.",
  player_unready: "You are not ready any more.",
  client_seed_revealed: "You open your part of the deal.",
  round_dealt: "The tiles are dealt. You open.",
  tile_played: "You play {theTile}.",
  tile_drawn: "You draw a tile.",
  turn_passed: "You pass.",
  chickie_called: "You call: Chickie {value}!",
  double_hung: "You hang {theTile}.",
  turn_timed_out: "You ran out of time.",
  bank_opened: "You are using your time bank.",
  rematch_asked: "You want a rematch.",
  seat_disconnected: "You lost the connection.",
  seat_returned: "You are back.",
  seat_token_issued: "You go on from this device.",
} as const satisfies Topic;

/** Why a table was closed, or a seat taken over, where the service has a word for it. */
export const causes = {
  idle: "Nothing happened for too long.",
  owner: "Whoever opened the table closed it.",
  deal_lost: "The deal was lost on our side.",
} as const satisfies Topic;
