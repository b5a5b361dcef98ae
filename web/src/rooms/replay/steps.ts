/** Walking through the steps of a match: numbers, keys, addresses. */

/** The steps that can be shown: from the first that was told to the last. */
export interface Range {
  first: number;
  last: number;
}

/** The nearest step that can be shown. */
export function within(step: number, { first, last }: Range): number {
  return Math.max(first, Math.min(last, Math.round(step)));
}

/** Where a key leads; null if it is not one of ours. */
export function stepForKey(key: string, at: number, range: Range): number | null {
  switch (key) {
    case "ArrowLeft":
      return within(at - 1, range);
    case "ArrowRight":
      return within(at + 1, range);
    case "Home":
      return range.first;
    case "End":
      return range.last;
    default:
      return null;
  }
}

/** The nearest of some steps after (way 1) or before (way −1) another; null if there is none. */
export function nextOf(steps: readonly number[], at: number, way: 1 | -1): number | null {
  const beyond = steps.filter((step) => (step - at) * way > 0);
  if (beyond.length === 0) return null;
  return way === 1 ? Math.min(...beyond) : Math.max(...beyond);
}

const MOVE = 1000;
const SENTENCE = 500;
const LONGEST = 3000;

/** How long a step is shown when the match plays by itself: longer where more has happened. */
export function pause(sentences: number): number {
  return Math.min(LONGEST, MOVE + SENTENCE * Math.max(0, sentences - 2));
}

/** The address of a step of a table's match. */
export function addressOf(table: string, step: number): string {
  return `/replay/${encodeURIComponent(table)}?step=${step}`;
}
