import { ask, expect, openTable, test } from "../../../e2e/house";
import { look } from "../../../e2e/playing";

test("a table is opened and a move made with the keyboard alone", async ({ page }) => {
  await page.goto("/");
  await page.waitForSelector("[data-game]");
  const play = page.locator('[data-game="expion"]').getByRole("button", { name: /Jouer/ });
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press("Tab");
    if (await play.evaluate((button) => button === document.activeElement)) break;
  }
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/table\//);
  const id = page.url().split("/").at(-1) ?? "";
  const { position } = await look(page, id);
  const [from = "", to = ""] = (position?.legal?.[0] ?? "").split("-");
  await reach(page, from);
  await page.keyboard.press("Enter");
  await reach(page, to);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("moves").getByRole("listitem").first()).toBeVisible();
  await expect(page.getByTestId("told")).toContainText(/\p{L}{3}/u);
});

/** Tabs to the board, then walks with the arrows until a cell has the focus. */
async function reach(page: Parameters<typeof look>[0], key: string): Promise<void> {
  const focused = (): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.getAttribute("data-cell") ?? null);
  for (let n = 0; n < 40 && (await focused()) === null; n += 1) await page.keyboard.press("Tab");
  const target = await page.locator(`[data-cell="${key}"]`).boundingBox();
  for (let n = 0; n < 60 && (await focused()) !== key; n += 1) {
    const here = await page.locator(`[data-cell="${(await focused()) ?? ""}"]`).boundingBox();
    if (here === null || target === null) throw new Error("the focus left the board");
    const [dx, dy] = [target.x - here.x, target.y - here.y];
    const across = Math.abs(dx) > Math.abs(dy);
    await page.keyboard.press(across ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : dy > 0 ? "ArrowDown" : "ArrowUp");
  }
  expect(await focused()).toBe(key);
}

test("what the page shows as possible is what the house says", async ({ page }) => {
  const id = await openTable(page, "Anne", { game: "expion", seats: ["me", "me"], start: true });
  const { position } = await ask<{ position: { legal: string[] } }>(page, `/tables/${id}`);
  const from = position.legal[0]?.split("-")[0] ?? "";
  await page.locator(`[data-cell="${from}"]`).click();
  await expect(page.locator(`[data-cell="${from}"][aria-selected="true"]`)).toBeVisible();
});
