import { catalogue } from "$lib/words/words";

export const words = catalogue({
  fr: {
    ours: "Regardez à loisir : la suite vient",
    others: "On attend {names} : la suite vient d’elle-même",
    left: "dans {n} s",
  },
  en: {
    ours: "Have a look: it goes on",
    others: "Waiting for {names}: it goes on by itself",
    left: "in {n} s",
  },
});
