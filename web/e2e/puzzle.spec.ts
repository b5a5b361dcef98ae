import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { PuzzleShown } from "../src/lib/api/wire";
import { ask, enter, expect, test } from "./house";
import { handOf, keys } from "./games";

test.use({ serviceWorkers: "allow" });

const SHOTS = process.env["TABLETIER_SHOTS"];

const axe = async (page: Page): Promise<string[]> =>
  (await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
  );

/** Whether one move solves it, and none goes on where it ends: a hand that is told one move makes that. */
function isPlain({ steps }: PuzzleShown): boolean {
  const [step] = steps;
  const best = step?.best[0] ?? "";
  return steps.length === 1 && Object.keys(step?.moves ?? {}).every((move) => move === best || !move.startsWith(best));
}

/** Makes the best, or the worst, move of the first step. */
async function answer(page: Page, puzzle: PuzzleShown, best: boolean): Promise<void> {
  const [step] = puzzle.steps;
  if (step === undefined) throw new Error("there is no step");
  const worst = Object.entries(step.moves).sort(([, a], [, b]) => b - a)[0]?.[0] ?? "";
  const { act } = await handOf(puzzle.game);
  await expect(page.locator('[data-busy="false"]')).toBeVisible();
  const move = best ? (step.best[0] ?? "") : worst;
  await act(page, { legal: [move], view: step.position.view, seat: puzzle.seat });
}

test("the puzzle of the day: missed, solved, shared, and another without a link", async ({ page, context }) => {
  test.setTimeout(90_000);
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, "Anne"); // strangers are not asked to solve anything
  await page.goto("/");
  const daily = page.getByRole("main").locator('a[href^="/puzzle/"]');
  await expect(daily).toHaveCount(keys.length);
  const puzzles = await Promise.all(keys.map((game) => ask<PuzzleShown>(page, `/puzzles/${game}/daily`)));
  const [first, other] = puzzles.filter(isPlain);
  if (first === undefined || other === undefined) throw new Error("there are no puzzles");
  await page.locator(`a[href="/puzzle/${first.game}"]`).click();
  await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
  expect(await axe(page)).toEqual([]);
  const lies = await page.locator("section.board").boundingBox();
  await answer(page, first, false);
  await expect(page.locator('[data-verdict="missed"]')).toContainText("il en reste");
  await expect(page.getByText("encore 2 essais")).toBeVisible();
  await answer(page, first, true);
  await expect(page.locator('[data-verdict="met"]')).toContainText(/Trouvé\s: .+\. Ce coup /);
  await expect(page.getByText("1 jour de suite")).toBeVisible();
  await expect(page.getByText(/Votre cote aux problèmes/)).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.evaluate(() => {
    Object.defineProperty(navigator, "share", { value: (sent: { text: string }) => (document.title = sent.text) });
  });
  await page.getByRole("button", { name: "Partager" }).click();
  await expect(page).toHaveTitle(/Tabletier · .* [🟨🟥]🟩$/u);

  await page.getByRole("button", { name: "Les jours passés" }).click();
  await expect(page.locator("dialog li a").first()).toHaveAttribute("href", `/puzzle/${first.game}/${first.day}`);
  expect(await axe(page)).toEqual([]);
  expect(await page.locator("section.board").boundingBox(), "the board holds still").toEqual(lies);
  await page.reload();
  await expect(page.locator('[data-verdict="met"]')).toContainText(/résolu.*Trouvé/s);
  await expect(page.getByRole("button", { name: "Partager" })).toBeVisible();
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/solved-360.png` });
  await page.setViewportSize({ width: 740, height: 360 });
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/solved-740.png` });
  await page.getByRole("button", { name: "Recommencer" }).click();
  await expect(page.getByText("ceci ne compte plus")).toBeVisible();
  await expect(page.getByRole("button", { name: "Voir la réponse" })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/puzzle");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(keys.length);
  expect(await axe(page)).toEqual([]);

  await page.waitForLoadState("networkidle"); // by now everything is kept
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open("tabletier-puzzles")).keys()).length))
    .toBeGreaterThan(keys.length);
  await context.setOffline(true);
  await page.goto(`/puzzle/${other.game}`);
  await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
  await answer(page, other, false);
  await expect(page.locator('[data-verdict="missed"]')).toBeVisible();
  await context.setOffline(false);
  await page.goto("/puzzle"); // what waits is told
  await expect.poll(async () => (await ask<{ game: string }[]>(page, "/me/puzzles")).length).toBe(2);
});
