import type { Page } from "@playwright/test";
import { another, ask, enter, expect, openTable, test } from "./house";
import { handOf, keys } from "./games";
import { type Seen, begun, drawn, look, move, overlap, turn } from "./playing";

const [game = ""] = keys; // any game will do

/** Leaves the table for good. A page that links up later would count as coming back, so it is waited for. */
async function leave(page: Page, id: string): Promise<Seen> {
  const seen = await turn(page, id);
  await drawn(page, seen);
  await ask(page, `/tables/${id}/orders`, { do: "leave" });
  return seen;
}

test("others read who is away and until when, and who is back takes back what the house did", async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(90_000);
  await enter(page, "Anne");
  const { id } = await ask<{ id: string }>(page, "/tables", { game, seats: ["me", "open"], patience: 900 });
  await page.goto(`/table/${id}`);
  const other = await another(browser, baseURL, "Bruno");
  await ask(other, `/tables/${id}/orders`, { do: "sit" });
  await other.goto(`/table/${id}`);
  await page.getByRole("button", { name: "Commencer la partie" }).click();
  const hand = await handOf(game);
  while ((await begun(page, id)).position?.to_move !== 1) await move(page, id, hand);
  await expect(other.locator("section.board [role=grid]").first()).toBeVisible();

  await other.goto("/"); // looking elsewhere is enough
  const line = page.getByTestId("status");
  await expect(line).toContainText(/Bruno n’est plus là. Sans retour avant \d+:\d\d, la maison jouera à sa place/);
  await expect(page.getByText("Bruno n’est plus là")).toHaveCount(1); // said once, and by the seat
  await expect(page.locator('[data-seat="1"]')).toContainText(/pas là · 14:\d\d/);
  await other.goto(`/table/${id}`);
  await expect(page.locator('[data-seat="1"]')).not.toContainText("pas là");

  const before = (await look(page, id)).moves.length;
  await other.getByRole("button", { name: "Plus" }).click();
  await other.getByRole("button", { name: "Quitter la table" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Quitter la table" }).click();
  await expect(page.locator('[data-seat="1"]')).toContainText("la maison joue");
  await expect.poll(async () => (await look(page, id)).moves.length, { timeout: 30_000 }).toBeGreaterThan(before);
  await other.goto(`/table/${id}`); // being here again is enough
  const offer = other.getByTestId("absence");
  await expect(offer).toContainText("En votre absence, la maison a joué");
  await offer.getByRole("button", { name: /^Demander à les? reprendre$/ }).click();
  await expect(page.getByText("Bruno voudrait reprendre ce que la maison a joué en son absence.")).toBeVisible();
  await page.getByRole("button", { name: "D’accord" }).click();
  await expect.poll(async () => (await look(page, id)).moves.length).toBe(before);
  await expect(offer).toHaveCount(0);
  await expect(other.getByTestId("moves").getByRole("listitem")).toHaveCount(before);
});

test("against the house whoever comes back has it all taken back at once", async ({ page }) => {
  const id = await openTable(page, "Anne", { game, seats: ["me", 1], start: true });
  const { moves } = await leave(page, id);
  await expect
    .poll(async () => (await look(page, id)).moves.length, { timeout: 30_000 })
    .toBeGreaterThan(moves.length + 1);
  await page.reload();
  const offer = page.getByTestId("absence");
  await offer.getByRole("button", { name: "Reprendre là où j’étais" }).click();
  await expect(offer).toHaveCount(0);
  const seen = await look(page, id);
  expect(seen.moves).toEqual(moves);
  await drawn(page, seen);
});

test("what the house did meanwhile is told beside the board, and no longer after a move of one's own", async ({
  page,
}) => {
  await page.setViewportSize({ width: 740, height: 360 });
  const id = await openTable(page, "Anne", { game, seats: ["me", 1], start: true });
  const { moves } = await leave(page, id);
  await expect.poll(async () => (await look(page, id)).moves.length, { timeout: 30_000 }).toBeGreaterThan(moves.length);
  await page.reload();
  const offer = page.getByTestId("absence");
  await expect(offer).toBeVisible();
  const board = page.locator("section.board");
  for (const size of [
    { width: 740, height: 360 },
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    for (const thing of [board, page.getByTestId("status"), page.getByRole("article").first()])
      expect.soft(await overlap(offer, thing), JSON.stringify(size)).toBe(0);
  }
  await move(page, id, await handOf(game));
  await expect(offer).toHaveCount(0);
});

test("a board that cannot be loaded is told, and loading the page again helps", async ({ page }) => {
  await page.goto("/");
  const board = (url: URL): boolean => /\/assets\/face-.*\.js$/.test(url.pathname);
  await page.route(board, (route) => route.abort());
  await openTable(page, "Anne", { game, seats: ["me", "me"], start: true });
  await expect(page.getByText("Quelque chose s’est mal passé ici.")).toBeVisible();
  await page.unroute(board);
  await page.getByRole("button", { name: "Recharger la page" }).click();
  await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
});
