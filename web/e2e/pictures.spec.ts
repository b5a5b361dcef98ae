/** The pictures of the rule sheets: drawn by the boards that are played on, to be looked at only. */
import type { FigureShown } from "../src/lib/api/wire";
import { ask, expect, test } from "./house";
import { keys } from "./games";

for (const game of keys) {
  test(`${game}: every picture of the sheet is drawn on a board, at the width of a phone too`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/rules/${game}`);
    const pictures = page.locator("figure[data-picture]");
    await expect(pictures.first()).toBeVisible();
    const told = await ask<FigureShown[]>(page, `/games/${game}/pictures`);
    expect(told.length).toBeGreaterThan(0);
    await expect(pictures).toHaveCount(told.length);
    for (const { name, frames } of told) {
      const picture = page.locator(`[data-picture="${name}"]`);
      await picture.scrollIntoViewIfNeeded();
      await expect(picture.locator("section.board")).toHaveCount(frames.length);
      await expect(picture.getByRole("img").first()).toHaveAccessibleName(/\.$/);
      await expect(picture.locator("figcaption")).not.toBeEmpty();
      await expect(picture.locator("section.board svg").last()).toBeVisible();
      const sizes = await picture
        .locator("section.board svg")
        .evaluateAll((all) => all.map((svg) => svg.getBoundingClientRect().width));
      expect(Math.max(...sizes), name).toBeGreaterThan(200);
    }
    await expect(page.locator("figure [role=grid]:not([inert] *)")).toHaveCount(0); // nothing in them takes the focus
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });

  test(`${game}: a rule that is asked for stays in sight when the pictures above it are drawn`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/rules/${game}`);
    const last = page.locator("figure[data-picture]").last();
    await expect(last).toBeAttached();
    const rule = await last.evaluate((figure) => {
      const ids = [...document.querySelectorAll("p.rule")];
      return (
        ids.find((one) => (one.compareDocumentPosition(figure) & Node.DOCUMENT_POSITION_PRECEDING) !== 0)?.id ?? ""
      );
    });
    await page.goto("/");
    await page.goto(`/rules/${game}#${rule}`);
    await expect(page.locator(`[id="${rule}"]`)).toBeInViewport();
    await expect(page.locator("figure[data-picture]").last().locator("svg").first()).toBeAttached();
    await page.waitForTimeout(500);
    await expect(page.locator(`[id="${rule}"]`)).toBeInViewport();
  });
}
