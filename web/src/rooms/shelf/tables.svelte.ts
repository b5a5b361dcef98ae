/** Tables in the lobby and our own, looked at again from time to time while somebody reads. */
import { get, Refused } from "$lib/api/client";
import type { MatchPlayed, MyTable, TableInLobby } from "$lib/api/wire";
import { person } from "$lib/state/person.svelte";

const EVERY = 10_000;
const MOST = 8;
const GOING = 50;

export type Outcome = NonNullable<MatchPlayed["outcome"]>;

export class Lobby {
  /** Our tables: where it is our turn first, then what goes on, then the rest. */
  mine = $state.raw<MyTable[]>([]);
  open = $state.raw<TableInLobby[]>([]);
  /** How those that are over ended for us. */
  outcomes = $state.raw<Readonly<Record<string, Outcome | undefined>>>({});
  readonly going = $derived(this.mine.filter(({ status }) => status === "playing"));
  readonly rest = $derived(this.mine.filter(({ status }) => status !== "playing").slice(0, MOST));

  /** Looks now and every few seconds; returns how to stop. */
  watch(): () => void {
    void this.look();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void this.look();
    }, EVERY);
    return () => clearInterval(timer);
  }

  private async look(): Promise<void> {
    const known = person.me !== null;
    try {
      const [open, latest, going] = await Promise.all([
        get<TableInLobby[]>(`/tables?status=open&free=1&limit=${MOST}`),
        known ? get<MyTable[]>(`/me/tables?limit=${MOST}`) : [],
        known ? get<MyTable[]>(`/me/tables?status=playing&limit=${GOING}`) : [],
      ]);
      const mine = [...going, ...latest.filter(({ id }) => !going.some((own) => own.id === id))];
      this.open = open.filter(({ id }) => !mine.some((own) => own.id === id));
      this.mine = mine.sort((a, b) => rank(a) - rank(b) || dueOf(a) - dueOf(b) || b.touched - a.touched);
      if (mine.some(({ id, status }) => status === "over" && this.outcomes[id] === undefined)) await this.lookBack();
    } catch (error) {
      if (!(error instanceof Refused)) throw error; // what was seen before stays
    }
  }

  private async lookBack(): Promise<void> {
    const found = await get<MatchPlayed[]>(`/me/games?limit=${2 * MOST}`);
    this.outcomes = Object.fromEntries(found.map(({ id, outcome }) => [id, outcome ?? undefined]));
  }
}

/** Whether somebody of the house sits in all of our places: we have left. */
export function hasLeft({ status, yours, players }: MyTable): boolean {
  return status === "playing" && yours.length > 0 && yours.every((seat) => typeof players[seat]?.level === "number");
}

/** Whether it is our turn, and nobody plays in our place. */
export function awaitsUs(table: MyTable): boolean {
  return table.your_turn && table.status === "playing" && !hasLeft(table);
}

/** When our time is over, what has no end after all others. */
function dueOf({ due }: MyTable): number {
  return due ?? Number.MAX_SAFE_INTEGER;
}

/** Where it is our turn first, then what goes on, then the rest. */
function rank(table: MyTable): number {
  if (awaitsUs(table)) return 0;
  return table.status === "playing" ? 1 : table.status === "open" ? 2 : 3;
}
