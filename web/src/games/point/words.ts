/** The words of this board, and pawns in words. */
import { catalogue } from "$lib/words/words";
import { pawnsOf } from "./view";

export const words = catalogue({
  fr: {
    letterB: "N",
    letterW: "B",
    black: "noir",
    white: "blanc",
    blackPawns: "un pion noir|{n} pions noirs",
    whitePawns: "un pion blanc|{n} pions blancs",
    blacks: "{n} noir|{n} noirs",
    whites: "{n} blanc|{n} blancs",
    noBlack: "aucun pion noir",
    noWhite: "aucun pion blanc",
    board: "La table de Point : rangs, banque et cartes",
    bank: "Banque",
    bankHolds: "Banque : {black}, {white}",
    pile: "Pioche",
    pileHolds: "Pioche : une carte|Pioche : {n} cartes",
    rebuilt: "refaite une fois|refaite {n} fois",
    again: "refaite {n} ×",
    used: "utilisées",
    usedHolds: "Cartes utilisées : {n}",
    offer: "Carte visible",
    noOffer: "Pas de carte visible",
    offerIs: "Carte visible : {card}",
    card: "{left} égale {right}",
    cardUsable: "Carte {card} ; un endroit possible|Carte {card} ; {n} endroits possibles",
    cardUseless: "Carte {card} ; ne sert pas maintenant",
    cardPlain: "Carte {card}",
    useless: "ne sert pas",
    drawFirst: "après la pioche",
    place: "Place {n}, pion {colour}",
    placeTarget: "Place {n}, pion {colour}, se donne ici",
    row: "Rang de {name} : {row}",
    rowHidden: "Rang de {name}, posé et encore caché",
    rowMissing: "Rang de {name}, pas encore posé",
    rowEmpty: "aucun pion",
    pure: "d’une seule couleur",
    collects: "couleur : {colour}",
    collectsAnd: "{name}, couleur : {colour}",
    you: "Vous",
    after: "Après",
    afterwards: "Votre rang ensuite : {row}",
    covered: "? ? ?",
    stopped: "arrêté",
    hasStopped: "ne joue plus",
    wrongLeft: "{n} à rendre",
    cards: "une carte|{n} cartes",
    noCards: "aucune carte",
    askRow: "Composez votre rang : échangez des pions, puis posez-le.",
    askTake: "Prenez la carte visible ou piochez.",
    askTakeStop: "Prenez la carte visible, piochez ou arrêtez-vous.",
    askStop: "Piochez, ou arrêtez-vous avec votre rang d’une seule couleur.",
    askDraw: "Piochez une carte.",
    askUse: "Choisissez une carte, puis l’endroit où l’utiliser.",
    askDiscard: "Aucune carte ne peut servir : laissez-en une visible.",
    askPure: "Votre rang est d’une seule couleur : arrêtez-vous ou continuez.",
    askSwap: "Touchez le pion à échanger avec celui de la place {place}.",
    askPlace: "Choisissez l’endroit où utiliser la carte.",
    askPlay: "Jouez la carte en touchant encore cet endroit, ou changez d’avis.",
    askLeave: "Laissez cette carte visible, ou choisissez-en une autre.",
    askKeep: "Choisissez les cartes que vous gardez.",
    shuffle: "Mélanger",
    proposal: "Proposer ce rang : {row}",
    proposals: "Rangs tout prêts",
    lay: "C’est mon rang",
    play: "Jouer",
    cancel: "Annuler",
    earlier: "Endroit précédent",
    later: "Endroit suivant",
    counted: "{at} sur {n}",
    spots: "un endroit|{n} endroits",
    spotsOf: "Endroits de la carte",
    discard: "La laisser visible",
    draw: "Piocher",
    stop: "M’arrêter",
    goOn: "Continuer",
    regroup: "Regrouper…",
    regroupTitle: "Regrouper les cartes",
    regroupHow: "Touchez les cartes que vous gardez : {n} en tout. Les autres vont à {name}.",
    regroupDo: "Regrouper",
    keep: "Garder {card}",
    spokenRow: "pose {row}",
    spokenUse: "{give} contre {take}, place {place}",
    spokenTake: "prend la carte visible : {give} contre {take}, place {place}",
    briefUse: "{give} contre {take}",
    didRow: "a choisi son rang",
    didUse: "donne {give} contre {take}, place {place}",
    didTake: "prend la carte visible et donne {give} contre {take}, place {place}",
    spokenDiscard: "laisse {card} visible",
    spokenRegroup: "regroupe les cartes",
    spokenDraw: "pioche",
    spokenStop: "s’arrête",
    spokenGoOn: "continue",
  },
  en: {
    letterB: "B",
    letterW: "W",
    black: "black",
    white: "white",
    blackPawns: "one black pawn|{n} black pawns",
    whitePawns: "one white pawn|{n} white pawns",
    blacks: "{n} black|{n} black",
    whites: "{n} white|{n} white",
    noBlack: "no black pawn",
    noWhite: "no white pawn",
    board: "The Point table: rows, bank and cards",
    bank: "Bank",
    bankHolds: "Bank: {black}, {white}",
    pile: "Pile",
    pileHolds: "Pile: one card|Pile: {n} cards",
    rebuilt: "rebuilt once|rebuilt {n} times",
    again: "again × {n}",
    used: "used",
    usedHolds: "Used cards: {n}",
    offer: "Face-up card",
    noOffer: "No card left face up",
    offerIs: "Card left face up: {card}",
    card: "{left} equals {right}",
    cardUsable: "Card {card}; one possible place|Card {card}; {n} possible places",
    cardUseless: "Card {card}; of no use now",
    cardPlain: "Card {card}",
    useless: "of no use now",
    drawFirst: "once you have drawn",
    place: "Place {n}, {colour} pawn",
    placeTarget: "Place {n}, {colour} pawn, can be given here",
    row: "Row of {name}: {row}",
    rowHidden: "Row of {name}, laid out and still covered",
    rowMissing: "Row of {name}, not laid out yet",
    rowEmpty: "no pawns",
    pure: "of one colour",
    collects: "colour: {colour}",
    collectsAnd: "{name}, colour: {colour}",
    you: "You",
    after: "After",
    afterwards: "Your row afterwards: {row}",
    covered: "? ? ?",
    stopped: "stopped",
    hasStopped: "stopped",
    wrongLeft: "{n} to lose",
    cards: "one card|{n} cards",
    noCards: "no cards",
    askRow: "Arrange your row: swap pawns, then lay it out.",
    askTake: "Take the face-up card, or draw.",
    askTakeStop: "Take the face-up card, draw, or stop.",
    askStop: "Draw, or stop with your row of one colour.",
    askDraw: "Draw a card.",
    askUse: "Choose a card, then the place to use it.",
    askDiscard: "No card can be used: leave one face up.",
    askPure: "Your row is of one colour: stop or go on.",
    askSwap: "Touch the pawn to swap with the one at place {place}.",
    askPlace: "Choose where to use the card.",
    askPlay: "Play the card by touching this place again, or change your mind.",
    askLeave: "Leave this card face up, or choose another one.",
    askKeep: "Choose the cards that you keep.",
    shuffle: "Shuffle",
    proposal: "Propose this row: {row}",
    proposals: "Ready-made rows",
    lay: "This is my row",
    play: "Play",
    cancel: "Cancel",
    earlier: "Previous place",
    later: "Next place",
    counted: "{at} of {n}",
    spots: "one place|{n} places",
    spotsOf: "Places of the card",
    discard: "Leave it face up",
    draw: "Draw",
    stop: "Stop",
    goOn: "Go on",
    regroup: "Regroup…",
    regroupTitle: "Regroup the cards",
    regroupHow: "Touch the cards you keep: {n} in all. The others go to {name}.",
    regroupDo: "Regroup",
    keep: "Keep {card}",
    spokenRow: "lays out {row}",
    spokenUse: "{give} for {take}, place {place}",
    spokenTake: "takes the face-up card: {give} for {take}, place {place}",
    briefUse: "{give} for {take}",
    didRow: "has chosen a row",
    didUse: "gives {give} for {take}, place {place}",
    didTake: "takes the face-up card and gives {give} for {take}, place {place}",
    spokenDiscard: "leaves {card} face up",
    spokenRegroup: "regroups the cards",
    spokenDraw: "draws",
    spokenStop: "stops",
    spokenGoOn: "goes on",
  },
});

function runsOf(row: string): string[] {
  return row.match(/B+|W+/g) ?? [];
}

/** Pawns read out, runs counted: `2 pions noirs, un pion blanc`. */
export function inWords(row: string): string {
  const runs = runsOf(row);
  if (runs.length === 0) return words("rowEmpty");
  return runs.map((run) => words(run.startsWith("B") ? "blackPawns" : "whitePawns", { n: run.length })).join(", ");
}

/** The same in few words: `2 noirs, 1 blanc`. */
export function inShort(row: string): string {
  return runsOf(row)
    .map((run) => words(run.startsWith("B") ? "blacks" : "whites", { n: run.length }))
    .join(", ");
}

/** The colours of an arrangement one by one: `noir-blanc`. */
export function colours(text: string): string {
  return pawnsOf(text)
    .map((pawn) => words(pawn === "B" ? "black" : "white"))
    .join("-");
}

/** The same by letters: `NB`. */
export function letters(text: string): string {
  return pawnsOf(text)
    .map((pawn) => words(pawn === "B" ? "letterB" : "letterW"))
    .join("");
}

/** A card in few words: `blanc-noir = noir-blanc-blanc`. */
export function cardInShort(card: string): string {
  return card.split("=").map(colours).join(" = ");
}

/** A card read out. */
export function cardInWords(card: string): string {
  const [left = "", right = ""] = card.split("=");
  return words("card", { left: colours(left), right: colours(right) });
}
