import { catalogue } from "$lib/words/words";

export const words = catalogue({
  fr: { title: "Ouvrez une boîte, jouez.", play: "Jouer", settings: "Choisir la table" },
  en: { title: "Open a box and play.", play: "Play", settings: "Set up a table" },
});
