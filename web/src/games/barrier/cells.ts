/** The board and the tray as fingers, keys and screen readers meet them. */
import type { Cell } from "$lib/board/cells";
import { settings } from "$lib/state/settings.svelte";
import type { BoardProps } from "$lib/board/face";
import type { Choice } from "./choice.svelte";
import { place, railOf, rowsOfCells, SQUARE, type Layout } from "./layout";
import { isCrowned, laying, sideOf, waysOf, type Happening, type Letter, type Side, type View } from "./view";
import { colourOf, markOf, words } from "./words";

/** The squares, row by row as the viewer sees them. */
export function squares(
  { view, viewer, active }: BoardProps<View, Happening>,
  choice: Choice,
  turned: boolean,
  arrived: ReadonlySet<string>,
): Cell[][] {
  const here = choice.path.at(-1);
  return rowsOfCells(turned).map((row) =>
    row.map((key) => {
      const pawn = view.pawns[key];
      const own = key === here || (pawn !== undefined && sideOf(pawn) === viewer);
      return {
        ...square(place(key, turned)),
        key,
        label: cellLabel(view, key, choice, arrived.has(key)),
        grabs: active && own && !laying(view),
        chosen: key === here || key === choice.square,
        plays: choice.ends(key),
      };
    }),
  );
}

/** The viewer's tiles to lay; the key of tile 3 is `t3`. A column where the rails stand upright. */
export function tray(
  { view, viewer, active }: BoardProps<View, Happening>,
  choice: Choice,
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
    chosen: choice.tile === tile,
    plays: choice.square !== null,
  }));
  return layout.upright ? cells.map((cell) => [cell]) : cells.length > 0 ? [cells] : [];
}

function square({ x, y }: { x: number; y: number }): Pick<Cell, "x" | "y" | "width" | "height"> {
  return { x: x - SQUARE / 2, y: y - SQUARE / 2, width: SQUARE, height: SQUARE };
}

export function pawnLabel(pawn: Letter): string {
  return words(isCrowned(pawn) ? "crowned" : "pawn", { colour: colourOf(sideOf(pawn)) });
}

/** A side's tile, and every way out that its arrow shows. */
export function tileLabel(view: View, side: Side, tile: number): string {
  const name = words("tile", { n: tile, mark: markOf(side) });
  const ways = waysOf(view, side, tile).map((way) => words(way));
  if (ways.length === 0) return name;
  return words("tileWays", {
    tile: name,
    ways: new Intl.ListFormat(settings.language, { type: "disjunction" }).format(ways),
  });
}

/** A square of the board: its name, what lies there, who stands there, what can be done there. */
export function cellLabel(view: View, cell: string, choice: Choice, arrived: boolean): string {
  const parts = [cell];
  const owner = view.owners[cell];
  const tile = view.tiles[cell];
  const pawn = view.pawns[cell];
  if (tile !== undefined) parts.push(tileLabel(view, owner === 1 ? 1 : 0, tile));
  else if (owner === 0 || owner === 1) parts.push(words("square", { mark: markOf(owner) }));
  if (pawn !== undefined) parts.push(pawnLabel(pawn));
  else if (tile === undefined && owner === undefined) parts.push(words("empty"));
  const way = choice.next.get(cell);
  if (way !== undefined) parts.push(words(way === "jump" ? "landing" : "target"));
  if (choice.crowning.has(cell)) parts.push(words("crowning"));
  if (choice.tile !== null && choice.squares.has(cell)) parts.push(words("layHere"));
  if (choice.path.at(-1) === cell || choice.square === cell) parts.push(words("chosen"));
  if (arrived) parts.push(words("arrived"));
  return parts.join(", ");
}
