import { catalogue } from "../words/words";

export const words = catalogue({
  fr: {
    pace: "La maison joue",
    paceHelp: "Le temps qu’elle prend au moins, pour qu’on puisse suivre ses coups.",
    atOnce: "aussitôt",
    seconds: "après {time} s",
    usual: "après {time} s (usuel)",
  },
  en: {
    pace: "The house moves",
    paceHelp: "The time it takes at least, so that one can follow its moves.",
    atOnce: "at once",
    seconds: "after {time} s",
    usual: "after {time} s (usual)",
  },
});
