/** The games that the page has, each with its hand; none is named here. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Hand } from "./playing";

const GAMES = join(import.meta.dirname, "../src/games");

export const keys: readonly string[] = readdirSync(GAMES).sort();

export async function handOf(game: string): Promise<Hand> {
  const { hand } = (await import(`../src/games/${game}/hand.e2e.ts`)) as { hand: Hand };
  return hand;
}
