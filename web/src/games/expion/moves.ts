/** Moves as texts: `e9-e7`, and `pass`. Which of them are legal is the house's to say. */

export interface Way {
  from: string;
  to: string;
}

export const PASS = "pass";

/** The two cells of a move; null for a pass or no move at all. */
export function wayOf(move: string | null): Way | null {
  const found = /^([a-i][1-9])-([a-i][1-9])$/.exec(move ?? "");
  return found?.[1] === undefined || found[2] === undefined ? null : { from: found[1], to: found[2] };
}

export function textOf(from: string, to: string): string {
  return `${from}-${to}`;
}

/** Where a marble may go, by the legal moves. */
export function targetsOf(legal: readonly string[], from: string | null): Set<string> {
  const ways = legal.map(wayOf).filter((way) => way !== null && way.from === from);
  return new Set(ways.map((way) => way?.to ?? ""));
}

/** The cells of marbles that may move, by the legal moves. */
export function movableOf(legal: readonly string[]): Set<string> {
  return new Set(legal.flatMap((move) => wayOf(move)?.from ?? []));
}
