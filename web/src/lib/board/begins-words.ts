import { catalogue } from "$lib/words/words";

export const words = catalogue({
  fr: {
    made: "La partie commence par une position composée : son auteur en connaît tout, même ce qui est caché aux autres.",
    continued:
      "La partie reprend une autre partie, après {n} coup.|La partie reprend une autre partie, après {n} coups.",
    fromStart: "La partie reprend une autre partie, à son début.",
    redrawn: "Ce qui y était caché ou restait à tirer est tiré de nouveau.",
    unrated: "Elle n’est pas classée.",
    there: "Voir cette partie",
  },
  en: {
    made: "The match begins in a position that somebody made, who knows all of it, even what is hidden from others.",
    continued:
      "The match plays on from another one, after {n} move.|The match plays on from another one, after {n} moves.",
    fromStart: "The match plays on from the beginning of another one.",
    redrawn: "What was hidden there or had yet to be drawn is drawn anew.",
    unrated: "It is not rated.",
    there: "Look at that match",
  },
});
