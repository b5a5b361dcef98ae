/** A long list is one stop for Tab: arrows, Home and End walk along it. */

/** Where a key leads in a list of so many, one below the other; null if it leads nowhere. */
export function along(key: string, at: number, count: number): number | null {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  return step === 0 ? null : Math.max(0, Math.min(count - 1, at + step));
}

/** Walks among these elements with the key pressed on one of them. */
export function walkAlong(event: KeyboardEvent, among: NodeListOf<HTMLElement>): void {
  const at = [...among].indexOf(event.currentTarget as HTMLElement);
  const to = event.ctrlKey || event.metaKey || event.altKey ? null : along(event.key, at, among.length);
  if (to === null) return;
  event.preventDefault();
  among[to]?.focus();
}
