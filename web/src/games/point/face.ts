/** Point, as the page shows it. */
import type { Asked, Deed, Face, Mark } from "$lib/board/face";
import type { Sound } from "$lib/ui/sound";
import Board from "./Board.svelte";
import { readMove } from "./moves";
import Plate from "./Plate.svelte";
import type { Happening, Pawn, View } from "./view";
import { cardInShort, colours, inShort, letters, words } from "./words";

/** The mark of a side is the colour it collects. */
function markOf(colour: Pawn): Mark {
  return colour === "B"
    ? { colour: "dark", shape: "circle", letter: words("letterB") }
    : { colour: "light", shape: "square", letter: words("letterW") };
}

/** A side's number is that of its first seat. */
function marks(view: View | null, side: number): readonly Mark[] {
  const colour = view?.colours[side] ?? null;
  return colour === null ? [] : [markOf(colour)];
}

function ask({ view, legal, chosen }: Pick<Asked<View>, "view" | "legal" | "chosen">): string {
  if (chosen !== null) return next(chosen);
  if (view.phase === "rows") return words("askRow");
  if (view.phase === "pure") return words("askPure");
  if (view.phase === "start") {
    const take = legal.some((text) => text.startsWith("take "));
    const stop = legal.includes("stop");
    return words(take ? (stop ? "askTakeStop" : "askTake") : stop ? "askStop" : "askDraw");
  }
  return words(legal.some((text) => text.startsWith("discard ")) ? "askDiscard" : "askUse");
}

/** What comes after a pawn (`3`), a card (`WB=BWW`), its place (`WB>BWW@6`), or another wish. */
function next(chosen: string): string {
  if (chosen === "regroup") return words("askKeep");
  if (chosen.startsWith("discard ")) return words("askLeave");
  if (chosen.includes(">")) return words("askPlay");
  return chosen.includes("=") ? words("askPlace") : words("askSwap", { place: chosen });
}

function brief(text: string): string {
  const move = readMove(text);
  return move?.verb === "use"
    ? words("briefUse", { give: letters(move.give), take: letters(move.take) })
    : spoken(text);
}

/** What somebody did, after their name. */
function did({ move: text }: Deed<Happening>): string {
  const move = readMove(text ?? "");
  if (text === null || move?.verb === "row") return words("didRow");
  if (move?.verb !== "use") return spoken(text);
  const values = { give: colours(move.give), take: colours(move.take), place: move.place };
  return words(move.offer ? "didTake" : "didUse", values);
}

function spoken(text: string): string {
  const move = readMove(text);
  switch (move?.verb) {
    case undefined:
      return text;
    case "row":
      return words("spokenRow", { row: inShort(move.row) });
    case "use": {
      const values = { give: colours(move.give), take: colours(move.take), place: move.place };
      return words(move.offer ? "spokenTake" : "spokenUse", values);
    }
    case "discard":
      return words("spokenDiscard", { card: cardInShort(move.card) });
    case "regroup":
      return words("spokenRegroup");
    case "draw":
      return words("spokenDraw");
    case "stop":
      return words("spokenStop");
    case "go on":
      return words("spokenGoOn");
  }
}

/** Pawns are of wood, cards of paper. */
function sound(events: readonly Happening[]): Sound {
  const wood = ["used", "row_chosen", "rows_revealed", "row_drawn"];
  return events.some(({ type }) => wood.includes(type)) ? "wood" : "paper";
}

export const face: Face<View, Happening> = {
  board: Board,
  plate: Plate,
  shape: { desk: 1.62, phone: 0.82 },
  marks,
  ask,
  spoken,
  brief,
  did,
  sound,
};
