/** Matches that are over, as somebody wants to see them: filtered, searched, thirty at a time. */
import { get, Refused } from "$lib/api/client";
import type { GameShown, MatchPlayed } from "$lib/api/wire";
import { offers } from "$lib/state/shelf.svelte";

export const PAGE = 30;
const PAUSE = 250;

export interface Sought {
  search: string;
  game: string;
  outcome: string;
  players: string;
  house: string;
}

export const ANY: Sought = { search: "", game: "", outcome: "", players: "", house: "" };

/** Whether there is such a filter. */
export function fits(games: readonly GameShown[], key: keyof Sought, value: string): boolean {
  if (key === "search") return true;
  if (key === "outcome") return ["won", "lost", "drawn"].includes(value);
  if (key === "house") return ["true", "false"].includes(value);
  return offers(games, key, value);
}

export class Matches {
  found = $state.raw<MatchPlayed[]>([]);
  /** Whether there are more than are shown. */
  more = $state(false);
  looked = $state(false);
  /** Why nothing could be read. */
  trouble = $state("");
  private turn = 0;

  /** `path`: whose matches, such as `/me/games`. */
  constructor(private readonly path: string) {}

  /** Looks at the first page; a moment later while somebody types. Returns how not to. */
  begin(sought: Sought): () => void {
    const soon = setTimeout(() => void this.look(sought), sought.search === "" ? 0 : PAUSE);
    return () => clearTimeout(soon);
  }

  /** The first page, or the one after the last match shown. */
  async look(sought: Sought, after?: MatchPlayed): Promise<void> {
    const turn = ++this.turn;
    try {
      const found = await get<MatchPlayed[]>(`${this.path}?${query(sought, after)}`);
      if (turn !== this.turn) return; // something else was asked for meanwhile
      this.more = found.length > PAGE;
      const page = found.slice(0, PAGE);
      this.found = after === undefined ? page : [...this.found, ...page];
      this.trouble = "";
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (turn !== this.turn) return;
      this.trouble = error.status === 401 ? "" : error.message; // nobody has played nothing yet
    }
    this.looked = true;
  }
}

/** What is asked for, without pages. */
export function wish(sought: Sought): URLSearchParams {
  const asked = new URLSearchParams();
  for (const key of ["search", "game", "outcome", "players", "house"] as const)
    if (sought[key].trim() !== "") asked.set(key, sought[key].trim());
  return asked;
}

/** One more than a page, so that we know whether there are others. */
export function query(sought: Sought, after?: MatchPlayed): string {
  const asked = wish(sought);
  asked.set("limit", String(PAGE + 1));
  if (after !== undefined) {
    asked.set("before", String(after.ended));
    asked.set("last", after.id);
  }
  return asked.toString();
}
