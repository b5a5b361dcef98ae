/** Games from elsewhere: a house that is told of them shows them, and they are played on a general board. */
import AxeBuilder from "@axe-core/playwright";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Catalogue, Snapshot } from "../src/lib/api/wire";
import { ask, enter, expect, House, openTable, ROOT, test as base } from "./house";

const GUESTS = "benchmarks.peers.connect_four,benchmarks.peers.breakthrough,no.such.game";

const test = base.extend<object, { house: House }>({
  house: [
    async ({}, use) => {
      const house = new House({ TABLETIER_GAMES: GUESTS, PYTHONPATH: `${join(ROOT, "src")}:${ROOT}` });
      await house.open();
      await use(house);
      await house.close();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

const cell = (page: Page, key: string) => page.locator(`[data-cell="${key}"]`);

/** Where the table stands, as whoever plays here may know it. */
async function standing(page: Page, id: string): Promise<Snapshot> {
  return ask<Snapshot>(page, `/tables/${id}`);
}

/** Makes the first or last legal move of the seat to move, by touching its cells. */
async function act(page: Page, id: string, last = false): Promise<void> {
  const { position } = await standing(page, id);
  if (position === null) throw new Error("no match is on");
  const view = position.view as unknown as { diagram: { touches: Record<string, string[]> } };
  const move = position.legal?.at(last ? -1 : 0) ?? "";
  for (const key of view.diagram.touches[move] ?? []) await cell(page, key).click();
  await expect(page.locator(`[data-plies="${position.plies + 1}"]`)).toBeVisible();
}

test("stand on the shelf after the games of the house, each with its set-up sheet", async ({ page }) => {
  await enter(page, "Ada");
  const { games } = await ask<Catalogue>(page, "/games");
  expect(games.map(({ key }) => key).slice(-2)).toEqual(["breakthrough", "connect_four"]);
  await page.goto("/");
  const box = page.locator('[data-game="connect_four"]');
  await expect(box.getByRole("heading")).toHaveText("Puissance 4");
  await box.locator('a[href="/new/connect_four"]').click();
  await expect(page).toHaveURL(/\/new\/connect_four/);
  await expect(page.locator("form")).toContainText("Puissance 4");
});

test("show what they have where they bring no sheet and no lessons", async ({ page }) => {
  await enter(page, "Ada");
  await page.goto("/rules/connect_four");
  await expect(page.getByText("Alignez quatre pions")).toBeVisible();
  await page.goto("/learn/connect_four");
  await expect(page.getByRole("link", { name: /règles/i }).first()).toBeVisible();
  await page.goto("/rules/nothing_at_all");
  await expect(page.getByRole("link", { name: /voir les jeux/i }).first()).toBeVisible();
});

test("are played to their end on a general board, and looked at again", async ({ page }) => {
  test.setTimeout(120_000);
  const id = await openTable(page, "Ada", { game: "connect_four", seats: ["me", "me"], start: true });
  await expect(page.getByRole("grid", { name: "Plateau" })).toBeVisible();
  for (let n = 0; n < 42; n += 1) {
    const { table } = await standing(page, id);
    if (table.result !== null) break;
    await act(page, id, n % 2 === 1);
  }
  const { table } = await standing(page, id);
  expect(table.result?.reason).toBe("line");
  await page.goto(`/replay/${id}`);
  await expect(page.getByRole("grid", { name: "Plateau" })).toBeVisible();
});

test("are played against the house: a cell, then a target; what is wrong is explained", async ({ page }) => {
  test.setTimeout(120_000);
  const id = await openTable(page, "Ada", { game: "breakthrough", seats: ["me", 1], start: true });
  await expect(page.getByRole("gridcell", { name: "a7, pion noir" })).toBeVisible();
  const [top, bottom] = await Promise.all([cell(page, "a8").boundingBox(), cell(page, "a1").boundingBox()]);
  expect(top?.y ?? 0).toBeGreaterThan(bottom?.y ?? 0); // whoever moves downwards sits at the bottom
  await cell(page, "a7").click();
  await expect(page.getByRole("gridcell", { name: "a6, libre, possible" })).toBeVisible();
  await cell(page, "c3").click();
  await expect(page.getByText("Un pion avance d’une rangée.")).toBeVisible();
  await expect(cell(page, "a7")).toHaveAttribute("aria-selected", "true"); // the pawn is still in the hand
  await cell(page, "a6").click();
  await expect.poll(async () => (await standing(page, id)).moves.length).toBeGreaterThanOrEqual(2);
});

test("are played with the keyboard alone", async ({ page }) => {
  const id = await openTable(page, "Ada", { game: "connect_four", seats: ["me", "me"], start: true });
  await cell(page, "a1").focus();
  await page.keyboard.press("ArrowRight");
  await expect(cell(page, "b1")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await standing(page, id)).moves).toEqual(["b"]);
});

for (const scheme of ["light", "dark"] as const)
  test(`have no fault that axe finds, ${scheme}, and fit a phone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: 360, height: 740 });
    const id = await openTable(page, "Ada", { game: "breakthrough", seats: ["me", "me"], start: true });
    await act(page, id);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id: name, nodes }) => [name, nodes.map(({ html }) => html)])).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
