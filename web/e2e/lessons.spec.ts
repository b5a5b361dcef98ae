import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LessonShown } from "../src/lib/api/wire";
import { ask, expect, test } from "./house";
import { handOf, keys } from "./games";

for (const game of keys) {
  test(`${game}: the first lesson is done by making the move it speaks of`, async ({ page }) => {
    await page.goto(`/learn/${game}/99`);
    await expect(page.getByText("Il n’y a pas de leçon 99 : voici la première.")).toBeVisible();
    await page.goto(`/learn/${game}/1`);
    await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
    await expect(page.getByText("Il n’y a pas de leçon")).toHaveCount(0);
    const [lesson] = await ask<LessonShown[]>(page, `/games/${game}/lessons`);
    if (lesson === undefined) throw new Error("there is no lesson");
    const { view, legal } = lesson.position;
    let right: string | null = null;
    for (const move of legal) {
      const { met } = await ask<{ met: boolean }>(page, `/games/${game}/lessons/1/try`, { moves: [move] });
      if (met) right = move;
      if (met) break;
    }
    const { act } = await handOf(game);
    await act(page, { legal: right === null ? [] : [right], view, seat: lesson.seat });
    await expect(page.locator('[data-verdict="met"]')).toBeVisible();
    await page.getByRole("link", { name: "Leçon suivante" }).click();
    await expect(page.locator('[data-lesson="2"]')).toBeVisible();
    await expect(page.getByRole("link", { name: "Leçon 1, faite" })).toBeVisible(); // also when one goes on at once
  });
}

test("a lesson or a game that is not there is told", async ({ page }) => {
  await page.goto(`/learn/${keys[0]}/-1`);
  await expect(page.getByText("Il n’y a pas de leçon -1 : voici la première.")).toBeVisible();
  await page.goto("/learn/chess");
  await expect(page.getByText("Il n’y a pas de jeu « chess » ici.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Lire les règles" })).toHaveCount(0);
  await page.goto("/replay/zzz");
  await expect(page.getByRole("main").getByRole("link", { name: "Voir les jeux" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Retour à la table" })).toHaveCount(0);
});

/** Every sentence of a game's lessons, in both languages. */
function sentences(game: string): string[] {
  const file = join(import.meta.dirname, `../../src/tabletier/games/${game}/lessons.toml`);
  return [...readFileSync(file, "utf8").matchAll(/^ {2}"(.+)",$/gm)].map(([, said]) => said ?? "");
}

for (const game of keys) {
  test(`${game}: on phones whatever a lesson says is in sight, and at its end no way lies over another`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/learn/${game}/1`);
    const last = (await ask<LessonShown[]>(page, `/games/${game}/lessons`)).at(-1);
    if (last === undefined) throw new Error("there is no lesson");
    await page.goto(`/learn/${game}/${last.number}`);
    await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
    const said = sentences(game);
    expect(said.length).toBeGreaterThan(40);
    for (const size of [
      { width: 360, height: 740 },
      { width: 320, height: 568 },
    ]) {
      await page.setViewportSize(size);
      const cut = await page.locator("div.says").evaluate((box, said) => {
        const [words] = box.children;
        const before = words?.textContent ?? "";
        const found = said.filter((one) => {
          if (words) words.textContent = one;
          return box.scrollHeight > box.clientHeight + 1;
        });
        if (words) words.textContent = before;
        return found;
      }, said);
      expect.soft(cut, `${size.width} x ${size.height}`).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    const board = await page.locator("section.board svg").first().boundingBox();
    expect(board?.width, "the board takes the width there is").toBeGreaterThan(250);
    const met = {
      verdict: "met",
      met: true,
      text: { fr: "Bien.", en: "Good." },
      moves: [],
      scenes: [],
      position: last.position,
      refusal: null,
    };
    await page.route(/\/try$/, (route) => route.fulfill({ json: met }));
    const { act } = await handOf(game);
    await act(page, { legal: last.position.legal, view: last.position.view, seat: last.seat });
    await expect(page.getByRole("link", { name: "Jouer une vraie partie" })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: "Recommencer" })).toBeInViewport({ ratio: 1 });
    const numbers = await page.getByRole("navigation", { name: "Leçons" }).boundingBox();
    for (const way of await page.locator("[data-lesson] footer .button").all()) {
      const box = await way.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(numbers?.y ?? 0);
    }
    const rows = await page
      .getByRole("navigation", { name: "Leçons" })
      .getByRole("link")
      .evaluateAll((links) => new Set(links.map((one) => one.getBoundingClientRect().top)).size);
    expect(rows).toBe(1);
  });
}
