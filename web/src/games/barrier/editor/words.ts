import { catalogue } from "$lib/words/words";

export const words = catalogue({
  fr: {
    pawns: "Pions",
    tiles: "Carreaux",
    tile: "carreau {n}",
    turn: "Au tour de",
    quiet: "Coups sans prise ni couronnement",
    at: "{cell} : {what}",
    empty: "{cell} : vide",
    and: "{one}, {other}",
  },
  en: {
    pawns: "Pawns",
    tiles: "Tiles",
    tile: "tile {n}",
    turn: "Whose turn",
    quiet: "Moves without a capture or a crowning",
    at: "{cell}: {what}",
    empty: "{cell}: empty",
    and: "{one}, {other}",
  },
});
