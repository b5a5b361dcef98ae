import { expect, openTable, test } from "../../../e2e/house";

test("around one screen a secret choice is covered until the next player takes it", async ({ page }) => {
  await openTable(page, "Anne", { game: "point", seats: ["me", "me"], start: true, public: false });
  await expect(page.getByText(/L’écran passe à/)).toBeVisible();
  await expect(page.locator("section.board")).toHaveCount(0);
  await page.getByRole("button", { name: /C’est moi/ }).click();
  await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
});
