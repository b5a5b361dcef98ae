/** Ex*pion, as the page shows it. */
import type { Deed, Face } from "$lib/board/face";
import Board from "./Board.svelte";
import { declines, PASS, readMove, trailOf } from "./moves";
import Plate from "./Plate.svelte";
import { campsOf, coloursOf, type Happening, type View } from "./view";
import { markOf, ofCamp, words } from "./words";

export const face: Face<View, Happening> = {
  board: Board,
  plate: Plate,
  shape: { desk: 0.82, phone: 0.84 },
  marks: (view, side, _options, seat) =>
    (view === null || seat === undefined ? coloursOf(side) : campsOf(view, seat)).map(markOf),
  ask: ({ view, viewer, legal, chosen }) => {
    if (viewer === null || legal.length === 0) return null;
    if (legal.includes(PASS)) return words("stuck");
    if (chosen !== null) return words(chosen === view.expion ? "ask_expion" : "ask_target", { cell: chosen });
    const [one, two] = campsOf(view, viewer);
    if (one === undefined) return null;
    if (two === undefined) return words("move_one", { of: ofCamp(one) });
    return words("move_two", { of: ofCamp(one), also: ofCamp(two) });
  },
  spoken: (move) => {
    const way = readMove(move);
    if (way === null) return words("passed");
    const { from, to, rest } = way;
    const gone = rest === undefined ? words("way", { from, to }) : words("way_aside", { from, to, rest });
    return declines(move) ? words("way_alone", { way: gone }) : gone;
  },
  brief: (move) => {
    const way = readMove(move);
    if (way === null) return words("passed");
    const aside = way.rest === undefined ? "" : `›${way.rest}`;
    return `${way.from}–${way.to}${aside}${declines(move) ? "~" : ""}`;
  },
  did,
  still: true,
  mover: (events) => {
    const moved = events.find((event) => event.type === "moved");
    return moved === undefined ? null : markOf(moved.marble);
  },
  sound: (events) => (events.some(({ type }) => type === "captured" || type === "pushed") ? "glass" : "wood"),
};

/** What somebody did: va de e9 en e8 et capture une bille. */
export function did({ move, events }: Deed<Happening>): string {
  const trail = trailOf(events, move);
  if (trail === null) return words("passed");
  const { from, to, pushed, captures, spared } = trail;
  const gone = pushed === null ? words("goes", { from, to }) : words("pushes", { to: pushed });
  const did = captures.length === 0 ? gone : words("captures", { did: gone, n: captures.length });
  return spared.length === 0 ? did : words("spares", { did, cells: spared.join(", ") });
}
