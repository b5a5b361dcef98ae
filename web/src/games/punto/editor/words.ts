import { catalogue } from "$lib/words/words";

export const words = catalogue({
  fr: {
    pile: "Pile du joueur {n}",
    teamPile: "Piles de l’équipe {n}",
    hand: "Main du joueur {n}",
    trophies: "Trophées du joueur {n}",
    teamTrophies: "Trophées de l’équipe {n}",
    out: "Cartes neutres hors du jeu",
    turn: "Au tour de",
    player: "Joueur {n}",
    voids: "Manches nulles de suite",
  },
  en: {
    pile: "Pile of player {n}",
    teamPile: "Piles of team {n}",
    hand: "Hand of player {n}",
    trophies: "Trophies of player {n}",
    teamTrophies: "Trophies of team {n}",
    out: "Neutral cards that left the game",
    turn: "Whose turn",
    player: "Player {n}",
    voids: "Void rounds in a row",
  },
});
