import type * as en from "../en/index.js";
import type { Translated } from "../text.js";

export const presets: Translated<typeof en.presets> = {
  "latin.pairs": "Dominó por parejas",
  "latin.solo": "Dominó individual",
  "classic.draw": "Clásico con pozo",
  "classic.block4": "Clásico de cuatro, sin robar",
  "classic.draw4": "Clásico de cuatro, con pozo",
  "chickie": "Chickie (pata de gallina)",
};

export const families: Translated<typeof en.families> = {
  latin: "Todos los latinos",
  classic: "Todos los clásicos",
};

export const abouts: Translated<typeof en.abouts> = {
  "latin.pairs": "Dos contra dos, siete fichas cada uno, hacia la derecha; sale el doble seis.",
  "latin.solo": "Siete fichas cada uno; quien no puede jugar roba una.",
  "classic.draw": "Quien no puede jugar roba hasta que una vaya.",
  "classic.block4": "Siete fichas cada uno y nada que robar: quien no puede jugar pasa.",
  "classic.draw4": "Cinco fichas cada uno y un pozo de donde robar.",
  "chickie": "De los dobles salen patas de gallina; siete rondas, gana quien suma menos.",
};

export const knobs: Translated<typeof en.knobs> = {
  set_max: "Doble más alto",
  seats: "Jugadores",
  teams: "Equipos",
  hand_size: "Fichas para cada uno",
  rotation: "Sentido del juego",
  open_first: "Quién sale en la primera ronda",
  open_first_tile: "Salida de la primera ronda",
  open_next: "Quién sale en las rondas siguientes",
  open_next_tile: "Salida de las rondas siguientes",
  tile_rank: "Ficha más alta si no hay dobles",
  shuffler: "Quién hace la sopa",
  draw: "Si no va ninguna",
  draw_reserve: "Fichas que se quedan en el pozo",
  must_play_drawn: "La ficha robada que va se juega",
  voluntary_draw: "Se puede robar aunque se pueda jugar",
  voluntary_pass: "Se puede pasar aunque se pueda jugar",
  spinner: "Doble de cuatro lados",
  root_arms: "Lados del doble inicial",
  toes: "Dedos de una pata",
  start_double: "Doble que empieza una ronda",
  start_order: "Un doble que se saltó",
  start_none: "Si nadie tiene un doble para empezar",
  chickie_call: "Cantar Chickie",
  dead_rule: "Cuando ya no puede ir ninguna",
  score_domino: "Puntos por dominar",
  score_block: "Puntos por la tranca",
  block_winner: "Quién gana la tranca",
  block_tie: "Tranca empatada",
  void_next_opener: "Quién sale después de una ronda nula",
  double_blank_value: "Lo que vale el doble blanca",
  target: "Puntos para ganar",
  rounds: "Rondas",
  match_tie: "Partida empatada",
};

export const options: Translated<typeof en.options> = {
  turnLimitMs: "Tiempo por turno",
  firstMoveMs: "Tiempo para la salida de cada ronda",
  timeBankMs: "Reserva de tiempo por partida",
  incrementMs: "Se suma a la reserva en cada turno",
  intermissionMs: "Pausa entre rondas",
  revealLimitMs: "Tiempo para abrir la parte del reparto",
  idleLimitMs: "La mesa se cierra tras tanto tiempo sin jugar",
  graceMs: "Un bot toma el relevo tras una ausencia de",
  botPolicy: "Bots que toman el relevo",
  botThinkingMs: "Tiempo que piensan los bots",
  emotes: "Palabras que se pueden decir",
  emotesOn: "siempre",
  emotesPauses: "entre rondas",
  never: "nunca",
  noBots: "ninguno: quien se levanta pierde",
};
