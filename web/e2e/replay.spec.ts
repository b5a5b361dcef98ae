import type { Page } from "@playwright/test";
import { keys } from "./games";
import { ask, enter, expect, openTable, test } from "./house";
import { turn } from "./playing";

/** A match of a few moves, ended by resignation; the number of its last step. */
async function shortMatch(page: Page, game: string): Promise<{ id: string; last: number }> {
  const id = await openTable(page, "Anne", { game, seats: ["me", 1], start: true, public: false });
  for (let moves = 0; moves < 2; moves += 1) {
    const { position } = await turn(page, id);
    await ask(page, `/tables/${id}/orders`, { do: "move", move: position?.legal?.[0], ply: position?.plies });
  }
  await turn(page, id);
  await ask(page, `/tables/${id}/orders`, { do: "resign" });
  const { steps } = await ask<{ steps: unknown[] }>(page, `/tables/${id}/replay`);
  return { id, last: steps.length - 1 };
}

const at = (page: Page, step: number): Promise<void> =>
  expect(page.getByTestId("board")).toHaveAttribute("data-step", String(step));

for (const game of keys) {
  test(`${game}: a match is looked at again, move by move`, async ({ page }) => {
    const { id, last } = await shortMatch(page, game);
    await page.goto(`/replay/${id}`);
    await at(page, 0);
    await page.keyboard.press("ArrowRight");
    await at(page, 1);
    await expect(page).toHaveURL(`/replay/${id}?step=1`);
    await expect(page.getByTestId("moves").locator("[aria-current=step]")).toContainText("1");
    await page.getByRole("slider", { name: "Coup montré" }).focus();
    await page.keyboard.press("ArrowRight");
    await at(page, 2);
    await expect(page.getByRole("slider", { name: "Coup montré" })).toBeFocused();
    await page.waitForURL(`**/replay/${id}?step=2`);
    await page.reload();
    await at(page, 2);
    await page.getByRole("button", { name: "Coup précédent" }).click();
    await at(page, 1);
    await page.getByTestId("moves").getByRole("button").last().click();
    await at(page, last);
    await expect(page.getByTestId("outcome")).toContainText("abandon");
    await page.getByRole("tab", { name: "Partie" }).click();
    await page.getByRole("button", { name: "Vérifier la donne" }).click();
    await expect(page.getByText("La donne est honnête")).toBeVisible();
  });
}

const [game = ""] = keys;

test("a record is opened from a file; a bad one is explained", async ({ page }) => {
  const { id, last } = await shortMatch(page, game);
  const text = await page.evaluate(async (id) => (await fetch(`/api/v1/tables/${id}/record`)).text(), id);
  await page.goto("/replay");
  await page.getByLabel("Texte du procès-verbal").fill("{}");
  await page.getByRole("button", { name: "Revoir cette partie" }).click();
  await expect(page.getByTestId("trouble")).toContainText("procès-verbal");
  const file = { name: "match.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) };
  await page.locator("input[type=file]").setInputFiles(file);
  await at(page, 0);
  await page.keyboard.press("End");
  await at(page, last);
  await page.getByRole("tab", { name: "Partie" }).click();
  await page.getByRole("button", { name: "Vérifier la donne" }).click();
  await expect(page.getByText("Chaque tirage de ce procès-verbal vient de cette graine.")).toBeVisible();
});

test("an analysis is drawn and can be walked along", async ({ page }) => {
  test.setTimeout(240_000); // the rules are not compiled here
  const { id, last } = await shortMatch(page, game);
  await page.goto(`/replay/${id}`);
  await page.getByRole("button", { name: "Analyser la partie" }).click();
  const ribbon = page.getByTestId("ribbon");
  await expect(ribbon).toBeVisible({ timeout: 200_000 });
  await expect(ribbon).toHaveAttribute("aria-valuemax", String(last));
  await expect(ribbon).toHaveAttribute("aria-valuetext", /Coup 0\s: .*Anne \d+\s%/);
  const box = await ribbon.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 40, (box?.y ?? 0) + 100);
  await at(page, last);
  await page.getByRole("tab", { name: "Bilan" }).click();
  await expect(page.getByTestId("accuracy")).toContainText("Anne");
  await page.getByText("Toutes les chances en tableau").click();
  await expect(page.getByTestId("chances").locator("tbody tr")).toHaveCount(last + 1);
});

test("a record from a file is analysed by the house", async ({ page }) => {
  test.setTimeout(240_000); // the rules are not compiled here
  const { id, last } = await shortMatch(page, game);
  const text = await page.evaluate(async (id) => (await fetch(`/api/v1/tables/${id}/record`)).text(), id);
  await page.goto("/replay");
  const file = { name: "match.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) };
  await page.locator("input[type=file]").setInputFiles(file);
  await at(page, 0);
  await page.getByRole("button", { name: "Analyser la partie" }).click();
  const ribbon = page.getByTestId("ribbon");
  await expect(ribbon).toBeVisible({ timeout: 200_000 });
  await expect(ribbon).toHaveAttribute("aria-valuemax", String(last));
});

test("a match under way can be looked at, a table that is not there cannot", async ({ page }) => {
  await enter(page, "Anne");
  const id = await openTable(page, "Anne", { game, seats: ["me", 1], start: true, public: false });
  await page.goto(`/replay/${id}`);
  await expect(page.getByText("L’analyse attend la fin de la partie.")).toBeVisible();
  await page.goto("/replay/nowhere");
  await expect(page.getByRole("button", { name: "Réessayer" })).toBeVisible();
});
