/** How colours and sides are told apart: colour, shape and letter. */
import type { Mark } from "$lib/board/face";
import { coloursOf, type Letter, type View } from "./view";
import { initial } from "./words";

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
