/** Barrier as the page meets it. */
import type { Asked, Deed, Face } from "$lib/board/face";
import Board from "./Board.svelte";
import { PASS, readMove } from "./moves";
import Plate from "./Plate.svelte";
import { laying, type Happening, type Side, type View } from "./view";
import { colourOf, markOf, words } from "./words";

/** From so many moves without a capture or a crowning on, the count is told. */
const LONG_QUIET = 40;

function ask({ view, options, viewer, legal, chosen }: Asked<View>): string | null {
  if (viewer === null || legal.length === 0) return null;
  const side = viewer as Side;
  if (chosen !== null) return next(chosen, side, legal);
  if (laying(view)) return words("askLay", { mark: markOf(side) });
  if (legal.includes(PASS)) return words("askPass");
  const takes = legal.filter((move) => move.includes("x")).length;
  const must = takes === legal.length && options["capture"] === "mandatory";
  const key = must ? "askMust" : takes > 0 ? "askTake" : "askMove";
  const asked = words(key, { colour: colourOf(side) });
  return view.quiet < LONG_QUIET ? asked : `${asked} ${words("quiet", { n: view.quiet })}`;
}

/** What comes after a tile (`3@`), a square (`@a4`), a pawn (`c3`) or some jumps (`c3xe5`). */
function next(chosen: string, side: Side, legal: readonly string[]): string {
  const [tile = "", square] = chosen.split("@");
  if (square === "") return words("askSquare", { tile, mark: markOf(side) });
  if (square !== undefined) return words("askTile", { cell: square });
  if (!chosen.includes("x")) return words("askTarget", { cell: chosen });
  return words(legal.includes(chosen) ? "askGoOn" : "askJump");
}

function spoken(text: string): string {
  const move = readMove(text);
  if (text === PASS) return words("passed");
  if (move === null) return text;
  if (move.kind === "lay") return words("spokenLay", { tile: move.tile, cell: move.at });
  return words(move.kind === "jump" ? "spokenJump" : "spokenStep", { path: move.path.join(" → ") });
}

function brief(text: string): string {
  if (text === PASS) return words("passed");
  return text.replaceAll("x", "×").replace("-", "–").replace("@", "\u00a0");
}

/** What somebody did: saute de c3 en e5 et prend un pion. */
function did({ move: text, events }: Deed<Happening>): string {
  const move = readMove(text ?? "");
  if (text === PASS) return words("passed");
  if (move === null) return text ?? "";
  if (move.kind === "lay") return words("didLay", { tile: move.tile, cell: move.at });
  const values = { from: move.path[0] ?? "", to: move.path.at(-1) ?? "", n: move.path.length - 1 };
  const gone = words(move.kind === "jump" ? "didJump" : "didStep", values);
  return events.some(({ type }) => type === "crowned") ? words("didCrown", { did: gone }) : gone;
}

export const face: Face<View, Happening> = {
  board: Board,
  plate: Plate,
  shape: { desk: 1.31, phone: 0.82 },
  marks: (_view, side) =>
    side === 0
      ? [{ colour: "yellow", shape: "diamond", letter: words("letter0") }]
      : [{ colour: "light", shape: "circle", letter: words("letter1") }],
  ask,
  spoken,
  brief,
  did,
  still: true,
  sound: (events) => (events.some(({ type }) => type === "captured") ? "glass" : "wood"),
};
