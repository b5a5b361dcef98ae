import { catalogue } from "$lib/words/words";

export const words = catalogue({
  fr: {
    ours: "La suite vient d’elle-même",
    others: "On attend {names} : la suite vient d’elle-même",
    left: "dans {n} s",
  },
  en: {
    ours: "It goes on by itself",
    others: "Waiting for {names}: it goes on by itself",
    left: "in {n} s",
  },
});
