import { expect, House, openTable, test } from "./house";
import { handOf, keys } from "./games";
import { look, turn, turnOf } from "./playing";

const [game = ""] = keys; // any game will do

test.use({ serviceWorkers: "allow" });

test("the link is cut in the middle: the banner counts, the move waits and is made once", async ({ page }) => {
  test.setTimeout(150_000);
  const house = new House();
  await house.open();
  try {
    await page.goto(house.address);
    const wish = { game, seats: ["me", "me"], start: true, public: false };
    const id = await openTableAt(page, house, wish);
    const hand = await handOf(game);
    const seen = await turn(page, id);
    await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
    await house.kill();
    await expect(page.getByTestId("lost")).toContainText(/Connexion perdue depuis \d+\s\S+\. On réessaie/);
    const counted = page.getByTestId("lost").getByRole("status").locator("[aria-hidden=true]");
    await expect(counted).toHaveText(/depuis \d+/); // seen, not read out every second
    await expect(page.getByTestId("lost")).not.toHaveRole("status");
    await hand.act(page, turnOf(seen));
    await expect(page.getByTestId("status")).toContainText(/dès que la connexion sera revenue/);
    await house.open();
    await expect(page.getByTestId("lost")).toHaveCount(0, { timeout: 30_000 });
    await expect(page.getByTestId("moves").getByRole("listitem")).toHaveCount(1);
    expect((await look(page, id)).moves).toHaveLength(1);
  } finally {
    await house.close();
  }
});

async function openTableAt(page: Parameters<typeof openTable>[0], house: House, wish: object): Promise<string> {
  return page.evaluate(
    async ([address, wish]) => {
      const post = async (path: string, body: unknown): Promise<{ id: string }> =>
        (await fetch(`${address}/api/v1${path}`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        }).then((answer) => answer.json())) as { id: string };
      await post("/me", { name: "Anne", language: "fr" });
      const { id } = await post("/tables", wish);
      history.pushState(null, "", `/table/${id}`);
      dispatchEvent(new PopStateEvent("popstate"));
      return id;
    },
    [house.address, wish] as const,
  );
}

test("offline is said as soon as the browser knows it, and a link that is back is used", async ({ page, context }) => {
  const id = await openTable(page, "Anne", { game, seats: ["me", "me"], start: true });
  await turn(page, id);
  await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByTestId("lost")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByTestId("lost")).toHaveCount(0);
});

test("without a link the page says so honestly", async ({ page, context }) => {
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await page.goto("/me").catch(() => undefined);
  await expect(page.getByRole("heading", { name: "La maison ne répond pas." })).toBeVisible();
  await expect(page.getByText("Seul contre la maison, votre partie vous attend")).toBeVisible();
});
