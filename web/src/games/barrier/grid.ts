/** The board and the tray as fingers, keys and screen readers meet them. */
import type { Cell } from "$lib/board/cells";
import type { Choosing, Table } from "./choosing.svelte";
import { SQUARE, place, railOf, rowsOfCells, type Layout } from "./geometry";
import { cellLabel, tileLabel } from "./labels";
import { laying, sideOf } from "./view";

/** The squares, row by row as the viewer sees them. */
export function squares(
  { view, viewer, active }: Table,
  choosing: Choosing,
  turned: boolean,
  arrived: ReadonlySet<string>,
): Cell[][] {
  const here = choosing.path.at(-1);
  return rowsOfCells(turned).map((row) =>
    row.map((key) => {
      const pawn = view.pawns[key];
      const own = key === here || (pawn !== undefined && sideOf(pawn) === viewer);
      return {
        ...square(place(key, turned)),
        key,
        label: cellLabel(view, key, choosing, arrived.has(key)),
        grabs: active && own && !laying(view),
        chosen: key === here || key === choosing.square,
        plays: choosing.ends(key),
      };
    }),
  );
}

/** The viewer's tiles to lay; the key of tile 3 is `t3`. A column where the rails stand upright. */
export function tray(
  { view, viewer, active }: Table,
  choosing: Choosing,
  layout: Layout,
  turned: boolean,
): Cell[][] {
  const hand = viewer === null ? [] : (view.hands[viewer] ?? []);
  const rail = railOf(viewer === 1 ? 1 : 0, layout, turned);
  const cells = hand.map((tile) => ({
    ...square(rail.tile(tile)),
    key: `t${tile}`,
    label: tileLabel(view, viewer === 1 ? 1 : 0, tile),
    grabs: active,
    chosen: choosing.tile === tile,
    plays: choosing.square !== null,
  }));
  return layout.upright ? cells.map((cell) => [cell]) : cells.length > 0 ? [cells] : [];
}

function square({ x, y }: { x: number; y: number }): Pick<Cell, "x" | "y" | "width" | "height"> {
  return { x: x - SQUARE / 2, y: y - SQUARE / 2, width: SQUARE, height: SQUARE };
}
