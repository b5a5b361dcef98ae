/** Times of days: how long something lasts, and when it is. */
import { locale } from "$lib/words/words";
import { words } from "./words";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Days and hours, near the end hours and minutes: 2 d 5 h, 3 h 20 min, 7 min. */
export function lasting(ms: number): string {
  if (ms <= 0) return words("gone");
  const minutes = Math.ceil(ms / MINUTE);
  const hours = Math.floor(minutes / 60);
  if (minutes < 60) return words("minutes", { n: minutes });
  if (hours < 12 && minutes % 60 > 0) return words("hoursMinutes", { n: hours, minutes: minutes % 60 });
  if (hours < 24) return words("hours", { n: hours });
  const rest = hours % 24;
  const n = Math.floor(hours / 24);
  return rest === 0 ? words("days", { n }) : words("daysHours", { n, hours: rest });
}

/** A time by the clock on the reader's wall: Wed 18 Nov, 14:05. */
export function at(ms: number): string {
  return new Intl.DateTimeFormat(locale(), {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(ms);
}

/** Where the reader's wall is. */
export function zone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Minutes after midnight as a clock shows them, and back. */
export function shown(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** A day as an input writes it, and the midnight before it. */
export function dayOf(ms: number): string {
  const date = new Date(ms);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function midnight(day: string, later = 0): number {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).getTime();
}

export { DAY };
