import { checkDraws, expect, openTable, test } from "./house";
import { handOf, keys } from "./games";
import { move } from "./playing";

const MOST = 250;

for (const game of keys) {
  test(`${game}: a whole game against the house, to its end`, async ({ page }) => {
    test.setTimeout(240_000);
    const hand = await handOf(game);
    const wish = { game, options: hand.short, seats: ["me", 1], start: true, public: false };
    const id = await openTable(page, "Camille", wish);
    let seen = await move(page, id, hand);
    for (let n = 1; n < MOST && seen.table.status !== "over"; n += 1) seen = await move(page, id, hand);
    expect(seen.table.status).toBe("over");
    await expect(page.getByTestId("status")).toHaveClass(/over/);
    await checkDraws(page, id, "La donne est honnête");
    await page.getByRole("link", { name: "Revoir la partie" }).click();
    await expect(page).toHaveURL(new RegExp(`/replay/${id}`));
  });
}
