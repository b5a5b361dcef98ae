import { another, ask, enter, expect, openTable, test } from "./house";
import { handOf, keys } from "./games";
import { drawn, look, move, turn } from "./playing";

const [game = ""] = keys; // any game will do

test("others read who is away and until when, and who is back takes back what the house did", async ({ page, browser, baseURL }) => {
  test.setTimeout(90_000);
  await enter(page, "Anne");
  const { id } = await ask<{ id: string }>(page, "/tables", { game, seats: ["me", "open"], patience: 900 });
  await page.goto(`/table/${id}`);
  const other = await another(browser, baseURL, "Bruno");
  await ask(other, `/tables/${id}/orders`, { do: "sit" });
  await other.goto(`/table/${id}`);
  await page.getByRole("button", { name: "Commencer la partie" }).click();
  const hand = await handOf(game);
  while ((await look(page, id)).position?.to_move !== 1) await move(page, id, hand);
  await expect(other.locator("section.board [role=grid]").first()).toBeVisible();

  await other.goto("/"); // looking elsewhere is enough
  const note = page.getByTestId("absence");
  await expect(note).toContainText(/Bruno n’est plus là. Sans retour avant \d+:\d\d \(14:\d\d\), la maison jouera à sa place/);
  await expect(page.getByTestId("status")).toContainText("Bruno n’est plus là");
  await expect(page.getByTestId("told")).toContainText("Sans retour d’ici 15 min");
  await note.getByRole("button", { name: "Compris" }).click();
  await expect(note).toHaveCount(0);
  await expect(page.locator('[data-seat="1"]')).toContainText(/pas là · 14:\d\d/);
  await other.goto(`/table/${id}`);
  await expect(page.locator('[data-seat="1"]')).not.toContainText("pas là");

  const before = (await look(page, id)).moves.length;
  await other.getByRole("button", { name: "Plus" }).click();
  await other.getByRole("button", { name: "Quitter la table" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Quitter la table" }).click();
  await expect(note).toContainText("La maison joue pour Bruno jusqu’à son retour.");
  await expect.poll(async () => (await look(page, id)).moves.length, { timeout: 30_000 }).toBeGreaterThan(before);
  await other.goto(`/table/${id}`); // being here again is enough
  await expect(note).toHaveCount(0);
  const offer = other.getByTestId("absence");
  await expect(offer).toContainText("En votre absence, la maison a joué");
  await offer.getByRole("button", { name: "Demander à les reprendre" }).click();
  await expect(page.getByText("Bruno voudrait reprendre ce que la maison a joué en son absence.")).toBeVisible();
  await page.getByRole("button", { name: "D’accord" }).click();
  await expect.poll(async () => (await look(page, id)).moves.length).toBe(before);
  await expect(offer).toHaveCount(0);
  await expect(other.getByTestId("moves").getByRole("listitem")).toHaveCount(before);
});

test("against the house whoever comes back has it all taken back at once", async ({ page }) => {
  const id = await openTable(page, "Anne", { game, seats: ["me", 1], start: true });
  const { moves } = await turn(page, id);
  await ask(page, `/tables/${id}/orders`, { do: "leave" });
  await expect.poll(async () => (await look(page, id)).moves.length, { timeout: 30_000 }).toBeGreaterThan(moves.length + 1);
  await page.reload();
  const offer = page.getByTestId("absence");
  await offer.getByRole("button", { name: "Reprendre là où j’étais" }).click();
  await expect(offer).toHaveCount(0);
  const seen = await look(page, id);
  expect(seen.moves).toEqual(moves);
  await drawn(page, seen);
});
