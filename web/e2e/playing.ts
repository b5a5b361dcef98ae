/** Playing through the page as a person does: by touching what is on the board. */
import type { Locator, Page } from "@playwright/test";
import type { Snapshot } from "../src/lib/api/wire";
import { ask, expect } from "./house";

/** What a game's `hand.e2e.ts` brings: how its moves are made on its board. */
export interface Hand {
  /** Makes one of these legal moves by touching the board. */
  act: (page: Page, turn: Turn) => Promise<void>;
  /** Of the legal moves one that brings the end nearer; without it any will do. */
  pick?: (turn: Turn) => string;
  /** Options with which a whole game is short. */
  short: Readonly<Record<string, unknown>>;
  /** Touches the board so that the rules are broken. */
  wrong: (page: Page, turn: Turn) => Promise<void>;
  /** How many moves come first where nothing can be touched wrongly at the start. */
  opening?: number;
  /** Options with which several opponents sit there. */
  crowd?: Readonly<Record<string, unknown> & { players: number }>;
  /** Touches the first thing of a move, and what the line in words then asks for. */
  begin: (page: Page, turn: Turn) => Promise<RegExp>;
  /** Whether what was just done is told by the cells of the board. */
  marksCells?: boolean;
  /** How many cells these moves of others mark, where the second may be made on the cell of the first, or
   *  take what came there. */
  marks?: (moves: readonly string[], view: Turn["view"]) => number;
  /** Cells that even one's own move leaves where they are, if not all; moves after which all is seen. */
  stays?: RegExp;
  still?: number;
  /** The pieces that a view has, by the names their drawings have in `data-piece`. */
  pieces: (view: Turn["view"]) => string[];
  /** Pieces that may be folded away where there is little room, and the cell that unfolds them. */
  folded?: (view: Turn["view"]) => { by: string; pieces: string[] }[];
  /** Short matches in which a player sees, or does, what the others may not see. */
  hidden?: readonly Hidden[];
}

export interface Hidden {
  options: Readonly<Record<string, unknown>>;
  seats: number;
  /** How what is secret once this move is made would be told, in French or in the game's notation;
   *  `made`: all moves before. */
  told: (turn: Turn, move: string, made: readonly string[]) => RegExp[];
}

/** What somebody who is to move sees. */
export interface Turn {
  legal: readonly string[];
  view: Readonly<Record<string, unknown>>;
  seat: number;
}

export type Seen = Pick<Snapshot, "table" | "position" | "moves">;

export const look = (page: Page, id: string): Promise<Seen> => ask<Seen>(page, `/tables/${id}`);

/** Waits until it is this person's turn, or the match is over. */
export async function turn(page: Page, id: string): Promise<Seen> {
  return until(
    page,
    id,
    ({ table, position }) => table.status === "over" || table.yours.includes(position?.to_move ?? -1),
  );
}

/** Waits until the match has begun: whose turn it is stands only then. */
export const begun = (page: Page, id: string): Promise<Seen> => until(page, id, ({ position }) => position !== null);

/** Looks at a table until this holds. */
async function until(page: Page, id: string, holds: (seen: Seen) => boolean): Promise<Seen> {
  let seen: Seen | null = null;
  await expect
    .poll(async () => holds((seen = await look(page, id))), { timeout: 60_000, intervals: [20, 40, 80] })
    .toBe(true);
  return seen ?? look(page, id);
}

/** Makes one move through the page and waits until the house has it. */
export async function move(page: Page, id: string, hand: Hand): Promise<Seen> {
  const seen = await turn(page, id);
  if (seen.table.status === "over" || seen.position === null) return seen;
  const { plies } = seen.position;
  await drawn(page, seen);
  await hand.act(page, turnOf(seen));
  return until(page, id, ({ position }) => (position?.plies ?? 0) > plies);
}

/** Waits until the page shows what the house does. */
export async function drawn(page: Page, { position }: Seen): Promise<void> {
  await expect(page.locator(`[data-plies="${position?.plies ?? 0}"]`)).toBeAttached();
}

/** By how many pixels one thing on the page lies over another, in the direction in which it is less. */
export async function overlap(one: Locator, other: Locator): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((thing) => thing.boundingBox()));
  if (a == null || b == null) throw new Error("one of the two is not there");
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, Math.min(across, down));
}

export function turnOf({ position }: Seen): Turn {
  return { legal: position?.legal ?? [], view: position?.view ?? {}, seat: position?.to_move ?? 0 };
}

/** The move that a game's hand would make here, or any; `salt` makes it another one at the same position. */
export function picked(hand: Hand, turn: Turn, salt = ""): string {
  return hand.pick?.(turn) ?? turn.legal[chosen(turn.legal.length, `${turn.legal.join()}${salt}`)] ?? "";
}

/** The same choice in every run: a number below `count` from a text. */
export function chosen(count: number, text: string): number {
  let sum = 7;
  for (const sign of text) sum = (sum * 31 + sign.charCodeAt(0)) % 100_003;
  return sum % count;
}

/** Touches a cell: with the finger where the page has one, else with the mouse. */
export async function cell(page: Page, key: string): Promise<void> {
  const place = page.locator(`[data-cell="${key}"]`).first();
  await ((await page.evaluate(() => navigator.maxTouchPoints > 0)) ? place.tap() : place.click());
}
