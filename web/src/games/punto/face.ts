/** Punto as the page meets it. */
import type { Face } from "$lib/board/face";
import Board from "./Board.svelte";
import { placesFor } from "./moves";
import Plate from "./Plate.svelte";
import type { Happening, View } from "./view";
import {
  askedOf,
  cardInWords,
  deedInWords,
  endedInWords,
  marksOf,
  moveInShort,
  moveInWords,
  skippedInWords,
  words,
} from "./words";

export const face: Face<View, Happening> = {
  board: Board,
  plate: Plate,
  shape: { desk: 0.86, phone: 0.86 },
  marks: marksOf,
  still: true, // the cloth lies the same for everybody; only the hand beside it is whoever's turn it is
  ask({ view, viewer, legal, chosen }) {
    const cards = new Set(viewer === null ? [] : view.hands[viewer]);
    const [card] = cards;
    if (card === undefined || legal.length === 0) return null;
    if (cards.size > 1) return askedOf(chosen);
    const first = Object.keys(view.board).length === 0 && placesFor(legal, card).size === 1;
    return words(first ? "ask_middle" : "ask", { card: cardInWords(card, true) });
  },
  spoken: moveInWords,
  brief: moveInShort,
  did: deedInWords,
  beside: skippedInWords,
  ended: endedInWords,
  takes: (events) => events.filter((event) => event.type === "placed" && event.covered !== null).length,
  took: (count) => words("covering", { n: count }),
  sound: (events) =>
    events.some(({ type }) => type === "round_won" || type === "line")
      ? "chime"
      : events.some(({ type }) => type === "placed" || type === "turned")
        ? "paper"
        : null,
};
