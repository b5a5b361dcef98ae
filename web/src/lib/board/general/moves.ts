/** Which moves a few touched cells may still become. What is legal is the house's to say. */

export type Touches = Readonly<Record<string, readonly string[]>>;

/** Legal moves that begin by touching these cells. */
export function movesBy(legal: readonly string[], touches: Touches, path: readonly string[]): string[] {
  return legal.filter((move) => {
    const cells = touches[move] ?? [];
    return cells.length > 0 && cells.length >= path.length && path.every((cell, n) => cells[n] === cell);
  });
}

/** The cells that may be touched next. */
export function nextBy(legal: readonly string[], touches: Touches, path: readonly string[]): Set<string> {
  const next = movesBy(legal, touches, path).map((move) => touches[move]?.[path.length]);
  return new Set(next.filter((cell) => cell !== undefined));
}

/** The moves that these cells make, whole. */
export function madeBy(legal: readonly string[], touches: Touches, path: readonly string[]): string[] {
  return path.length === 0 ? [] : movesBy(legal, touches, path).filter((move) => touches[move]?.length === path.length);
}

/** Moves that are made without touching a cell. */
export function unplaced(legal: readonly string[], touches: Touches): string[] {
  return legal.filter((move) => (touches[move] ?? []).length === 0);
}

/**
 * A move of these cells as the game would write it, after the example of a legal one with as many, so
 * that the house can say why it is not legal; null where no example shows how.
 */
export function writtenLike(legal: readonly string[], touches: Touches, path: readonly string[]): string | null {
  for (const move of legal) {
    const cells = touches[move] ?? [];
    if (cells.length !== path.length || !inOrder(move, cells)) continue;
    let rest = move;
    let text = "";
    cells.forEach((cell, n) => {
      const at = rest.indexOf(cell);
      text += rest.slice(0, at) + (path[n] ?? "");
      rest = rest.slice(at + cell.length);
    });
    return text + rest;
  }
  return null;
}

function inOrder(move: string, cells: readonly string[]): boolean {
  let at = 0;
  return cells.every((cell) => {
    const found = move.indexOf(cell, at);
    at = found + cell.length;
    return found >= 0;
  });
}
