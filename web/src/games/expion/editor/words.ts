import { catalogue } from "$lib/words/words";

export const words = catalogue({
  fr: {
    marbles: "Billes",
    marble: "bille {of}",
    expion: "l’Ex*pion",
    cycle: "Au tour de",
    quiet: "Tours sans capture ni sortie de camp",
  },
  en: {
    marbles: "Marbles",
    marble: "marble {of}",
    expion: "the Ex*pion",
    cycle: "Whose turn",
    quiet: "Turns without capture or departure from camp",
  },
});
