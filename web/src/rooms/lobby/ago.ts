/** How long ago something was, as the language says it; nothing is said about a moment. */
import type { Language } from "$lib/words/words";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function ago(ms: number, language: Language): string {
  const told = new Intl.RelativeTimeFormat(language, { numeric: "always" });
  if (ms < MINUTE) return "";
  if (ms < HOUR) return told.format(-Math.floor(ms / MINUTE), "minute");
  if (ms < DAY) return told.format(-Math.floor(ms / HOUR), "hour");
  return told.format(-Math.floor(ms / DAY), "day");
}
