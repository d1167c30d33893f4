import type * as en from "../en/index.js";
import type { Translated } from "../text.js";

export const presets: Translated<typeof en.presets> = {
  "latin.pairs": "Dominó em duplas",
  "latin.solo": "Dominó individual",
  "classic.draw": "Clássico com compra",
  "classic.block4": "Clássico a quatro, sem compra",
  "classic.draw4": "Clássico a quatro, com compra",
  "chickie": "Chickie (pé de galinha)",
};

export const families: Translated<typeof en.families> = {
  latin: "Todos os latinos",
  classic: "Todos os clássicos",
};

export const abouts: Translated<typeof en.abouts> = {
  "latin.pairs": "Dois contra dois, sete pedras cada um, para a direita; sai a carroça de seis.",
  "latin.solo": "Sete pedras cada um; quem não pode jogar compra uma.",
  "classic.draw": "Quem não pode jogar compra até caber uma.",
  "classic.block4": "Sete pedras cada um e nada para comprar: quem não pode jogar passa.",
  "classic.draw4": "Cinco pedras cada um e um monte para comprar.",
  "chickie": "Das carroças crescem pés de galinha; sete rodadas, ganha quem somar menos.",
};

export const knobs: Translated<typeof en.knobs> = {
  set_max: "Carroça mais alta",
  seats: "Jogadores",
  teams: "Times",
  hand_size: "Pedras para cada um",
  rotation: "Sentido do jogo",
  open_first: "Quem sai na primeira rodada",
  open_first_tile: "Saída da primeira rodada",
  open_next: "Quem sai nas rodadas seguintes",
  open_next_tile: "Saída das rodadas seguintes",
  tile_rank: "Pedra mais alta quando não há carroça",
  shuffler: "Quem embaralha",
  draw: "Quando nenhuma cabe",
  draw_reserve: "Pedras que ficam no monte",
  must_play_drawn: "A pedra comprada que cabe deve ser jogada",
  voluntary_draw: "Pode comprar mesmo podendo jogar",
  voluntary_pass: "Pode passar mesmo podendo jogar",
  spinner: "Carroça de quatro lados",
  root_arms: "Lados da carroça inicial",
  toes: "Dedos de um pé",
  start_double: "Carroça que começa uma rodada",
  start_order: "Uma carroça que foi pulada",
  start_none: "Quando ninguém tem carroça para começar",
  chickie_call: "Cantar Chickie",
  dead_rule: "Quando já não cabe nenhuma",
  score_domino: "Pontos por bater",
  score_block: "Pontos por fechar o jogo",
  block_winner: "Quem ganha o jogo fechado",
  block_tie: "Jogo fechado empatado",
  void_next_opener: "Quem sai depois de uma rodada anulada",
  double_blank_value: "Valor da carroça de branco",
  target: "Pontos para ganhar",
  rounds: "Rodadas",
  match_tie: "Partida empatada",
};

export const options: Translated<typeof en.options> = {
  turnLimitMs: "Tempo por vez",
  firstMoveMs: "Tempo para a saída de cada rodada",
  timeBankMs: "Reserva de tempo por partida",
  incrementMs: "Somado à reserva a cada vez",
  intermissionMs: "Pausa entre as rodadas",
  revealLimitMs: "Tempo para abrir a parte da distribuição",
  idleLimitMs: "A mesa fecha depois de tanto tempo sem jogada",
  graceMs: "Um robô assume depois de uma ausência de",
  botPolicy: "Robôs que assumem",
  botThinkingMs: "Tempo que os robôs pensam",
  emotes: "Palavras que se podem dizer",
  emotesOn: "sempre",
  emotesPauses: "entre as rodadas",
  never: "nunca",
  noBots: "nenhum: quem sai perde",
};
