import type { Topic } from "../text.js";

/** The seats of a table and who sits there. */
export const seats = {
  seat: "Seat {n}",
  free: "Free seat",
  bot: "Bot",
  you: "You",
  partner: "Your partner",
  rival: "Opponent",
  ready: "Ready",
  notReady: "Not ready",
  away: "Away",
  botTakesOver: "A bot takes over in {time}",
  onTurn: "On turn",
  passed: "Passed",
  opens: "Opens",
  wantsRematch: "Wants a rematch",
  tiles: { one: "{count} tile", other: "{count} tiles" },
  watching: "You are watching",
  nobody: "nobody",
  botRandom: "Random bot",
  botGreedy: "Greedy bot",
  botHeuristic: "Thoughtful bot",
} as const satisfies Topic;

/** What a player can do. */
export const actions = {
  play: "Play",
  playLeft: "Play on the left",
  playRight: "Play on the right",
  draw: "Draw",
  pass: "Pass",
  ready: "I'm ready",
  unready: "Not ready after all",
  leave: "Leave",
  leaveAsk: "Leave the table? A bot plays on in your place.",
  leaveForfeits: "Leave the table? You lose the match.",
  rematch: "Rematch",
  takeSeat: "Sit here",
  takeBotSeat: "Take the bot's seat",
  moveHere: "Move here",
  addBot: "Add a bot",
  removeBot: "Remove the bot",
  watch: "Watch",
  changeRules: "Change the rules",
  closeTable: "Close the table",
  closeTableAsk: "Close the table for everybody?",
  newKey: "Log out my other devices",
  lobby: "To the tables",
  replay: "Watch again",
  cancel: "Cancel",
  confirm: "Confirm",
  close: "Close",
} as const satisfies Topic;

/** Why something can or must be done. */
export const hints = {
  chooseTile: "Choose a tile.",
  chooseEnd: "It fits on both ends: choose one.",
  choosePlace: "Choose where to put it.",
  wait: "It's {who}'s turn.",
  openWith: "You open with {theTile}.",
  openDouble: "You open: lead a double.",
  openAny: "You open: lead any tile.",
  footFirst: "First complete the foot: {tile}.",
  rootFirst: "First fill all sides: {tile}.",
  mustDraw: "None of your tiles fits: draw one.",
  drawAgain: "Still nothing fits: draw again.",
  mustPass: "None of your tiles fits and there is nothing to draw: pass.",
  mayDraw: "You may draw as well.",
  mayPass: "You may pass as well.",
  boneyard: "Boneyard",
  boneyardLeft: { one: "{count} tile in the boneyard", other: "{count} tiles in the boneyard" },
  boneyardEmpty: "The boneyard is empty.",
  hand: "Your hand",
  waitingPlayers: "Waiting for players",
  waitingReady: "Waiting until everybody is ready",
  shuffling: "The tiles are being shuffled",
  nextRound: "Next round in {time}",
  waitingRematch: "Waiting for the others to want a rematch",
} as const satisfies Topic;

/** Clocks, and how the page is connected. */
export const status = {
  timeLeft: "{time} left",
  bank: "Time bank: {time}",
  bankRuns: "The time bank is running",
  noLimit: "No time limit",
  paused: "The table is paused, and so are the clocks.",
  connecting: "Connecting…",
  reconnecting: "Connection lost. Reconnecting…",
  connected: "Connected again",
  offline: "You are offline.",
  retryNow: "Try again now",
  tryingAgain: "Trying again in a moment.",
  ended: "The table is closed.",
  takenOver: "Your seat has another holder now.",
  elsewhere: "You are playing from another device. This one only watches.",
  botPlays: "A bot is playing in your place.",
  noTable: "There is no such table, or it is long gone.",
  sending: "Sending…",
} as const satisfies Topic;

/** Looking at the board. */
export const board = {
  nearer: "Closer",
  farther: "Farther away",
  all: "Show the whole board",
} as const satisfies Topic;

/** What players can say to everybody at their table, by the words of the service. */
export const emotes = {
  hello: "Hello!",
  good_luck: "Good luck!",
  thanks: "Thanks!",
  well_played: "Well played!",
  hurry: "Hurry up!",
  think: "Let me think…",
  oops: "Oops!",
  laugh: "Ha ha!",
  good_game: "Good game!",
  tranca: "It's blocked!",
  knock: "I knock.",
  last_tile: "Last tile!",
  domino: "Domino!",
  capicua: "Capicúa!",
} as const satisfies Topic;
