import { catalogue } from "$lib/words/words";

export const words = catalogue({
  fr: {
    ours: "Regardez à loisir : la suite vient quand vous continuez, ou dans {n} s.",
    others: "On attend {names} : la suite dans {n} s.",
  },
  en: {
    ours: "Have a look: it goes on when you do, or in {n} s.",
    others: "Waiting for {names}: it goes on in {n} s.",
  },
});
