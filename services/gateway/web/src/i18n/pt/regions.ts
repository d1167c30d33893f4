import type { Regions } from "../texts.js";

/** What Portugal calls differently. */
export const regions: Regions = {
  PT: {
    "words.double": "doble de {n}", "words.theDouble": "o doble de {n}",
    "words.doubleSix": "doble de seis", "words.theDoubleSix": "o doble de seis",
  },
};
