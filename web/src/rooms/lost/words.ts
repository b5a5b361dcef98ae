import { catalogue } from "$lib/words/words";

export const words = catalogue({
  fr: {
    title: "Il n’y a pas de pièce ici.",
    help: "L’adresse est incomplète, ou la table n’existe plus.",
    home: "Voir les jeux",
  },
  en: {
    title: "There is no room here.",
    help: "The address is incomplete, or the table is gone.",
    home: "See the games",
  },
});
