/** Barrier as the page meets it. */
import type { Face } from "$lib/board/face";
import Board from "./Board.svelte";
import Plate from "./Plate.svelte";
import { colourOf, markOf } from "./labels";
import { parse } from "./moves";
import { laying, type Side, type View } from "./view";
import { words } from "./words";

/** From so many moves without a capture or a crowning on, the count is told. */
const LONG_QUIET = 40;

type Asked = Parameters<Face<View>["ask"]>[0];

function ask({ view, options, viewer, legal }: Asked): string | null {
  if (viewer === null || legal.length === 0) return null;
  const side = viewer as Side;
  if (laying(view)) return words("askLay", { mark: markOf(side) });
  const takes = legal.filter((move) => move.includes("x")).length;
  const must = takes === legal.length && options["capture"] === "mandatory";
  const key = must ? "askMust" : takes > 0 ? "askTake" : "askMove";
  const asked = words(key, { colour: colourOf(side) });
  return view.quiet < LONG_QUIET ? asked : `${asked} ${words("quiet", { n: view.quiet })}`;
}

function spoken(text: string): string {
  const move = parse(text);
  if (move === null) return text;
  if (move.kind === "lay") return words("spokenLay", { tile: move.tile, cell: move.at });
  return words(move.kind === "jump" ? "spokenJump" : "spokenStep", { path: move.path.join(" → ") });
}

export const face: Face<View> = {
  board: Board,
  plate: Plate,
  marks: (_view, side) =>
    side === 0
      ? [{ colour: "yellow", shape: "diamond", letter: words("letter0") }]
      : [{ colour: "light", shape: "circle", letter: words("letter1") }],
  ask,
  spoken,
  sound: (events) => (events.some(({ type }) => type === "captured") ? "glass" : "wood"),
  private: () => false,
};
