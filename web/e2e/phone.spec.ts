/** What a phone shows, measured in a real browser: every game, the fewest and the most seats, every size. */
import type { Page } from "@playwright/test";
import { ask, enter, expect, test } from "./house";
import { handOf, keys } from "./games";
import { drawn, move, turn } from "./playing";

const UPRIGHT = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
];
const SIDEWAYS = { width: 740, height: 360 };

/** What stands wrong on the screen now: cut off, covered by something else, or too small for a finger. */
function wrongs(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { innerWidth: wide, innerHeight: high } = window;
    const root = document.documentElement;
    if (root.scrollWidth > wide) found.push(`the page is ${root.scrollWidth} wide`);
    if (root.scrollHeight > high) found.push(`the page is ${root.scrollHeight} high`);
    const needed = "main button, main a.button, main [role=tab], main [role=gridcell], main [role=button], [data-testid=status] p";
    for (const one of document.querySelectorAll<HTMLElement | SVGElement>(needed)) {
      const box = one.getBoundingClientRect();
      if (box.width === 0 || !one.checkVisibility()) continue;
      const name = one.getAttribute("aria-label") ?? one.textContent ?? "";
      if (box.left < -1 || box.top < -1 || box.right > wide + 1 || box.bottom > high + 1) found.push(`cut off: ${name}`);
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (top === null || !(one.contains(top) || top.contains(one))) found.push(`covered: ${name}`);
      const touched = one.matches("button, a.button, [role=tab]");
      if (touched && (box.width < 43.5 || box.height < 43.5)) found.push(`small: ${name} ${box.width} x ${box.height}`);
    }
    return found;
  });
}

async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  // Two frames: boards measure themselves in the first.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

for (const game of keys) {
  test(`${game}: whatever is needed is in sight on a phone, upright and sideways`, async ({ page }) => {
    const hand = await handOf(game);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await enter(page, "Anne-Charlotte de La Tour");
    const { games } = await ask<{ games: { key: string; players: number[] }[] }>(page, "/games");
    const counts = games.find(({ key }) => key === game)?.players ?? [];
    for (const players of new Set([Math.min(...counts), Math.max(...counts)])) {
      const wish = {
        game,
        options: counts.length > 1 ? { players } : {},
        seats: ["me", ...Array<number>(players - 1).fill(1)],
        clock: { kind: "total", seconds: 900, increment: 5 },
        start: true,
        public: false,
      };
      const { id } = await ask<{ id: string }>(page, "/tables", wish);
      await page.goto(`/table/${id}`);
      for (let made = 0; made < 2; made += 1) {
        await drawn(page, await turn(page, id));
        for (const size of UPRIGHT) {
          await resize(page, size);
          expect.soft(await wrongs(page), `${players} at ${size.width} x ${size.height}`).toEqual([]);
        }
        await resize(page, SIDEWAYS);
        expect.soft(await wrongs(page), `${players} sideways`).toEqual([]);
        await expect(page.locator("body > * > header")).toBeHidden();
        const board = await page.locator("section.board").boundingBox();
        expect(board?.height).toBe(SIDEWAYS.height);
        for (const beside of [".others", "[data-testid=status]", ".table > .own", "aside"]) {
          const box = await page.locator(beside).boundingBox();
          expect(box?.x, beside).toBeGreaterThanOrEqual((board?.x ?? 0) + (board?.width ?? 0));
        }
        await move(page, id, hand);
      }
    }
  });
}
