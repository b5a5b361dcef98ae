/** Every word of this board, and the marks by which colours are told apart: colour, shape inside the glass, letter. */
import type { Mark } from "$lib/board/face";
import { catalogue } from "$lib/words/words";
import type { Letter } from "./view";

export const words = catalogue({
  fr: {
    n: "Nord",
    e: "Est",
    s: "Sud",
    w: "Ouest",
    letter_n: "N",
    letter_e: "E",
    letter_s: "S",
    letter_w: "O",
    of_n: "de Nord",
    of_e: "d’Est",
    of_s: "de Sud",
    of_w: "d’Ouest",
    board: "Plateau d’Ex*pion",
    expion: "{cell} : l’Ex*pion",
    marble: "{cell} : bille {of}",
    camp: "{cell} : camp {of}, case vide",
    empty: "{cell} : vide",
    special: "{cell} : case spéciale, vide",
    on_special: "{label}, sur une case spéciale",
    at_home: "{label}, dans son camp",
    target: "{label}, on peut y aller",
    push: "{label}, on peut le pousser en {beyond}",
    taking: "{label} et capturer {cells}",
    chosen: "{label}, choisie",
    arrived: "{label}, vient d’arriver",
    move_one: "Déplacez une bille {of}.",
    move_two: "Déplacez une bille {of} ou {also}.",
    stuck: "Aucune de vos billes ne peut bouger : passez votre tour.",
    pass: "Passer son tour",
    passed: "passe",
    which: "Comment jouer ce coup ?",
    push_to: "Pousser l’Ex*pion en {cell}",
    push_alone: "Pousser l’Ex*pion en {cell}, sans son aide",
    with_help: "Capturer avec l’Ex*pion",
    without_help: "Refuser l’aide de l’Ex*pion",
    way: "{from} → {to}",
    way_aside: "{from} → {to}, l’Ex*pion en {rest}",
    way_alone: "{way}, sans l’aide de l’Ex*pion",
    spares: "{did} et épargne {cells}",
    and_take: "{push} et capturer {cells}",
    or: "{one} ou {other}",
    goes: "va de {from} en {to}",
    pushes: "pousse l’Ex*pion en {to}",
    captures: "{did} et capture une bille|{did} et capture {n} billes",
    ask_target: "Choisissez où va la bille de {cell}.",
    ask_expion: "On ne déplace pas l’Ex*pion : choisissez la bille qui le pousse.",
    no_retreat: "Avant toute capture, on ne recule que pour capturer.",
    retreat: "Toutes les billes peuvent reculer.",
    quiet: "{n} tour sans capture ni départ (nulle à 100).|{n} tours sans capture ni départ (nulle à 100).",
    left: "{camp} : {n} bille, dont {home} au camp|{camp} : {n} billes, dont {home} au camp",
    out: "éliminé",
  },
  en: {
    n: "North",
    e: "East",
    s: "South",
    w: "West",
    letter_n: "N",
    letter_e: "E",
    letter_s: "S",
    letter_w: "W",
    of_n: "North",
    of_e: "East",
    of_s: "South",
    of_w: "West",
    board: "The Ex*pion board",
    expion: "{cell}: the Ex*pion",
    marble: "{cell}: marble of {of}",
    camp: "{cell}: camp of {of}, empty",
    empty: "{cell}: empty",
    special: "{cell}: special cell, empty",
    on_special: "{label}, on a special cell",
    at_home: "{label}, in its camp",
    target: "{label}, you can go there",
    push: "{label}, you can push it to {beyond}",
    taking: "{label} and capture {cells}",
    chosen: "{label}, chosen",
    arrived: "{label}, has just arrived",
    move_one: "Move a marble of {of}.",
    move_two: "Move a marble of {of} or {also}.",
    stuck: "None of your marbles can move: pass.",
    pass: "Pass",
    passed: "passes",
    which: "How to play this move?",
    push_to: "Push the Ex*pion to {cell}",
    push_alone: "Push the Ex*pion to {cell}, without its help",
    with_help: "Capture with the Ex*pion",
    without_help: "Decline the Ex*pion’s help",
    way: "{from} → {to}",
    way_aside: "{from} → {to}, the Ex*pion to {rest}",
    way_alone: "{way}, without the Ex*pion’s help",
    spares: "{did} and spares {cells}",
    and_take: "{push} and capture {cells}",
    or: "{one} or {other}",
    goes: "goes from {from} to {to}",
    pushes: "pushes the Ex*pion to {to}",
    captures: "{did} and captures a marble|{did} and captures {n} marbles",
    ask_target: "Choose where the marble on {cell} goes.",
    ask_expion: "The Ex*pion is not moved by itself: choose the marble that pushes it.",
    no_retreat: "Before any capture, marbles go back only to capture.",
    retreat: "All marbles may retreat.",
    quiet:
      "{n} turn without capture or departure (a draw at 100).|{n} turns without capture or departure (a draw at 100).",
    left: "{camp}: {n} marble, {home} in camp|{camp}: {n} marbles, {home} in camp",
    out: "eliminated",
  },
});

/** The name of a camp. */
export function campName(letter: Letter): string {
  return words(letter);
}

/** The letter of a camp in the reader's language. */
export function letterOf(letter: Letter): string {
  return words(`letter_${letter}`);
}

/** « de Nord », « d’Est ». */
export function ofCamp(letter: Letter): string {
  return words(`of_${letter}`);
}

export const SHAPES: Record<Letter, Mark["shape"]> = {
  n: "circle",
  e: "square",
  s: "triangle",
  w: "diamond",
};
const COLOURS: Record<Letter, Mark["colour"]> = { n: "brown", e: "blue", s: "light", w: "green" };

/** The mark of a colour. */
export function markOf(letter: Letter): Mark {
  return { colour: COLOURS[letter], shape: SHAPES[letter], letter: letterOf(letter) };
}
