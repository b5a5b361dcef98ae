/** Every word of Punto's board, and the marks by which colours and sides are told apart. */
import type { Deed, Mark, Sitter } from "$lib/board/face";
import { catalogue } from "$lib/words/words";
import { readMove } from "./moves";
import { coloursOf, readCard, squareOf, type Happening, type Letter, type View } from "./view";

export const words = catalogue({
  fr: {
    r: "rouge",
    g: "vert",
    b: "bleu",
    y: "jaune",
    initial_r: "R",
    initial_g: "V",
    initial_b: "B",
    initial_y: "J",
    card: "{value} {colour}",
    the_card: "le {value} {colour}",
    hidden: "carte cachée",
    move: "{card} en {place}",
    laid: "pose {card} en {place}",
    covered: "couvre {under} avec {card} en {place}",
    covering: "en couvrant une carte|en couvrant {n} cartes",
    ends_round: "{did} et finit la manche",
    skips: "{did} ({skipped})",
    skipped: "Joueur {seat} n’a plus de carte et passe",
    no_card: "Plus de carte : passe",
    cloth: "La table de Punto",
    hand: "Votre main",
    empty: "{place} : libre",
    top: "{place} : {card}",
    stacked: "{place} : {card}, sur une carte|{place} : {card}, sur {n} cartes",
    last: "{cell}, vient d’être posée",
    allowed: "{cell}, permis",
    ask: "Posez {card}.",
    ask_middle: "Posez {card} au milieu de la table.",
    ask_choice: "Choisissez une de vos deux cartes, puis sa place.",
    ask_place: "Choisissez où va {card}.",
    ask_card: "Choisissez la carte qui va en {place}.",
    neutral: "neutre",
    yours: "votre couleur|vos couleurs",
    coloursOf: "La couleur de {name}|Les couleurs de {name}",
    pile: "Pile : {n}",
    in_hand: "En main : {n}",
    turned: "A retourné {card}",
    rounds: "Manches gagnées : {n} sur {of}",
    trophies: "Trophées : {cards}",
    and: "{one} et {other}",
    won: "{name} gagne la manche.",
    won_by_team: "{name} gagnent la manche.",
    won_by_you: "Vous gagnez la manche !",
    won_by_us: "Votre équipe gagne la manche !",
    trophy: "Trophée : {card}",
    blocked: "{name} ne pouvait rien poser.",
    void: "Manche nulle : personne ne la gagne.",
    go_on: "Continuer",
    waits: "On attend {name}",
  },
  en: {
    r: "red",
    g: "green",
    b: "blue",
    y: "yellow",
    initial_r: "R",
    initial_g: "G",
    initial_b: "B",
    initial_y: "Y",
    card: "{colour} {value}",
    the_card: "the {colour} {value}",
    hidden: "hidden card",
    move: "{card} on {place}",
    laid: "places {card} on {place}",
    covered: "covers {under} with {card} on {place}",
    covering: "covering a card|covering {n} cards",
    ends_round: "{did} and ends the round",
    skips: "{did} ({skipped})",
    skipped: "Player {seat} has no card left and is passed over",
    no_card: "No card left: passed over",
    cloth: "The Punto table",
    hand: "Your hand",
    empty: "{place}: free",
    top: "{place}: {card}",
    stacked: "{place}: {card}, on one card|{place}: {card}, on {n} cards",
    last: "{cell}, just placed",
    allowed: "{cell}, allowed",
    ask: "Place {card}.",
    ask_middle: "Place {card} in the middle of the table.",
    ask_choice: "Choose one of your two cards, then its place.",
    ask_place: "Choose where {card} goes.",
    ask_card: "Choose the card that goes to {place}.",
    neutral: "neutral",
    yours: "your colour|your colours",
    coloursOf: "{name}’s colour|{name}’s colours",
    pile: "Pile: {n}",
    in_hand: "In hand: {n}",
    turned: "Turned over {card}",
    rounds: "Rounds won: {n} of {of}",
    trophies: "Trophies: {cards}",
    and: "{one} and {other}",
    won: "{name} wins the round.",
    won_by_team: "{name} win the round.",
    won_by_you: "You win the round!",
    won_by_us: "Your team wins the round!",
    trophy: "Trophy: {card}",
    blocked: "{name} could not place a card.",
    void: "A void round: nobody wins it.",
    go_on: "Continue",
    waits: "Waiting for {name}",
  },
});

/** The letter that tells a colour in the reader's language. */
export function initial(letter: Letter): string {
  return words(`initial_${letter}`);
}

/** A card in words: 5 rouge; with its article where a sentence needs one. */
export function cardInWords(text: string, article = false): string {
  const card = readCard(text);
  if (card === null) return words("hidden");
  return words(article ? "the_card" : "card", { value: card.value, colour: words(card.letter) });
}

/** A move as people read it: 5 rouge en e8. */
export function moveInWords(text: string): string {
  const move = readMove(text);
  if (move === null) return text;
  return words("move", { card: cardInWords(move.card), place: squareOf(move.at) });
}

/** The same in few signs: 5R e8. */
export function moveInShort(text: string): string {
  const move = readMove(text);
  const card = readCard(move?.card ?? "");
  if (move === null || card === null) return text;
  return `${card.value}${initial(card.letter)}\u00a0${squareOf(move.at)}`;
}

/** What somebody did: pose le 5 rouge en e8. */
export function deedInWords({ move: text, events }: Deed<Happening>): string {
  const move = readMove(text ?? "");
  if (move === null) return text ?? "";
  const covered = events.find((event) => event.type === "placed")?.covered ?? null;
  const values = { card: cardInWords(move.card, true), place: squareOf(move.at) };
  const did =
    covered === null ? words("laid", values) : words("covered", { ...values, under: cardInWords(covered, true) });
  if (events.some(({ type }) => type === "round_won" || type === "void")) return words("ends_round", { did });
  const skipped = skippedInWords(events);
  return skipped === null ? did : words("skips", { did, skipped });
}

/** Who won a round; null: nobody did. */
export function roundInWords(side: number | null, sitters: readonly Sitter[], viewer: number | null): string {
  if (side === null) return words("void");
  const winners = sitters.filter((sitter) => sitter.side === side);
  if (winners.some(({ seat }) => seat === viewer)) return words(winners.length > 1 ? "won_by_us" : "won_by_you");
  const [one = "", other] = winners.map(({ name }) => name);
  return other === undefined
    ? words("won", { name: one })
    : words("won_by_team", { name: words("and", { one, other }) });
}

/** The same of the round that a move ended, for whoever is alone before this screen. */
export function endedInWords(events: readonly Happening[], sitters: readonly Sitter[]): string | null {
  const ending = events.find((event) => event.type === "round_won" || event.type === "void");
  if (ending === undefined) return null;
  const [own, another] = sitters.filter(({ yours }) => yours);
  const viewer = another === undefined ? (own?.seat ?? null) : null;
  return roundInWords(ending.type === "void" ? null : ending.side, sitters, viewer);
}

/** Who was passed over without a card: Joueur 3 n’a plus de carte et passe. */
export function skippedInWords(events: readonly Happening[]): string | null {
  const seats = events.filter((event) => event.type === "skipped").map(({ seat }) => seat + 1);
  return seats.length === 0 ? null : seats.map((seat) => words("skipped", { seat })).join(", ");
}

/** What comes next for one with two cards, when a card (`r5@`) or a place (`@0,0`) is chosen. */
export function askedOf(chosen: string | null): string {
  const [card = "", place = ""] = (chosen ?? "").split("@");
  if (card !== "") return words("ask_place", { card: cardInWords(card, true) });
  return place === "" ? words("ask_choice") : words("ask_card", { place: squareOf(place) });
}

/** A stack of cards in a place, for those who listen. */
export function stackInWords(at: string, stack: readonly string[] | undefined): string {
  const place = squareOf(at);
  const top = stack?.at(-1);
  if (stack === undefined || top === undefined) return words("empty", { place });
  const card = cardInWords(top);
  const n = stack.length - 1;
  return n === 0 ? words("top", { place, card }) : words("stacked", { place, card, n });
}

/** Several cards, one after another. */
export function cardsInWords(cards: readonly string[]): string {
  return cards.map((card) => cardInWords(card)).join(", ");
}

const SHAPES = {
  r: { colour: "red", shape: "circle" },
  g: { colour: "green", shape: "triangle" },
  b: { colour: "blue", shape: "square" },
  y: { colour: "yellow", shape: "diamond" },
} as const;

export function markOf(letter: Letter): Mark {
  return { ...SHAPES[letter], letter: initial(letter) };
}

/** The marks of a side: its colours, or before they are drawn by lot its number. */
export function marksOf(view: View | null, side: number): Mark[] {
  if (view !== null) return coloursOf(view, side).map(markOf);
  const shapes: Mark["shape"][] = ["circle", "triangle", "square", "diamond"];
  return [{ colour: "dark", shape: shapes[side] ?? "circle", letter: String(side + 1) }];
}
