/** Puzzles without a link: today's are kept with all that it takes to show and to grade them. */
import { get, Refused } from "$lib/api/client";
import type { DayShown, PuzzleShown } from "$lib/api/wire";
import { faceOf } from "$lib/board/face";

const KEPT = "tabletier-puzzles";
const PAGE = "/puzzle";

const addressOf = (game: string, day: string): string => `/api/v1/puzzles/${game}/daily?day=${day}`;

/** The puzzle of a day: from the house, or as it was kept. */
export async function puzzleOf(game: string, day: string): Promise<PuzzleShown> {
  try {
    return await get<PuzzleShown>(`/puzzles/${game}/daily?day=${day}`);
  } catch (error) {
    const found = error instanceof Refused && error.status === 0 ? await keptAt(addressOf(game, day)) : undefined;
    if (found === undefined) throw error;
    return (await found.json()) as PuzzleShown;
  }
}

/** Keeps the puzzles of some days, their boards and the page itself, and lets go of older ones. */
export async function keep(days: readonly DayShown[]): Promise<void> {
  if (!("caches" in globalThis)) return; // without TLS a browser keeps nothing
  const cache = await caches.open(KEPT);
  const wanted = days.map(({ game, day }) => addressOf(game, day));
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const assets = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"));
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url);
    if (pathname.startsWith("/api/") && !wanted.includes(pathname + search)) await cache.delete(url);
  }
  await Promise.allSettled(days.map(({ game }) => faceOf(game)));
  const page = await fetch(PAGE, { headers: { Accept: "text/html" } });
  if (page.ok) await cache.put(PAGE, page);
  await Promise.allSettled([...wanted, ...assets.map(({ href }) => href)].map((url) => cache.add(url)));
}

async function keptAt(address: string): Promise<Response | undefined> {
  return "caches" in globalThis ? caches.match(address, { ignoreVary: true }) : undefined;
}
