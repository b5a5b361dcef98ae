import { ask, expect, openTable, test } from "../../../e2e/house";
import type { Page, Route } from "@playwright/test";
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

/** A table where North may capture East's marble on g8 by h9-h8. */
async function beforeCapture(page: Page): Promise<string> {
  const id = await openTable(page, "Anne", { game: "expion", seats: ["me", "me"], start: true });
  for (const [ply, move] of ["f9-f8", "i8-g8"].entries())
    await ask(page, `/tables/${id}/orders`, { do: "move", move, ply });
  await expect(page.locator('[data-plies="2"]')).toBeAttached();
  return id;
}

test("what a move would capture is ringed before it is confirmed", async ({ page }) => {
  const id = await beforeCapture(page);
  await page.locator('[data-cell="h9"]').click();
  await expect(page.locator("g.prey")).toHaveCount(1);
  await expect(page.locator('[data-cell="h8"]')).toHaveAttribute("aria-label", /capturer g8/);
  await page.locator('[data-cell="h8"]').hover();
  await expect(page.locator("g.prey.sure")).toHaveCount(1);
  expect((await look(page, id)).moves).toEqual(["f9-f8", "i8-g8"]);
  await page.locator('[data-cell="h9"]').click(); // put down again
  await expect(page.locator("g.prey")).toHaveCount(0);
  await page.locator('[data-cell="h9"]').click();
  await page.locator('[data-cell="h8"]').click();
  await expect.poll(async () => (await look(page, id)).moves).toEqual(["f9-f8", "i8-g8", "h9-h8"]);
  await expect(page.locator("g.prey")).toHaveCount(0);
});

test("a move waits for no preview, and one that comes too late is not shown", async ({ page }) => {
  const id = await beforeCapture(page);
  const held: Route[] = [];
  await page.route("**/preview", (route) => void held.push(route));
  await page.locator('[data-cell="h9"]').click();
  await expect.poll(() => held.length).toBe(1);
  await page.locator('[data-cell="h8"]').click();
  await expect.poll(async () => (await look(page, id)).moves).toHaveLength(3);
  await held[0]?.fulfill({
    json: { plies: 2, caused: { "h9-h8": [{ type: "captured", marble: "e", at: "g8", between: [] }] } },
  });
  await page.locator('[data-cell="e1"]').click();
  await expect(page.locator("g.prey")).toHaveCount(0);
});

test("with four, talk is closed until the end and says why", async ({ page }) => {
  const options = { players: 4 };
  await openTable(page, "Anne", { game: "expion", options, seats: ["me", 1, 1, 1], start: true, public: false });
  await page.getByRole("tab", { name: "Discussion" }).click();
  await expect(page.getByTestId("closed-talk")).toContainText("La règle interdit de se concerter");
  await expect(page.getByTestId("closed-talk").getByRole("link")).toHaveText("Règle EXPION-10");
  await expect(page.getByRole("textbox", { name: "Votre message" })).toHaveCount(0);
});
