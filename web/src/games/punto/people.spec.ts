import { another, ask, expect, openTable, test } from "../../../e2e/house";
import { move } from "../../../e2e/playing";
import { hand } from "./hand.e2e";

test("partners are marked, and opponents of one level have names of their own", async ({ page }) => {
  const options = { players: 4, teams: true, first_player: 2 };
  await openTable(page, "Anne", { game: "punto", options, seats: ["me", 2, 2, 2], start: true, public: false });
  const plates = page.getByRole("article");
  await expect(plates.filter({ hasText: "votre partenaire" })).toHaveCount(1);
  await expect(page.locator('[data-seat="2"]').getByText("partenaire", { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByTestId("moves").getByRole("listitem").first()).toContainText("(votre partenaire)");
  const names = await plates.getByRole("strong").allInnerTexts();
  expect(new Set(names).size).toBe(4);
});

test("a take-back that puts a drawn card back says so", async ({ page, browser, baseURL }) => {
  const id = await openTable(page, "Anne", { game: "punto", seats: ["me", "open"], options: { first_player: 0 } });
  const other = await another(browser, baseURL, "Bruno");
  await ask(other, `/tables/${id}/orders`, { do: "sit" });
  await ask(page, `/tables/${id}/orders`, { do: "start" });
  await other.goto(`/table/${id}`);
  await move(page, id, hand);
  await ask(page, `/tables/${id}/orders`, { do: "ask", question: "takeback" });
  const question = other.getByTestId("question");
  await expect(question).toContainText("Anne voudrait reprendre son coup. Attention : Anne saurait ce qui va sortir.");
  for (const size of [
    { width: 360, height: 740 },
    { width: 320, height: 568 },
  ]) {
    await other.setViewportSize(size);
    const [asked, line] = [
      await question.boundingBox(),
      await other.getByTestId("status").getByRole("paragraph").last().boundingBox(),
    ];
    expect(asked?.y, `the line is not covered at ${size.width}`).toBeGreaterThanOrEqual(
      (line?.y ?? 0) + (line?.height ?? 0) - 1,
    );
  }
  await other.getByRole("button", { name: "Non merci" }).click();
  await expect(other.getByTestId("told")).toHaveText("Vous déclinez.");
  await expect(page.getByTestId("told")).toHaveText("Bruno décline.");
});
