/** What a phone shows, measured in a real browser: every game, the fewest and the most seats, every size. */
import type { Page } from "@playwright/test";
import type { Catalogue, LessonShown } from "../src/lib/api/wire";
import { ask, enter, expect, openTable, test } from "./house";
import { handOf, keys } from "./games";
import { drawn, move, overlap, turn } from "./playing";

const UPRIGHT = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
];
const SHOTS = process.env["TABLETIER_SHOTS"];
const SIDEWAYS = { width: 740, height: 360 };

/** What stands wrong on the screen now: cut off, covered by something else, or too small for a finger. */
function wrongs(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { innerWidth: wide, innerHeight: high } = window;
    const root = document.documentElement;
    if (root.scrollWidth > wide) found.push(`the page is ${root.scrollWidth} wide`);
    if (root.scrollHeight > high) found.push(`the page is ${root.scrollHeight} high`);
    const needed =
      "main button, main a.button, main [role=tab], main [role=gridcell], main [role=button], [data-testid=status] p";
    for (const one of document.querySelectorAll<HTMLElement | SVGElement>(needed)) {
      const box = one.getBoundingClientRect();
      if (box.width === 0 || !one.checkVisibility()) continue;
      const name = one.getAttribute("aria-label") ?? one.textContent ?? "";
      if (box.left < -1 || box.top < -1 || box.right > wide + 1 || box.bottom > high + 1)
        found.push(`cut off: ${name}`);
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
    const { games } = await ask<Catalogue>(page, "/games");
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
        const told = await page.getByTestId("told").evaluate((one) => one.scrollHeight - one.clientHeight);
        if (players === 2) expect.soft(told, "what happened is told whole").toBeLessThanOrEqual(1);
        await expect(page.locator("body > * > header")).toBeHidden();
        const board = await page.locator("section.board").boundingBox();
        expect(board?.height).toBe(SIDEWAYS.height);
        for (const beside of [".others", "[data-testid=status]", ".table > .own", "aside"]) {
          const box = await page.locator(beside).boundingBox();
          expect(box?.x, beside).toBeGreaterThanOrEqual((board?.x ?? 0) + (board?.width ?? 0));
        }
        await move(page, id, hand);
      }
      if (players === 2) await endsInPlace(page, id);
    }
  });
}

/** At the end of a match the board stays as it was, held sideways, and there is a way to the preferences. */
async function endsInPlace(page: Page, id: string): Promise<void> {
  await turn(page, id);
  await ask(page, `/tables/${id}/orders`, { do: "resign" });
  await expect(page.getByRole("button", { name: "Revanche" })).toBeVisible();
  await expect(page.locator("body > * > header")).toBeHidden();
  expect((await page.locator("section.board").boundingBox())?.height).toBe(SIDEWAYS.height);
  expect.soft(await wrongs(page), "over, sideways").toEqual([]);
  await expect(page.getByRole("button", { name: "Préférences" })).toBeInViewport({ ratio: 1 });
}

for (const game of keys) {
  test(`${game}: board, words and ways of a lesson fit the screen, and what is learnt is kept`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`/learn/${game}/1`);
    const lessons = await ask<LessonShown[]>(page, `/games/${game}/lessons`);
    for (const { number } of [lessons[0], lessons.at(-1)].flatMap((one) => one ?? [])) {
      await page.goto(`/learn/${game}/${number}`);
      await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
      for (const size of [{ width: 360, height: 740 }, SIDEWAYS, { width: 1280, height: 800 }]) {
        await resize(page, size);
        const numbers = await page.getByRole("navigation", { name: "Leçons" }).getByRole("link").all();
        for (const one of numbers) await expect.soft(one).toBeInViewport({ ratio: 0.99 });
        expect.soft(await wrongs(page), `lesson ${number} at ${size.width} x ${size.height}`).toEqual([]);
        const board = await page.locator("section.board").boundingBox();
        expect(Math.min(board?.width ?? 0, board?.height ?? 0)).toBeGreaterThan(240);
        const said = page.getByRole("status").first();
        expect(await said.evaluate((one) => one.scrollHeight - one.clientHeight), "words in sight").toBeLessThanOrEqual(
          1,
        );
      }
    }
    await page.goto(`/learn/${game}/1`);
    await page.setViewportSize({ width: 360, height: 740 });
    const { act } = await handOf(game);
    const seen = await ask<LessonShown[]>(page, `/games/${game}/lessons`);
    let right = "";
    for (const one of seen[0]?.position.legal ?? []) {
      const { met } = await ask<{ met: boolean }>(page, `/games/${game}/lessons/1/try`, { moves: [one] });
      if (met) right = one;
      if (met) break;
    }
    await act(page, { legal: [right], view: seen[0]?.position.view ?? {}, seat: seen[0]?.seat ?? 0 });
    await expect(page.getByRole("link", { name: "Leçon suivante" })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("link", { name: /Leçon 1, faite/ })).toBeAttached();
    await page.goto("/");
    await expect(page.locator(`[data-game="${game}"]`).getByTestId("learnt")).toContainText(/1 leçon sur \d+ faite/);
  });
}

for (const game of keys) {
  test(`${game}: the board of a puzzle, and what one may do, are in sight`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`/puzzle/${game}`);
    await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
    for (const size of [{ width: 360, height: 740 }, SIDEWAYS, { width: 1280, height: 800 }]) {
      await resize(page, size);
      expect.soft(await wrongs(page), `at ${size.width} x ${size.height}`).toEqual([]);
      await expect.soft(page.locator("section.board")).toBeInViewport({ ratio: 1 });
      for (const one of await page.getByRole("navigation", { name: "Les jours passés" }).getByRole("link").all())
        await expect.soft(one).toBeInViewport({ ratio: 0.99 });
      if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/puzzle-${game}-${size.width}.png` });
    }
  });
}

for (const game of keys) {
  test(`${game}: a match is looked at again on a phone held sideways`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize(SIDEWAYS);
    const hand = await handOf(game);
    const { players = 2, ...crowd } = hand.crowd ?? {};
    const seats = ["me", ...Array<number>(players - 1).fill(1)];
    const options = hand.crowd === undefined ? {} : { players, ...crowd };
    const id = await openTable(page, "Anne", { game, options, seats, start: true, public: false });
    const { position } = await turn(page, id);
    await ask(page, `/tables/${id}/orders`, { do: "move", move: position?.legal?.[0], ply: position?.plies });
    await turn(page, id);
    await page.goto(`/replay/${id}`);
    const board = page.getByTestId("board");
    await expect(board.locator("svg").first()).toBeVisible();
    await page.getByRole("button", { name: "Coup suivant" }).click();
    if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/replay-${game}-740.png` });
    await expect(board).toBeInViewport({ ratio: 1 });
    const [lies, head] = [await board.boundingBox(), await page.locator("body > * > header").boundingBox()];
    expect(lies?.height).toBeCloseTo(SIDEWAYS.height - (head?.height ?? 0), 0);
    for (let seat = 0; seat < players; seat += 1)
      await expect.soft(page.locator(`[data-seat="${seat}"]`)).toBeInViewport({ ratio: 1 });
    const controls = page.getByRole("group", { name: "Défilement de la partie" });
    await expect(controls).toBeInViewport({ ratio: 1 });
    for (const beside of [controls, page.getByTestId("told"), page.getByRole("tabpanel")])
      expect(await overlap(beside, board)).toBe(0);
    await page.getByRole("tab", { name: "Partie" }).click(); // whoever goes on reading sees the board still
    await page.mouse.move(SIDEWAYS.width - 20, 200);
    await page.mouse.wheel(0, 2000);
    await expect(board).toBeInViewport({ ratio: 0.99 });
  });
}

/** Rooms, one after another in one page, and how wide each asks to be. */
async function widest(page: Page, rooms: readonly string[]): Promise<Record<string, number>> {
  const wide: Record<string, number> = {};
  for (const room of rooms) {
    await page.goto(room);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    await resize(page, { width: 360, height: 740 });
    wide[`${room}, letters twice as large`] = await page.evaluate(
      () => document.documentElement.scrollWidth - innerWidth,
    );
    if (room.startsWith("/table/")) await usable(page);
    await resize(page, { width: 640, height: 400 });
    if (room.startsWith("/table/")) await usable(page);
    await page.evaluate(() => (document.documentElement.style.fontSize = ""));
    for (const size of [
      { width: 640, height: 400 },
      { width: 320, height: 256 },
    ]) {
      await resize(page, size);
      wide[`${room}, ${size.width} wide`] = await page.evaluate(
        () => document.documentElement.scrollWidth - innerWidth,
      );
    }
  }
  return wide;
}

/** With very large letters too, a table that is played at has a board one can use, and its line is whole. */
async function usable(page: Page): Promise<void> {
  const board = page.locator("section.board svg").first();
  if ((await board.count()) === 0) return;
  const box = await board.boundingBox();
  expect.soft(Math.max(box?.width ?? 0, box?.height ?? 0), `the board at ${page.url()}`).toBeGreaterThan(290);
  const line = page.getByTestId("status");
  await page.evaluate(() => scrollTo(0, 0));
  await expect.soft(line, `the line at ${page.url()} is seen without scrolling`).toBeInViewport({ ratio: 0.99 });
  const drawn = await page.locator("section.board [role=grid]").first().boundingBox();
  const [words, under] = [await line.boundingBox(), (drawn?.y ?? 0) + (drawn?.height ?? 0)];
  if (words !== null && words.x < (drawn?.x ?? 0) + (drawn?.width ?? 0))
    expect.soft(words.y - under, `emptiness between board and line at ${page.url()}`).toBeLessThan(150);
  const name = page.locator(".own article strong span").first();
  expect.soft(await name.evaluate((one) => one.scrollWidth - one.clientWidth), "one's name is whole").toBe(0);
  expect
    .soft(await line.evaluate((one) => one.scrollHeight - one.clientHeight), "the line is not cut")
    .toBeLessThanOrEqual(1);
  expect
    .soft(await overlap(line, page.locator("section.board")), `the line lies on the board at ${page.url()}`)
    .toBeLessThanOrEqual(1);
  const asked = line.getByRole("paragraph").last();
  await asked.evaluate((one) => one.scrollIntoView({ block: "center" }));
  const seen = await asked.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const over = [0.1, 0.9].map((share) => document.elementFromPoint(left + width / 2, top + height * share));
    return over.every((found) => found !== null && (one.contains(found) || found.contains(one)));
  });
  expect.soft(seen, "the line is not covered").toBe(true);
}

test("no room is wider than the screen, with letters or the whole page twice as large", async ({ page }) => {
  const [first = ""] = keys;
  const waiting = await openTable(page, "Anne", { game: first, seats: ["me"] });
  const rooms = ["/", "/me", "/nowhere/at-all", "/replay", `/table/${waiting}`];
  for (const game of keys) {
    const { id } = await ask<{ id: string }>(page, "/tables", { game, seats: ["me", 1], start: true, public: false });
    rooms.push(`/learn/${game}/1`, `/table/${id}`);
    if (game === first) rooms.push(`/new/${game}`, `/rules/${game}`, `/replay/${id}`);
  }
  const wide = await widest(page, rooms);
  expect(Object.entries(wide).filter(([, over]) => over > 0)).toEqual([]);
});
