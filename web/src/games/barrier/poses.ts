/** Where every piece is drawn: where it lies, or where the player has it just now. */
import type { Drag } from "$lib/board/cells";
import { ON_TILE, place, railOf, type Layout } from "./geometry";
import { parse } from "./moves";
import type { Pose } from "./motion";
import type { Pawn } from "./pieces";
import type { Tile } from "./stage";
import type { View } from "./view";

/** What the viewer does with the pieces just now. */
export interface Seen {
  layout: Layout;
  tiles: View["tiles"];
  turned: boolean;
  drag: Drag | null;
  path: readonly string[];
  tile: number | null;
  sent: string | null;
}

const LIFTED = 1.1;

export function pawnPose(pawn: Pawn, seen: Seen): Pose {
  const { turned, drag, path } = seen;
  if (pawn.at === null) {
    const rail = railOf(pawn.side === 0 ? 1 : 0, seen.layout, turned);
    return { ...rail.pawn(pawn.slot), scale: rail.pawnScale };
  }
  if (pawn.at !== path[0]) return standing(pawn.at, seen);
  if (drag !== null && drag.from === path.at(-1)) return { x: drag.x, y: drag.y, scale: LIFTED };
  return standing(path.at(-1) ?? pawn.at, seen);
}

function standing(cell: string, { tiles, turned }: Pick<Seen, "tiles" | "turned">): Pose {
  return { ...place(cell, turned), scale: cell in tiles ? ON_TILE : 1 };
}

/** The squares that a pawn passed before it reached the one where it stands. */
export function passed(pawn: Pawn, seen: Seen): Pose[] {
  return pawn.via.slice(0, -1).map((cell) => standing(cell, seen));
}

export function tilePose(tile: Tile, seen: Seen, viewer: number | null): Pose {
  const { turned, drag, sent } = seen;
  if (tile.at !== null) return { ...place(tile.at, turned), scale: 1 };
  const rail = railOf(tile.side, seen.layout, turned);
  if (tile.side === viewer) {
    if (drag?.from === `t${tile.number}`) return { x: drag.x, y: drag.y, scale: 1 };
    const move = sent === null ? null : parse(sent);
    if (move?.kind === "lay" && move.tile === tile.number) return { ...place(move.at, turned), scale: 1 };
  }
  return { ...rail.tile(tile.number), scale: rail.tileScale };
}
