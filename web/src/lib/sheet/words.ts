import { catalogue } from "../words/words";

export const words = catalogue({
  fr: {
    title: "Règles de {game}",
    loading: "On sort la règle…",
    none: "Il n’y a pas de règle pour ce jeu.",
    page: "Ouvrir la règle sur une page à elle, à partager",
    before: "Avant",
    after: "Après",
    player: "Joueur {n}",
  },
  en: {
    title: "Rules of {game}",
    loading: "Fetching the rules…",
    none: "There are no rules for this game.",
    page: "Open the rules on a page of their own, to share",
    before: "Before",
    after: "After",
    player: "Player {n}",
  },
});
