/** "Play now": a table with sensible defaults, against an opponent of level two. */
import { post } from "$lib/api/client";
import type { Snapshot } from "$lib/api/wire";
import { person } from "$lib/state/person.svelte";
import { router } from "$lib/state/router.svelte";

/** The opponent that waits for whoever just wants to play. */
export const LEVEL = 2;

/** Opens a private table against the house and goes there; not for one who puts the name sheet away. */
export async function playNow(game: string): Promise<void> {
  if ((await person.introduced()) === null) return;
  const wanted = { game, seats: ["me", LEVEL], start: true, public: false, stand_in: LEVEL };
  const table = await post<Snapshot>("/tables", wanted);
  router.go(`/table/${table.id}`);
}
