/** Days of puzzles, as the house counts them. */

/** Today, as the house counts days: in universal time. */
export function today(now = Date.now()): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** The day before. */
export function dayBefore(day: string): string {
  return today(Date.parse(`${day}T12:00:00Z`) - 86_400_000);
}
