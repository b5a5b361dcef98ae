/**
 * How quick the page is, in a real browser at a real house. What is found is written as JSON to
 * TABLETIER_SPEED; `python -m benchmarks.page_speed` makes a table of it.
 */
import type { Catalogue } from "../../src/lib/api/wire";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import { handOf, keys } from "../games";
import { ask, enter, expect, openTable, test } from "../house";
import { move, turn, turnOf } from "../playing";
import { frames, shifts, touches, watch } from "./stopwatch";

const PAGE = join(import.meta.dirname, "../../../src/tabletier/server/page");
const TRIES = 5;
const TOUCHES = 12;
const MOVES = 20;

interface Found {
  script: { bytes: number; files: number };
  interactive: Record<string, number[]>;
  touch: Record<string, number[]>;
  shift: { score: number; moves: number; seats: number };
  frames: { gaps: number[]; moves: number };
  browser: string;
}
const found: Partial<Found> = {};

test.afterAll(() => {
  const file = process.env["TABLETIER_SPEED"];
  if (file !== undefined) writeFileSync(file, JSON.stringify(found));
});

/** A browser that has never been here. */
async function visitor(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: "fr-FR" })).newPage();
}

test("the first room's scripts", async ({ browser, baseURL }) => {
  found.browser = browser.version();
  const page = await visitor(browser, baseURL);
  const names = new Set<string>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js")) names.add(pathname);
  });
  await page.goto("/", { waitUntil: "networkidle" });
  await expect(page.locator("[data-game]")).toHaveCount(keys.length);
  const sizes = [...names].map((name) => gzipSync(readFileSync(join(PAGE, name)), { level: 9 }).length);
  found.script = { bytes: sizes.reduce((a, b) => a + b, 0), files: names.size };
});

for (const game of keys)
  test(`${game}: until one can play, and what a touch brings`, async ({ page }) => {
    const { short } = await handOf(game);
    const wish = { game, options: short, seats: ["me", 1], start: true, public: false };
    const id = await openTable(page, "Anne", wish);
    await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
    const waits: number[] = [];
    for (let n = 0; n < TRIES; n += 1) {
      await page.goto("about:blank");
      await page.goto(`/table/${id}`, { waitUntil: "commit" });
      // Interactive: the board's cells are there, listening, and have been drawn.
      const at = await page.waitForFunction(
        () => document.querySelector("section.board [role=grid] [data-cell]") !== null && performance.now(),
        undefined,
        { polling: "raf" },
      );
      waits.push(Number(await at.jsonValue()));
    }
    (found.interactive ??= {})[game] = waits;
    await watch(page);
    const hand = await handOf(game);
    for (let n = 0; n < TOUCHES; n += 1) {
      const { table } = await move(page, id, hand);
      if (table.status === "over") break;
    }
    (found.touch ??= {})[game] = await touches(page);
  });

/** Waits until so many moves are drawn, without asking the house: that would keep both busy. */
async function quietly(page: Page, plies: number): Promise<void> {
  await page
    .waitForFunction(
      (wanted) => Number(document.querySelector<HTMLElement>("[data-plies]")?.dataset["plies"]) >= wanted,
      plies,
      { polling: 250, timeout: 15_000 },
    )
    .catch(() => undefined); // somebody cannot move, or it is over
}

test("a full table: nothing shifts, and motion is smooth", async ({ page }) => {
  await enter(page, "Anne");
  const { games } = await ask<Catalogue>(page, "/games");
  const seated = games.map(({ key, players }) => ({ game: key, seats: Math.max(...players) }));
  const { game, seats } = seated.reduce((a, b) => (b.seats > a.seats ? b : a));
  const wish = {
    game,
    options: { players: seats, teams: true },
    seats: ["me", ...Array.from({ length: seats - 1 }, () => 1)], // shared by eight, the seats would turn round
    clock: { kind: "total", seconds: 30, increment: 5 },
    start: true,
    public: false,
  };
  const id = await openTable(page, "Anne", wish);
  await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
  await page.waitForTimeout(1000);
  page.on("console", (message) => {
    if (message.text().startsWith("shifted")) console.log(message.text()); // what moved, for whoever mends it
  });
  await watch(page);
  const hand = await handOf(game);
  let seen = await turn(page, id);
  while (seen.moves.length < MOVES && seen.position !== null && seen.table.status !== "over") {
    const { plies } = seen.position;
    await hand.act(page, turnOf(seen));
    await quietly(page, plies + seats);
    seen = await turn(page, id);
  }
  const made = seen.moves.length;
  await page.waitForTimeout(600);
  found.shift = { score: await shifts(page), moves: made, seats };
  found.frames = { gaps: await frames(page), moves: made };
});
