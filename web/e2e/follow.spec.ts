/** One can follow: what others did stays marked and said until one moves; the line asks for what is next. */
import { expect, openTable, test } from "./house";
import { handOf, keys } from "./games";
import { drawn, move, turn, turnOf } from "./playing";

for (const game of keys) {
  test(`${game}: what all others did is said with names and marked; then the line asks for the next step`, async ({
    page,
  }) => {
    const hand = await handOf(game);
    const others = (hand.crowd?.players ?? 2) - 1;
    const wish = {
      game,
      options: hand.crowd ?? {},
      seats: ["me", ...Array<number>(others).fill(1)],
      start: true,
      public: false,
    };
    const id = await openTable(page, "Zoé", wish);
    await move(page, id, hand);
    const seen = await turn(page, id);
    await drawn(page, seen);
    const told = page.getByTestId("told");
    const names = await page.locator(".others article strong").allInnerTexts();
    expect(names).toHaveLength(others);
    for (const name of names) await expect(told).toContainText(name);
    await page.reload(); // who comes back is told as well
    await drawn(page, seen);
    for (const name of names) await expect(told).toContainText(name);
    await expect(page.getByTestId("moves").getByRole("listitem").last()).toContainText(names.at(-1) ?? "");
    const marked = page.getByRole("gridcell", { name: /, vient d’/ });
    const made = seen.moves.slice(-others).map((move) => move ?? "");
    const least = hand.marks?.(made, turnOf(seen).view) ?? others;
    if (hand.marksCells !== false) await expect.poll(() => marked.count()).toBeGreaterThanOrEqual(least);
    const asked = page.getByTestId("status").locator("p").last();
    await expect(asked).toHaveText(await hand.begin(page, turnOf(await turn(page, id))));
  });
}
