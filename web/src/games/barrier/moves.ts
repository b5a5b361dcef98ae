/** Reading and writing moves: `3@a4` lays a tile, `c3-d4` steps, `c3xe5xg5` jumps twice; `pass`. */
import type { Preview } from "$lib/board/face";
import type { Happening } from "./view";

export type Move =
  | { kind: "lay"; tile: number; at: string }
  | { kind: "step"; path: readonly string[] }
  | { kind: "jump"; path: readonly string[] };

/** The move of a player who cannot move, where that is agreed on. */
export const PASS = "pass";

const LAY = /^([1-8])@([a-h][1-8])$/;
const STEP = /^([a-h][1-8])-([a-h][1-8])$/;
const JUMP = /^[a-h][1-8](?:x[a-h][1-8])+$/;

/** The parts of a move's text, null if it does not read as one. */
export function readMove(text: string): Move | null {
  const lay = LAY.exec(text);
  if (lay?.[2] !== undefined) return { kind: "lay", tile: Number(lay[1]), at: lay[2] };
  const step = STEP.exec(text);
  if (step?.[1] !== undefined && step[2] !== undefined) return { kind: "step", path: [step[1], step[2]] };
  return JUMP.test(text) ? { kind: "jump", path: text.split("x") } : null;
}

/** The cells that a move names, in order. */
export function cellsOf(move: Move): readonly string[] {
  return move.kind === "lay" ? [move.at] : move.path;
}

export function layText(tile: number, at: string): string {
  return `${tile}@${at}`;
}

/** The legal moves of a pawn that came along `path`, each with the cell where it goes next. */
function onward(
  legal: readonly string[],
  path: readonly string[],
): { text: string; kind: "step" | "jump"; cell: string }[] {
  return legal.flatMap((text) => {
    const move = readMove(text);
    if (move === null || move.kind === "lay" || !follows(move.path, path)) return [];
    const cell = move.path[path.length];
    return cell === undefined ? [] : [{ text, kind: move.kind, cell }];
  });
}

/** Where a pawn that came along `path` may go next, and how. */
export function nextCells(legal: readonly string[], path: readonly string[]): Map<string, "step" | "jump"> {
  return new Map(onward(legal, path).map(({ cell, kind }) => [cell, kind]));
}

/** For each of those cells a whole move that goes there next, the shortest that there is. */
export function routes(legal: readonly string[], path: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { text, cell } of onward(legal, path))
    if (text.length < (found.get(cell)?.length ?? Infinity)) found.set(cell, text);
  return found;
}

/** The cells where a pawn that came along `path` would be crowned next, as far as that is known. */
export function crownings(
  ways: ReadonlyMap<string, string>,
  path: readonly string[],
  preview: Preview<Happening> | undefined,
): Set<string> {
  const hop = path.length - 1;
  return new Set([...ways].filter(([, move]) => crowns(preview?.of(move) ?? [], hop)).map(([cell]) => cell));
}

/** Whether a move crowns its pawn on its hop of this number. */
function crowns(events: readonly Happening[], hop: number): boolean {
  let hops = -1;
  return events.some(({ type }) => {
    if (type === "moved") hops += 1;
    return type === "crowned" && hops === hop;
  });
}

/** Whether a chain may end where it stands. */
export function mayStop(legal: readonly string[], path: readonly string[]): boolean {
  return path.length > 1 && legal.includes(path.join("x"));
}

function follows(whole: readonly string[], start: readonly string[]): boolean {
  return start.every((cell, i) => whole[i] === cell);
}

/** The squares on which a tile may be laid; any tile if it is null. */
export function squaresFor(legal: readonly string[], tile: number | null): Set<string> {
  const squares = new Set<string>();
  for (const text of legal) {
    const move = readMove(text);
    if (move?.kind === "lay" && (tile === null || move.tile === tile)) squares.add(move.at);
  }
  return squares;
}

/** The cells of the pawns that can move. */
export function movable(legal: readonly string[]): Set<string> {
  return new Set(onward(legal, []).map(({ cell }) => cell));
}

/** The cell in the middle of two that lie two apart in a straight line, null for others. */
export function between(from: string, to: string): string | null {
  const [files, ranks] = apart(from, to);
  const straight = [0, 2].includes(Math.abs(files)) && [0, 2].includes(Math.abs(ranks));
  return straight && from !== to ? cellAt(from, files / 2, ranks / 2) : null;
}

/** The cell behind a neighbour, seen from a cell; null off the board or if it is no neighbour. */
export function behind(from: string, over: string): string | null {
  const [files, ranks] = apart(from, over);
  if (Math.max(Math.abs(files), Math.abs(ranks)) !== 1) return null;
  return cellAt(from, 2 * files, 2 * ranks);
}

/**
 * The move that a player evidently meant who chose a pawn and then touched `to`: over a pawn a
 * jump, else a step; within a chain always a jump. It need not be legal.
 */
export function meant(path: readonly string[], to: string, held: (cell: string) => "own" | "other" | null): string {
  const from = path.at(-1) ?? to;
  const target = held(to) === "other" ? (behind(from, to) ?? to) : to;
  const over = between(from, target);
  const jump = path.length > 1 || (over !== null && held(over) !== null);
  return jump ? [...path, target].join("x") : `${from}-${target}`;
}

/** A step of the pawn on a cell: what somebody means who touches it when no pawn may move. */
export function anyStep(cell: string): string {
  return `${cell}-${cellAt(cell, 0, 1) ?? cellAt(cell, 0, -1) ?? cell}`;
}

function apart(from: string, to: string): [number, number] {
  return [to.charCodeAt(0) - from.charCodeAt(0), to.charCodeAt(1) - from.charCodeAt(1)];
}

function cellAt(from: string, files: number, ranks: number): string | null {
  const cell = String.fromCharCode(from.charCodeAt(0) + files, from.charCodeAt(1) + ranks);
  return /^[a-h][1-8]$/.test(cell) ? cell : null;
}
