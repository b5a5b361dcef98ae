/** Cells in plain words, for those who hear the board. */
import { beyond, campOf } from "./geometry";
import type { View } from "./view";
import { ofCamp, words } from "./words";

/** What is on a cell, and what can be done there with the chosen marble. */
export function labelOf(
  view: View,
  cell: string,
  chosen: string | null,
  targets: ReadonlySet<string>,
): string {
  const label = contents(view, cell);
  if (cell === chosen) return words("chosen", { label });
  if (chosen === null || !targets.has(cell)) return label;
  if (cell !== view.expion) return words("target", { label });
  return words("push", { label, beyond: beyond(chosen, cell) ?? "" });
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
