/** Days of puzzles, as the house counts them. */
import { locale } from "$lib/words/words";

/** Today, as the house counts days: in universal time. */
export function today(now = Date.now()): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** The day before. */
export function dayBefore(day: string): string {
  return today(Date.parse(`${day}T12:00:00Z`) - 86_400_000);
}

/** The day after. */
export function dayAfter(day: string): string {
  return today(Date.parse(`${day}T12:00:00Z`) + 86_400_000);
}

/** A day as people write it: 18 November 2026. */
export function dayInWords(day: string): string {
  const told = new Intl.DateTimeFormat(locale(), { dateStyle: "long", timeZone: "UTC" });
  return told.format(Date.parse(`${day}T12:00:00Z`));
}
