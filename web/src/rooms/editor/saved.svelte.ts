/** Positions that somebody keeps in this browser, the latest first. */
import type { Parcel } from "./link";

export interface Kept extends Parcel {
  name: string;
  game: string;
  /** Milliseconds since 1970. */
  at: number;
}

const PLACE = "tabletier.positions";
const MOST = 100;

/** What is kept, without what makes no sense. */
export function read(text: string | null): readonly Kept[] {
  let found: unknown = null;
  try {
    found = JSON.parse(text ?? "null");
  } catch {
    return [];
  }
  return Array.isArray(found) ? found.filter(isKept).slice(0, MOST) : [];
}

function isKept(one: unknown): one is Kept {
  if (typeof one !== "object" || one === null) return false;
  const { name, game, at, options, position } = one as Partial<Kept>;
  const named = typeof name === "string" && typeof game === "string" && typeof at === "number";
  return named && typeof options === "object" && typeof position === "object" && options !== null && position !== null;
}

class Saved {
  list = $state.raw(read(localStorage.getItem(PLACE)));

  /** Those of a game. */
  of(game: string): readonly Kept[] {
    return this.list.filter((kept) => kept.game === game);
  }

  /** Keeps a position; one of the same name gives way. */
  keep(kept: Kept): void {
    const others = this.list.filter(({ name, game }) => name !== kept.name || game !== kept.game);
    this.write([kept, ...others].slice(0, MOST));
  }

  drop(kept: Kept): void {
    this.write(this.list.filter((one) => one !== kept));
  }

  private write(list: readonly Kept[]): void {
    this.list = list;
    localStorage.setItem(PLACE, JSON.stringify(list));
  }
}

export const saved = new Saved();
