import type * as en from "../en/index.js";
import type { Translated } from "../text.js";

export const presets: Translated<typeof en.presets> = {
  "latin.pairs": "Domino latin par équipes",
  "latin.solo": "Domino latin, chacun pour soi",
  "classic.draw": "Classique avec pioche",
  "classic.block4": "Classique à quatre, sans pioche",
  "classic.draw4": "Classique à quatre, avec pioche",
  "chickie": "Chickie (patte de poule)",
};

export const families: Translated<typeof en.families> = {
  latin: "Tous les jeux latins",
  classic: "Tous les jeux classiques",
};

export const abouts: Translated<typeof en.abouts> = {
  "latin.pairs": "Deux contre deux, sept dominos chacun, vers la droite ; le double six commence.",
  "latin.solo": "Sept dominos chacun ; qui ne peut pas jouer en pioche un.",
  "classic.draw": "Qui ne peut pas jouer pioche jusqu’à ce qu’un domino aille.",
  "classic.block4": "Sept dominos chacun, rien à piocher : qui ne peut pas jouer passe.",
  "classic.draw4": "Cinq dominos chacun et un ossuaire où piocher.",
  "chickie": "Les doubles font des pattes de poule ; sept manches, le plus petit total gagne.",
};

export const knobs: Translated<typeof en.knobs> = {
  set_max: "Double le plus haut",
  seats: "Joueurs",
  teams: "Équipes",
  hand_size: "Dominos pour chacun",
  rotation: "Sens du jeu",
  open_first: "Qui commence la première manche",
  open_first_tile: "Premier domino de la première manche",
  open_next: "Qui commence les manches suivantes",
  open_next_tile: "Premier domino des manches suivantes",
  tile_rank: "Domino le plus haut sans double",
  shuffler: "Qui mélange",
  draw: "Quand rien ne va",
  draw_reserve: "Dominos qui restent dans l’ossuaire",
  must_play_drawn: "Un domino pioché qui va doit être posé",
  voluntary_draw: "On peut piocher même si on peut jouer",
  voluntary_pass: "On peut passer même si on peut jouer",
  spinner: "Double à quatre côtés",
  root_arms: "Côtés du double de départ",
  toes: "Doigts d’une patte",
  start_double: "Double qui commence une manche",
  start_order: "Un double qui a été sauté",
  start_none: "Quand personne n’a de double pour commencer",
  chickie_call: "Annoncer Chickie",
  dead_rule: "Quand plus rien ne peut aller",
  score_domino: "Points pour un domino",
  score_block: "Points pour un jeu bloqué",
  block_winner: "Qui gagne un jeu bloqué",
  block_tie: "Jeu bloqué à égalité",
  void_next_opener: "Qui commence après une manche annulée",
  double_blank_value: "Valeur du double blanc",
  target: "Points pour gagner",
  rounds: "Manches",
  match_tie: "Partie à égalité",
};

export const options: Translated<typeof en.options> = {
  turnLimitMs: "Temps par tour",
  firstMoveMs: "Temps pour le premier tour d’une manche",
  timeBankMs: "Réserve de temps par partie",
  incrementMs: "Ajouté à la réserve à chaque tour",
  intermissionMs: "Pause entre les manches",
  revealLimitMs: "Temps pour ouvrir sa part de la donne",
  idleLimitMs: "La table ferme après un tel temps sans coup",
  graceMs: "Un bot prend le relais après une absence de",
  botPolicy: "Bots qui prennent le relais",
  botThinkingMs: "Temps de réflexion des bots",
  emotes: "Mots que l’on peut dire",
  emotesOn: "toujours",
  emotesPauses: "entre les manches",
  never: "jamais",
  noBots: "aucun : qui part perd",
};
