/** What is said of somebody who is away, as long as they are. */
import { ticker } from "$lib/state/ticker";
import { locale } from "$lib/words/words";
import { words } from "./absence-words";
import type { Desk } from "./desk.svelte";

/** How long the house waits with playing for a seat (ms); null where nobody waits for it. */
export function patienceLeft({ table }: Desk, seat: number): number | null {
  const until = table.furniture?.seats[seat]?.away_until ?? null;
  return until === null ? null : Math.max(0, until - (ticker.now + table.skew));
}

/** Who is away and until when (their plate counts); or that the house plays for them. Null: they are here. */
export function absenceOf(desk: Desk, n: number): string | null {
  const seat = desk.table.furniture?.seats[n];
  if (seat === undefined || !seat.person || !desk.playing) return null;
  const name = desk.name(n);
  if (seat.level !== null) return words("standsIn", { name });
  if (!seat.away) return null;
  if (seat.away_until === null) return words("awayOpen", { name });
  const hour = new Intl.DateTimeFormat(locale(), { hour: "numeric", minute: "2-digit" });
  return words("awayUntil", { name, hour: hour.format(seat.away_until - desk.table.skew) });
}
