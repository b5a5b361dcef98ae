/** The cells to be touched, each in plain words for those who hear the board. */
import type { Cell } from "$lib/board/cells";
import type { Choice } from "./choice.svelte";
import { beyond, campOf, CELL, place, rowsOf } from "./layout";
import type { Capture } from "./moves";
import type { View } from "./view";
import { ofCamp, words } from "./words";

/** Every cell as it lies, row by row; what stands on one can be picked up if it is one's turn. */
export function cellsOf(
  view: View,
  turn: number,
  { held: chosen, rests }: Pick<Choice, "held" | "rests">,
  targets: ReadonlySet<string>,
  active: boolean,
  takes: ReadonlyMap<string, readonly Capture[]>,
  arrived: ReadonlySet<string>,
): Cell[][] {
  const cell = (key: string): Cell => {
    const { x, y } = place(key, turn);
    return {
      key,
      x: x - CELL / 2,
      y: y - CELL / 2,
      width: CELL,
      height: CELL,
      label: arrivedOf(takingOf(labelOf(view, key, chosen, targets, rests), takes.get(key)), arrived.has(key)),
      grabs: active && (key === view.expion || view.marbles[key] !== undefined),
      chosen: key === chosen,
      plays: chosen !== null && targets.has(key),
    };
  };
  return rowsOf(turn).map((row) => row.map(cell));
}

/** What is on a cell, and what can be done there with the chosen marble. */
export function labelOf(
  view: View,
  cell: string,
  chosen: string | null,
  targets: ReadonlySet<string>,
  rests: readonly string[] = [],
): string {
  const label = contents(view, cell);
  if (cell === chosen) return words("chosen", { label });
  if (chosen === null || !targets.has(cell)) return label;
  if (cell !== view.expion) return words("target", { label });
  const ways = rests.length > 0 ? rests : [beyond(chosen, cell) ?? ""];
  return words("push", { label, beyond: ways.reduce((one, other) => words("or", { one, other })) });
}

/** With the news that a marble has just come there. */
function arrivedOf(label: string, arrived: boolean): string {
  return arrived ? words("arrived", { label }) : label;
}

/** With what a move there would capture. */
function takingOf(label: string, captures: readonly Capture[] | undefined): string {
  if (captures === undefined) return label;
  return words("taking", { label, cells: captures.map(({ at }) => at).join(", ") });
}

function contents(view: View, cell: string): string {
  if (cell === view.expion) return words("expion", { cell });
  const letter = view.marbles[cell];
  const camp = campOf(cell);
  const special = view.special.includes(cell);
  if (letter !== undefined) {
    const label = words("marble", { cell, of: ofCamp(letter) });
    if (camp !== null) return words("at_home", { label });
    return special ? words("on_special", { label }) : label;
  }
  if (camp !== null) return words("camp", { cell, of: ofCamp(camp) });
  return words(special ? "special" : "empty", { cell });
}
