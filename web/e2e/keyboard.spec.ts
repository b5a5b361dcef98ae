import { expect, openTable, test } from "./house";
import { handOf, keys } from "./games";
import { drawn, turn, turnOf } from "./playing";

test("the keys are told on demand", async ({ page }) => {
  await openTable(page, "Anne", { game: keys[0], seats: ["me", "me"], start: true });
  await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Jouer au clavier" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  for (const [room, line] of [
    [`/puzzle/${keys[0]}`, "V : montrer les coups possibles"],
    [`/learn/${keys[0]}/1`, "Entrée : choisir ou jouer"],
    [`/editor/${keys[0]}`, "Suppr : enlever"],
  ] as const) {
    await page.goto(room);
    await expect(page.locator("[role=grid]").first()).toBeVisible();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Jouer au clavier" }).getByText(line)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("Escape puts away what lies on top, wherever the focus is; a touch of the empty cloth puts down what was chosen", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const [game = ""] = keys;
  const hand = await handOf(game);
  const id = await openTable(page, "Anne", { game, seats: ["me", 1], start: true, public: false });
  const seen = await turn(page, id);
  await drawn(page, seen);
  const asked = page.getByTestId("status").locator("p").last();
  const begun = await hand.begin(page, turnOf(seen));
  await expect(asked).toHaveText(begun);

  const sheet = page.getByRole("tabpanel");
  await page.getByRole("tab", { name: "Coups" }).click();
  await expect(sheet).toBeVisible();
  const uncovered = [asked, page.locator(".own article"), page.getByRole("button", { name: "Conseil" })];
  for (const part of uncovered) await part.click({ trial: true });
  await page.locator("[role=gridcell][tabindex='0']").first().focus();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(asked).toHaveText(begun);
  await page.keyboard.press("Escape");
  await expect(asked).not.toHaveText(begun);

  await hand.begin(page, turnOf(seen));
  await expect(asked).toHaveText(begun);
  await page.getByRole("button", { name: "Plus" }).focus();
  await page.keyboard.press("Escape");
  await expect(asked).not.toHaveText(begun);

  await hand.begin(page, turnOf(seen));
  await expect(asked).toHaveText(begun);
  await page.locator("section.board").click({ position: { x: 180, y: 2 } });
  await expect(asked).not.toHaveText(begun);
});
