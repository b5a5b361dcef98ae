import { catalogue } from "../words/words";

export const words = catalogue({
  fr: {
    pace: "La maison joue",
    paceHelp: "Le temps qu’elle prend au moins, pour qu’on puisse suivre ses coups.",
    atOnce: "aussitôt",
    seconds: "en {time} s",
    usual: "en {time} s (d’habitude)",
  },
  en: {
    pace: "The house moves",
    paceHelp: "The time it takes at least, so that one can follow its moves.",
    atOnce: "at once",
    seconds: "in {time} s",
    usual: "in {time} s (as a rule)",
  },
});
