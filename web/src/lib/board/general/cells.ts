/** The cells to be touched, each in plain words for those who hear the board. */
import { say } from "../../words/words";
import type { Cell } from "../cells";
import type { Choice } from "./choice.svelte";
import { UNIT, type Layout } from "./layout";
import type { Diagram, Place } from "./view";
import { words } from "./words";

export function cellsOf(diagram: Diagram, layout: Layout, choice: Choice, active: boolean): Cell[][] {
  const cell = (place: Place): Cell => {
    const { x, y } = layout.at(place);
    return {
      key: place.id,
      x: x - UNIT / 2,
      y: y - UNIT / 2,
      width: UNIT,
      height: UNIT,
      label: labelOf(diagram, place, choice),
      grabs: active && choice.firsts.has(place.id) && diagram.pieces.some((piece) => piece.cell === place.id),
      chosen: choice.path.includes(place.id),
      plays: choice.plays(place.id),
    };
  };
  return layout.rows.map((row) => row.map(cell));
}

/** What is on a cell, the topmost first, and what can be done there. */
export function labelOf(diagram: Diagram, place: Place, { path, nexts }: Pick<Choice, "path" | "nexts">): string {
  const stack = diagram.pieces.filter(({ cell }) => cell === place.id).sort((one, other) => other.level - one.level);
  const cell = place.name === null ? place.id : say(place.name);
  const [top, ...under] = stack;
  const there = top === undefined ? words("empty", { cell }) : words("piece", { cell, piece: say(top.name) });
  const label = under.length === 0 ? there : words("under", { label: there, n: under.length });
  if (path.at(-1) === place.id) return words("chosen", { label });
  if (path.length > 0 && nexts.has(place.id)) return words("target", { label });
  return diagram.last.includes(place.id) ? words("last", { label }) : label;
}
