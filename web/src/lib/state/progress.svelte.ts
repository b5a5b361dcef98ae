/** Which lessons this browser has done, game by game. */

interface Learnt {
  done: readonly number[];
  /** How many lessons the game had when the last one was done. */
  of: number;
}

const PLACE = "tabletier.lessons";

/** What is kept, without what makes no sense. */
export function read(text: string | null): Readonly<Record<string, Learnt>> {
  let found: unknown = null;
  try {
    found = JSON.parse(text ?? "null");
  } catch {
    return {};
  }
  if (typeof found !== "object" || found === null) return {};
  return Object.fromEntries(
    Object.entries(found).flatMap(([game, kept]: [string, Partial<Learnt> | null]) => {
      const { done, of } = kept ?? {};
      if (!Array.isArray(done) || !whole(of)) return [];
      return [[game, { done: done.filter((one): one is number => whole(one) && one <= of), of }]];
    }),
  );
}

function whole(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0;
}

class Progress {
  private learnt = $state.raw(read(localStorage.getItem(PLACE)));

  /** The lessons of a game that are done, and how many there are; null: none yet. */
  of(game: string): Learnt | null {
    const learnt = this.learnt[game];
    return learnt === undefined || learnt.done.length === 0 ? null : learnt;
  }

  has(game: string, lesson: number): boolean {
    return this.learnt[game]?.done.includes(lesson) ?? false;
  }

  /** Remembers that a lesson is done. */
  keep(game: string, lesson: number, of: number): void {
    const done = [...new Set([...(this.learnt[game]?.done ?? []), lesson])].sort((a, b) => a - b);
    this.learnt = { ...this.learnt, [game]: { done, of } };
    localStorage.setItem(PLACE, JSON.stringify(this.learnt));
  }
}

export const progress = new Progress();
