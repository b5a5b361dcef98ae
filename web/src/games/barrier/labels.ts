/** What a player who does not see the board is told of each cell. */
import type { Choosing } from "./choosing.svelte";
import { settings } from "$lib/state/settings.svelte";
import { isCrowned, sideOf, waysOf, type Letter, type Side, type View } from "./view";
import { words } from "./words";

export function colourOf(side: Side): string {
  return words(`colour${side}`);
}

export function markOf(side: Side): string {
  return words(`mark${side}`);
}

export function pawnLabel(pawn: Letter): string {
  return words(isCrowned(pawn) ? "crowned" : "pawn", { colour: colourOf(sideOf(pawn)) });
}

/** A side's tile, and every way out that its arrow shows. */
export function tileLabel(view: View, side: Side, tile: number): string {
  const name = words("tile", { n: tile, mark: markOf(side) });
  const ways = waysOf(view, side, tile).map((way) => words(way));
  if (ways.length === 0) return name;
  return words("tileWays", { tile: name, ways: new Intl.ListFormat(settings.language, { type: "disjunction" }).format(ways) });
}

/** A square of the board: its name, what lies there, who stands there, what can be done there. */
export function cellLabel(view: View, cell: string, choosing: Choosing, arrived: boolean): string {
  const parts = [cell];
  const owner = view.owners[cell];
  const tile = view.tiles[cell];
  const pawn = view.pawns[cell];
  if (tile !== undefined) parts.push(tileLabel(view, owner === 1 ? 1 : 0, tile));
  else if (owner === 0 || owner === 1) parts.push(words("square", { mark: markOf(owner) }));
  if (pawn !== undefined) parts.push(pawnLabel(pawn));
  else if (tile === undefined && owner === undefined) parts.push(words("empty"));
  const way = choosing.next.get(cell);
  if (way !== undefined) parts.push(words(way === "jump" ? "landing" : "target"));
  if (choosing.crowning.has(cell)) parts.push(words("crowning"));
  if (choosing.tile !== null && choosing.squares.has(cell)) parts.push(words("layHere"));
  if (choosing.path.at(-1) === cell || choosing.square === cell) parts.push(words("chosen"));
  if (arrived) parts.push(words("arrived"));
  return parts.join(", ");
}
