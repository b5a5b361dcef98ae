/** What this browser has told its reader once and need not tell again: of which games, by their keys. */

const PLACE = "tabletier.told";

/** What is kept, without what makes no sense. */
export function read(text: string | null): readonly string[] {
  let found: unknown = null;
  try {
    found = JSON.parse(text ?? "null");
  } catch {
    return [];
  }
  return Array.isArray(found) ? found.filter((key): key is string => typeof key === "string") : [];
}

class Notices {
  private games = $state.raw(read(localStorage.getItem(PLACE)));

  /** Whether it has been said what of a game's box was reconstructed. */
  has(game: string): boolean {
    return this.games.includes(game);
  }

  put(game: string): void {
    if (this.has(game)) return;
    const others = read(localStorage.getItem(PLACE)); // another window may have told something else meanwhile
    this.games = [...new Set([...others, ...this.games, game])];
    localStorage.setItem(PLACE, JSON.stringify(this.games));
  }
}

export const notices = new Notices();
