import { expect, test } from "./house";
import { handOf, keys } from "./games";
import { drawn, move, turn, turnOf } from "./playing";

for (const game of keys) {
  const hand = await handOf(game);

  test(`${game}: a guest opens the box and makes a first move`, async ({ page }) => {
    await page.goto("/");
    await page.locator(`[data-game="${game}"]`).getByRole("button", { name: /Jouer/ }).click();
    await page.waitForURL(/\/table\//);
    const id = page.url().split("/").at(-1) ?? "";
    const before = await turn(page, id);
    const after = await move(page, id, hand);
    expect(after.position?.plies).toBeGreaterThan(before.position?.plies ?? 0);
    await expect(page.getByTestId("moves").getByRole("listitem").first()).toBeVisible();
  });

  test(`${game}: a move against the rules is explained`, async ({ page }) => {
    await page.goto("/");
    await page.locator(`[data-game="${game}"]`).getByRole("button", { name: /Jouer/ }).click();
    await page.waitForURL(/\/table\//);
    const id = page.url().split("/").at(-1) ?? "";
    for (let made = 0; made < (hand.opening ?? 0); made += 1) await move(page, id, hand);
    const before = await turn(page, id);
    await drawn(page, before);
    await hand.wrong(page, turnOf(before));
    const note = page.getByTestId("refusal");
    await expect(note).toContainText(/\p{L}{3}/u);
    const rule = note.getByRole("link");
    await expect(rule).toHaveAttribute("href", new RegExp(`^/rules/${game}#[A-Z]+-\\d+$`));
    expect((await turn(page, id)).position?.plies).toBe(before.position?.plies);
    await rule.click();
    await expect(page.getByRole("dialog").locator("p.lit")).toBeVisible();
  });
}
