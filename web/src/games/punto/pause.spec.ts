import { ask, expect, openTable, test } from "../../../e2e/house";
import { look, picked, turnOf, type Seen } from "../../../e2e/playing";
import { hand } from "./hand.e2e";

type Paused = Seen & { table: { pause: { seats: number[] } | null } };

test("a finished round stays until everybody has looked, with a count in sight", async ({ page }) => {
  const id = await openTable(page, "Anne", {
    game: "punto",
    seats: ["me", "me"],
    start: true,
    options: { rounds_to_win: 3 },
  });
  await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
  const seen = async (): Promise<Paused> => (await look(page, id)) as Paused;
  let now = await seen();
  while (now.table.pause === null) {
    const order = { do: "move", move: picked(hand, turnOf(now)), ply: now.position?.plies };
    await ask(page, `/tables/${id}/orders`, order);
    now = await seen();
  }
  const button = page.getByRole("button", { name: "Continuer" });
  await expect(button).toBeVisible();
  await expect(button).toContainText(/Continuer\s*[0-5]/);
  await expect(page.getByTestId("status")).toContainText(/dans [0-5] s/);
  const heard = (): Promise<string> =>
    page.getByTestId("status").evaluate((line) => {
      const read = line.cloneNode(true) as Element;
      read.querySelectorAll("[aria-hidden=true]").forEach((part) => part.remove());
      return read.textContent;
    });
  await expect(page.getByTestId("told")).toContainText(/gagne la manche\.|Manche nulle/);
  expect(await heard()).toMatch(/vient d’elle-même\./);
  expect(await heard()).not.toMatch(/\d+ s\b/); // the count is seen, not read out every second
  const line = await page.getByTestId("status").locator("p").last().elementHandle();
  const count = await button.locator(".count").textContent();
  await expect(button.locator(".count")).not.toHaveText(count ?? "");
  expect(await line?.evaluate((element) => element.isConnected)).toBe(true);
  await button.click();
  await expect(button).toHaveCount(0);
  await expect.poll(async () => (await seen()).table.pause).toBeNull();
  await expect(page.getByTestId("status")).not.toContainText(/dans [0-5] s/);
});
