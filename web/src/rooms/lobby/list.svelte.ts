/** The list of tables as somebody wants to see it: filtered, searched, thirty at a time. */
import { get, Refused } from "$lib/api/client";
import type { GameShown, TableInLobby } from "$lib/api/wire";
import { offers } from "$lib/state/shelf.svelte";

export const PAGE = 30;
const EVERY = 15_000;
const PAUSE = 250;

export interface Wanted {
  search: string;
  game: string;
  players: string;
  clock: string;
  rated: string;
  status: string;
}

export const ANY: Wanted = { search: "", game: "", players: "", clock: "", rated: "", status: "open" };

/** Whether there is such a filter. */
export function fits(games: readonly GameShown[], key: keyof Wanted, value: string): boolean {
  if (key === "search") return true;
  if (key === "status") return ["open", "playing"].includes(value);
  if (key === "clock") return ["none", "move", "total", "days"].includes(value);
  if (key === "rated") return ["true", "false"].includes(value);
  return offers(games, key, value);
}

export class List {
  tables = $state.raw<TableInLobby[]>([]);
  /** Whether there are more than are shown. */
  more = $state(false);
  looked = $state(false);
  trouble = $state(false);
  private turn = 0;

  /** Looks at the first page, now and from time to time while nothing else was asked for. */
  watch(wanted: Wanted): () => void {
    const soon = setTimeout(() => void this.look(wanted), wanted.search === "" ? 0 : PAUSE);
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && this.tables.length <= PAGE) void this.look(wanted);
    }, EVERY);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
    };
  }

  /** The first page, or the one after the last table shown. */
  async look(wanted: Wanted, after?: TableInLobby): Promise<void> {
    const turn = ++this.turn;
    try {
      const found = await get<TableInLobby[]>(`/tables?${query(wanted, after)}`);
      if (turn !== this.turn) return; // something else was asked for meanwhile
      this.more = found.length > PAGE;
      const page = found.slice(0, PAGE);
      this.tables = after === undefined ? page : [...this.tables, ...page];
      this.trouble = false;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = true;
    }
    this.looked = true;
  }
}

/** What is asked of the house: one more than a page, so that we know whether there are others. */
export function query(wanted: Wanted, after?: TableInLobby): string {
  const asked = new URLSearchParams({ status: wanted.status, limit: String(PAGE + 1) });
  if (wanted.status === "open") asked.set("free", "1");
  for (const key of ["search", "game", "players", "clock", "rated"] as const)
    if (wanted[key].trim() !== "") asked.set(key, wanted[key].trim());
  if (after !== undefined) {
    asked.set("before", String(after.touched));
    asked.set("last", after.id);
  }
  return asked.toString();
}
