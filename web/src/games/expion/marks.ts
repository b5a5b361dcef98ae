/** How colours are told apart: by colour, by the shape inside the glass, and by letter. */
import type { Mark } from "$lib/board/face";
import type { Letter } from "./view";
import { letterOf } from "./words";

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
