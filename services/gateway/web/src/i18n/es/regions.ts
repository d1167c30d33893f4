import type { Regions } from "../texts.js";

/**
 * What countries call differently (L-04): the six of doubles, other doubles,
 * and a round that is blocked.
 */
export const regions: Regions = {
  CL: {
    "words.double": "chancho {n}", "words.theDouble": "el chancho {n}",
    "words.doubleSix": "chancho seis", "words.theDoubleSix": "el chancho seis",
  },
  CO: { "words.doubleSix": "marrana", "words.theDoubleSix": "la marrana" },
  DO: { "rounds.blocked": "Tranque", "knobs.score_block": "Puntos por el tranque" },
  ES: {
    "rounds.blocked": "Cierre", "rounds.blockedBy": "Cerró {who}",
    "knobs.score_block": "Puntos por el cierre", "knobs.block_winner": "Quién gana el cierre", "knobs.block_tie": "Cierre empatado",
  },
  MX: {
    "words.double": "mula de {plural}", "words.theDouble": "la mula de {plural}",
    "words.doubleSix": "mula de seises", "words.theDoubleSix": "la mula de seises",
    "rounds.blocked": "Cierre", "rounds.blockedBy": "Cerró {who}",
    "knobs.score_block": "Puntos por el cierre", "knobs.block_winner": "Quién gana el cierre", "knobs.block_tie": "Cierre empatado",
  },
  PA: {
    "words.doubleSix": "doble sena", "words.theDoubleSix": "el doble sena",
    "rounds.blocked": "Tranque", "knobs.score_block": "Puntos por el tranque",
  },
  VE: { "words.doubleSix": "cochina", "words.theDoubleSix": "la cochina" },
};
