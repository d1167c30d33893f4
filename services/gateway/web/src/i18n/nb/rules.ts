import type * as en from "../en/index.js";
import type { Translated } from "../text.js";

export const presets: Translated<typeof en.presets> = {
  "latin.pairs": "Latinamerikansk domino i par",
  "latin.solo": "Latinamerikansk domino, hver for seg",
  "classic.draw": "Klassisk med trekking",
  "classic.block4": "Klassisk for fire, uten trekking",
  "classic.draw4": "Klassisk for fire, med trekking",
  "chickie": "Chickie (hønsefot)",
};

export const families: Translated<typeof en.families> = {
  latin: "Alle latinske spill",
  classic: "Alle klassiske spill",
};

export const abouts: Translated<typeof en.abouts> = {
  "latin.pairs": "To mot to, sju brikker hver, mot høyre; dobbel seks begynner.",
  "latin.solo": "Sju brikker hver; den som ikke kan legge, trekker en.",
  "classic.draw": "Den som ikke kan legge, trekker til noe passer.",
  "classic.block4": "Sju brikker hver og ingenting å trekke: den som ikke kan legge, står over.",
  "classic.draw4": "Fem brikker hver og en bunke å trekke fra.",
  "chickie": "Av doblene vokser hønseføtter; sju runder, lavest sum vinner.",
};

export const knobs: Translated<typeof en.knobs> = {
  set_max: "Høyeste dobbel",
  seats: "Spillere",
  teams: "Lag",
  hand_size: "Brikker til hver",
  rotation: "Spilleretning",
  open_first: "Hvem begynner første runde",
  open_first_tile: "Første brikke i første runde",
  open_next: "Hvem begynner de neste rundene",
  open_next_tile: "Første brikke i de neste rundene",
  tile_rank: "Høyeste brikke uten dobler",
  shuffler: "Hvem blander",
  draw: "Når ingen passer",
  draw_reserve: "Brikker som blir i bunken",
  must_play_drawn: "En trukket brikke som passer, må legges",
  voluntary_draw: "Man kan trekke selv om man kan legge",
  voluntary_pass: "Man kan stå over selv om man kan legge",
  spinner: "Dobbel med fire sider",
  root_arms: "Sidene på startdobbelen",
  toes: "Tær på en fot",
  start_double: "Dobbel som begynner en runde",
  start_order: "En dobbel som ble hoppet over",
  start_none: "Når ingen har en dobbel å begynne med",
  chickie_call: "Rope Chickie",
  dead_rule: "Når ingenting kan passe lenger",
  score_domino: "Poeng for å gå ut",
  score_block: "Poeng når spillet låses",
  block_winner: "Hvem vinner et låst spill",
  block_tie: "Låst og uavgjort",
  void_next_opener: "Hvem begynner etter en ugyldig runde",
  double_blank_value: "Hva dobbel blank teller",
  target: "Poeng for å vinne",
  rounds: "Runder",
  match_tie: "Uavgjort parti",
};

export const options: Translated<typeof en.options> = {
  turnLimitMs: "Tid for en tur",
  firstMoveMs: "Tid for første tur i en runde",
  timeBankMs: "Tidsreserve for et parti",
  incrementMs: "Legges til reserven for hver tur",
  intermissionMs: "Pause mellom rundene",
  revealLimitMs: "Tid til å åpne sin del av utdelingen",
  idleLimitMs: "Bordet stenges etter så lang tid uten trekk",
  graceMs: "En robot tar over etter et fravær på",
  botPolicy: "Roboter som tar over",
  botThinkingMs: "Tid robotene tenker",
  emotes: "Ord man kan si",
  emotesOn: "alltid",
  emotesPauses: "mellom rundene",
  never: "aldri",
  noBots: "ingen: den som går, taper",
};
