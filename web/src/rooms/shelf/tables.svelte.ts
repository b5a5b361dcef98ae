/** Tables in the lobby and our own, looked at again from time to time while somebody reads. */
import { get, Refused } from "$lib/api/client";
import type { MyTable, TableInLobby } from "$lib/api/wire";
import { person } from "$lib/state/person.svelte";

const EVERY = 10_000;
const MOST = 8;

export class Lobby {
  mine = $state.raw<MyTable[]>([]);
  open = $state.raw<TableInLobby[]>([]);

  /** Looks now and every few seconds; returns how to stop. */
  watch(): () => void {
    void this.look();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void this.look();
    }, EVERY);
    return () => clearInterval(timer);
  }

  private async look(): Promise<void> {
    try {
      const [open, mine] = await Promise.all([
        get<TableInLobby[]>(`/tables?status=open&free=1&limit=${MOST}`),
        person.me === null ? [] : get<MyTable[]>(`/me/tables?limit=${MOST}`),
      ]);
      this.open = open.filter(({ id }) => !mine.some((own) => own.id === id));
      this.mine = mine.sort((a, b) => rank(a) - rank(b) || b.touched - a.touched);
    } catch (error) {
      if (!(error instanceof Refused)) throw error; // what was seen before stays
    }
  }
}

/** Where it is our turn first, then what goes on, then the rest. */
function rank(table: MyTable): number {
  if (table.your_turn && table.status === "playing") return 0;
  return table.status === "playing" ? 1 : table.status === "open" ? 2 : 3;
}
