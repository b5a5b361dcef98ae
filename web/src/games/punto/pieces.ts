/**
 * What lies on the cloth, from one view of the table to the next. Cards keep their identity, so
 * that they travel; a finished round stays in sight until the player has seen why it ended.
 */
import { readPlace, type Board, type Happening } from "./view";

/** A card on the cloth. */
export interface Piece {
  key: string;
  card: string;
  at: string;
  round: number;
  /** How many cards lie under it, and on it. */
  level: number;
  depth: number;
  /** Who has just laid it, if that is to be seen. */
  seat: number | null;
}

/** How a round ended. */
export interface Ending {
  side: number | null;
  trophy: string | null;
  blocked: number | null;
}

export interface Scene {
  /** The table as it is now. */
  board: Board;
  beat: number;
  /** Counts rounds, so that a new card is not taken for an old one in its place. */
  round: number;
  /** The cards that are drawn: those of the finished round while `ending` is shown. */
  pieces: readonly Piece[];
  /** Cells of the winner's lines, in the order in which they are underlined. */
  line: readonly string[];
  ending: Ending | null;
}

export interface News {
  board: Board;
  events: readonly Happening[];
  beat: number;
  fresh: boolean;
}

interface Laid {
  seat: number;
  card: string;
  at: string;
}

/** The table as it is found on coming in. */
export function enter(news: News): Scene {
  const line = newRound(news.events) ? [] : lineOf(news.events);
  const pieces = arrange([], news.board, 0, null);
  return { board: news.board, beat: news.beat, round: 0, pieces, line, ending: null };
}

/** The round that ended before we came, as those see it who were there. */
export function recall(before: Board, news: News): Scene {
  const scene = enter({ ...news, board: before, events: [], beat: news.beat - 1 });
  return follow(scene, { ...news, fresh: true });
}

/** The scene after a view and what caused it. */
export function follow(scene: Scene, news: News): Scene {
  const events = news.beat === scene.beat ? [] : news.events;
  const seen = news.fresh ? laidBy(events) : null;
  if (news.fresh && newRound(events)) return finish(scene.ending ? proceed(scene) : scene, news, seen);
  const { board, beat } = news;
  if (scene.ending !== null) return { ...scene, board, beat };
  const ended = newRound(events) ? [] : lineOf(events);
  const line = ended.length > 0 ? ended : count(board) === count(scene.board) ? scene.line : [];
  const pieces = arrange(scene.pieces, board, scene.round, seen);
  return { ...scene, board, beat, line, pieces };
}

/** The finished round has been seen: on to the table as it is now. */
export function proceed(scene: Scene): Scene {
  const round = scene.round + 1;
  const pieces = arrange([], scene.board, round, null);
  return { ...scene, round, pieces, line: [], ending: null };
}

/** The board that is drawn: the finished one while its end is shown. */
export function boardOf({ board, pieces, ending }: Scene): Board {
  if (ending === null) return board;
  const shown: Record<string, string[]> = {};
  for (const { at, level, card } of pieces) (shown[at] ??= [])[level] = card;
  return shown;
}

function finish(scene: Scene, news: News, seen: Laid | null): Scene {
  const { board, events, beat } = news;
  const last = seen === null ? scene.board : withCard(scene.board, seen);
  const pieces = arrange(scene.pieces, last, scene.round, seen);
  return { ...scene, board, beat, pieces, line: lineOf(events), ending: endingOf(events) };
}

/** Cards of a board; those already there come first and in their order, so new ones lie above. */
export function arrange(before: readonly Piece[], board: Board, round: number, seen: Laid | null): Piece[] {
  const found = new Map<string, Piece>();
  for (const [at, stack] of Object.entries(board))
    stack.forEach((card, level) => {
      const key = `${round}:${at}:${level}:${card}`;
      const depth = stack.length - 1 - level;
      const laid = depth === 0 && seen?.at === at && seen.card === card;
      found.set(key, { key, card, at, round, level, depth, seat: laid ? seen.seat : null });
    });
  const kept = before.filter(({ key }) => found.has(key)).map((piece) => same(piece, found));
  const known = new Set(kept.map(({ key }) => key));
  const fresh = [...found.values()].filter(({ key }) => !known.has(key));
  const above = (one: Piece): boolean => kept.some(({ at, level }) => at === one.at && level > one.level);
  // One who goes far in a replay may find a card that stays where it was on cards that were not there.
  if (fresh.some(above)) return [...kept, ...fresh].sort((one, other) => one.level - other.level);
  return [...kept, ...fresh.sort((one, other) => one.level - other.level)];
}

/** The same object where nothing changed, so that nothing is drawn anew. */
function same(piece: Piece, found: ReadonlyMap<string, Piece>): Piece {
  const now = found.get(piece.key);
  return now === undefined || now.depth === piece.depth ? piece : { ...piece, depth: now.depth };
}

function withCard(board: Board, { at, card }: Laid): Board {
  return { ...board, [at]: [...(board[at] ?? []), card] };
}

function count(board: Board): number {
  return Object.values(board).reduce((sum, stack) => sum + stack.length, 0);
}

function newRound(events: readonly Happening[]): boolean {
  return events.some(({ type }) => type === "new_round");
}

function laidBy(events: readonly Happening[]): Laid | null {
  return events.findLast((event) => event.type === "placed") ?? null;
}

/** Every cell of the lines once, from left to right and bottom to top. */
function lineOf(events: readonly Happening[]): string[] {
  const cells = events.filter((event) => event.type === "line").flatMap((event) => event.cells);
  return [...new Set(cells)].sort((one, other) => {
    const [a, b] = [readPlace(one), readPlace(other)];
    return a.x - b.x || a.y - b.y;
  });
}

function endingOf(events: readonly Happening[]): Ending {
  const won = events.find((event) => event.type === "round_won");
  const blocked = events.find((event) => event.type === "blocked");
  return { side: won?.side ?? null, trophy: won?.trophy ?? null, blocked: blocked?.seat ?? null };
}
