/** A game that the page has no folder for: drawn and played from the game's own description. */
import type { Face, Mark } from "../face";
import Board from "./Board.svelte";
import Plate from "./Plate.svelte";
import type { View } from "./view";
import { words } from "./words";

/** Before anything is known of the board. */
const USUAL: readonly Mark[] = [
  { colour: "blue", shape: "circle", letter: "1" },
  { colour: "yellow", shape: "square", letter: "2" },
  { colour: "red", shape: "triangle", letter: "3" },
  { colour: "green", shape: "diamond", letter: "4" },
];

export const face: Face<View> = {
  board: Board,
  plate: Plate,
  marks: (view, side) => view?.diagram.marks[side] ?? USUAL.slice(side % USUAL.length, (side % USUAL.length) + 1),
  ask: ({ chosen }) => (chosen === null ? null : words("next", { cells: chosen })),
  spoken: (move) => move,
  brief: (move) => move,
  did: ({ move }) => (move === null ? words("secret") : words("did", { move })),
};
