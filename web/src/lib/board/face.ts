/**
 * What a game brings to the page: its board, its marks, its words. The page knows games only
 * through this; each lives in `src/games/<key>/` and no rule is written there: which moves are
 * legal, and why another is not, is the house's to say.
 */
import type { Component } from "svelte";
import type { Sound } from "../ui/sound";
import type { Deed, GameEvent, Options } from "../api/wire";

/** How a side is told apart, always by all three. */
export interface Mark {
  /** A colour token of `tokens.css`: `red` is `--side-red`. */
  colour: "red" | "blue" | "green" | "yellow" | "brown" | "dark" | "light";
  shape: "circle" | "square" | "triangle" | "diamond";
  /** One letter in the reader's language. */
  letter: string;
}

/** Somebody at the table, as boards need to know them. */
export interface Sitter {
  seat: number;
  name: string;
  /** Index of the seat's side (team). */
  side: number;
  yours: boolean;
  /** Whether they play on our side, from a seat that is not ours. */
  partner?: boolean;
}

/** What moves would cause if they were made now. The house says it, sooner or later or never. */
export interface Preview<Event = GameEvent> {
  /** The player thinks of these legal moves. */
  consider: (moves: readonly string[]) => void;
  /** What a move would cause, as far as that is certain; null: not known. */
  of: (move: string) => readonly Event[] | null;
}

/** Something has just ended that everybody looks at before play goes on. */
export interface Pause {
  /** Seconds until it goes on by itself. */
  left: number;
  /** Whether we are waited for. */
  ours: boolean;
  /** The others who are. */
  names: readonly string[];
}

export interface BoardProps<View = unknown, Event = GameEvent> {
  /** The table as the viewer may see it, in the game's own format. */
  view: View;
  options: Options;
  sitters: readonly Sitter[];
  /** The seat whose view this is; null for a spectator. It is drawn at the bottom. */
  viewer: number | null;
  /** Whose seat lies at the bottom, where somebody tries the moves of all seats on one board. */
  near?: number | null;
  toMove: number | null;
  /** Every legal move if it is the viewer's to choose, else empty. */
  legal: readonly string[];
  /** Whether the viewer is to choose now. */
  active: boolean;
  /** What the last line caused, to be animated once per `beat`. */
  events: readonly Event[];
  beat: number;
  /** Whether `events` happened before our eyes; if not, draw them as already done. */
  fresh: boolean;
  /** The last move that stands, if it may be known. */
  last: string | null;
  /** Everything that others did since the viewer's last move, to be marked until the next one. */
  since?: readonly Deed<Event>[];
  /** Cells that explain a refusal, or that a lesson points at. */
  lit: readonly string[];
  /** A move that a hint proposes. */
  hinted: string | null;
  /** What would come of a move that is being thought of, where that can be asked. */
  preview?: Preview<Event>;
  /** Whether legal places are shown all the time. */
  targets: boolean;
  /** While everybody looks at what has just ended; null or nothing: play goes on. */
  pause?: Pause | null;
  /** Where that ended before we came: the view before it did, as soon as it is known. */
  before?: View | null;
  /** The player has looked, and would go on. */
  onlooked?: () => void;
  /** The player chose a move. It need not be legal: the house explains why not. */
  onmove: (move: string) => void;
  /** What is chosen of a move that is not made yet, in the game's own notation; null: nothing. */
  onchoose?: (chosen: string | null) => void;
}

/** What a sentence about the turn is made of. */
export type Asked<View = unknown> = Pick<BoardProps<View>, "view" | "options" | "viewer" | "legal"> & {
  /** What the board last told `onchoose`. */
  chosen: string | null;
};

/** A part of a seat's plate: piles, trophies, captured pieces. */
export interface PlateProps<View = unknown> {
  view: View;
  options: Options;
  sitter: Sitter;
  /** Whether there is room for one short line only: what matters most, in figures. */
  compact?: boolean;
  /** While everybody looks at what has just ended: nothing of what comes next is shown yet. */
  paused?: boolean;
}

export interface Face<View = unknown, Event = GameEvent> {
  board: Component<BoardProps<View, Event>>;
  plate: Component<PlateProps<View>>;
  /**
   * The marks of a side in this view (one, or several where a side plays several colours); with
   * `seat`, only those that this seat of the side plays.
   */
  marks: (view: View | null, side: number, options: Options, seat?: number) => readonly Mark[];
  /** What the viewer is to do next, in words for the page; null: what the house says. */
  ask: (asked: Asked<View>) => string | null;
  /** A move as people read it in the list of moves. */
  spoken: (move: string) => string;
  /** The same in as few signs as possible. */
  brief: (move: string) => string;
  /** What somebody did, after their name: `pose le 5 rouge en e8`. A secret move has no text. */
  did: (deed: Deed<Event>) => string;
  /** What a move caused beside itself, for the list of moves; a player may be called `Joueur 2`. */
  beside?: (events: readonly Event[]) => string | null;
  /** What a move ended that is less than the match, as a sentence: who won a round. */
  ended?: (events: readonly Event[], sitters: readonly Sitter[]) => string | null;
  /** The mark of what a move moved, where a side plays several colours; null: the side's own. */
  mover?: (events: readonly Event[]) => Mark | null;
  /** How many pieces a move took, or covered; without it, the events of that name are counted. */
  takes?: (events: readonly Event[]) => number;
  /** The game's own word for it, after a move; without it, they are captures. */
  took?: (count: number) => string;
  /** How wide the board is for its height where a picture is drawn of it; without it, a square. */
  shape?: { desk: number; phone: number };
  /** Whether the board stays as it lies where several share the screen; then the plates do, too. */
  still?: boolean;
  /** The sound of what has happened; without one, wood. */
  sound?: (events: readonly Event[]) => Sound | null;
}

const faces = import.meta.glob<{ face: Face }>("../../games/*/face.ts");
const covers = import.meta.glob<Component>("../../games/*/Cover.svelte", {
  eager: true,
  import: "default",
});

/** The face of a game; one that this page has no folder for is drawn from its own description. */
export async function faceOf(key: string): Promise<Face> {
  const found = faces[`../../games/${key}/face.ts`];
  if (found !== undefined) return (await found()).face;
  return (await import("./general/face")).face as Face;
}

/** The drawn cover of a game's box. */
export function coverOf(key: string): Component | null {
  return covers[`../../games/${key}/Cover.svelte`] ?? null;
}

export type { Deed, GameEvent, Options };
