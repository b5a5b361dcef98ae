/** Matches that were taken away together from "Your games": one a line, each with its record. */
import type { MatchPlayed } from "$lib/api/wire";

export type Kept = Pick<MatchPlayed, "id" | "game" | "ended" | "seats"> & { record: string };

/** The matches of such a file; none, if the text is something else. */
export function collected(text: string): Kept[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map(read).filter((match) => match !== null);
}

/** Who played, seat by seat. */
export function players({ seats }: Kept): string[] {
  return seats.map(({ name, opponent }) => name || opponent);
}

function read(line: string): Kept | null {
  try {
    const found = JSON.parse(line) as Partial<Kept> | null;
    return typeof found?.record === "string" && Array.isArray(found.seats) ? (found as Kept) : null;
  } catch {
    return null;
  }
}
