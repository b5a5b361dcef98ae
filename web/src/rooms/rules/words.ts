import { catalogue } from "$lib/words/words";

export const words = catalogue({
  fr: {
    loading: "On sort la règle…",
    none: "Il n’y a pas de règle pour ce jeu.",
    contents: "Sommaire",
    learn: "Apprendre en jouant",
    play: "Choisir une table",
    title: "Règles de {game}",
    home: "Voir les jeux",
  },
  en: {
    loading: "Fetching the rules…",
    none: "There are no rules for this game.",
    contents: "Contents",
    learn: "Learn by playing",
    play: "Set up a table",
    title: "Rules of {game}",
    home: "See the games",
  },
});
