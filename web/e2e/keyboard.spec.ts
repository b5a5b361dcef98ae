import { expect, openTable, test } from "./house";
import { keys } from "./games";

test("the keys are told on demand", async ({ page }) => {
  await openTable(page, "Anne", { game: keys[0], seats: ["me", "me"], start: true });
  await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Jouer au clavier" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
