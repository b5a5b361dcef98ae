import { ask, expect, test } from "./house";
import { handOf, keys } from "./games";

interface Lesson {
  number: number;
  seat: number;
  position: { legal: string[]; view: Record<string, unknown> };
}

for (const game of keys) {
  test(`${game}: the first lesson is done by making the move it speaks of`, async ({ page }) => {
    await page.goto(`/learn/${game}/99`);
    await expect(page.getByText("Il n’y a pas de leçon 99 : voici la première.")).toBeVisible();
    await page.goto(`/learn/${game}/1`);
    await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
    await expect(page.getByText("Il n’y a pas de leçon")).toHaveCount(0);
    const [lesson] = await ask<Lesson[]>(page, `/games/${game}/lessons`);
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
