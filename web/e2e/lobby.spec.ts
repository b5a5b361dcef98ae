/** The list of all open tables, when it is full: names as long as they may be, thirty at a time. */
import { ask, enter, expect, test } from "./house";
import { keys } from "./games";

test("forty tables are listed thirty at a time, searched and filtered", async ({ page }) => {
  const [game = "", other = game] = keys;
  await enter(page, "Anne-Charlotte de La Tour du Pin-Gouvernet".slice(0, 40));
  await page.evaluate(
    async ([game, other]) => {
      for (let n = 0; n < 40; n += 1) {
        const clock = n === 3 ? { kind: "total", seconds: 600, increment: 5 } : { kind: "none" };
        const wish = { game: n % 2 ? game : other, seats: ["me", "open"], clock, names: n === 7 ? ["Zébulon"] : [] };
        const headers = { "Content-Type": "application/json" };
        await fetch("/api/v1/tables", { method: "POST", headers, body: JSON.stringify(wish) });
      }
    },
    [game, other] as const,
  );
  await page.goto("/");
  await page.getByRole("link", { name: "Toutes les tables, avec recherche" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Les tables");
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(30);
  await page.getByRole("button", { name: "Voir les suivantes" }).click();
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(40);

  await page.getByLabel("Chercher").fill("zebulon");
  await expect(rows).toHaveCount(1);
  await expect(rows.getByRole("link")).toHaveAccessibleName(/^Rejoindre\s: .+, Zébulon$/);
  await expect(rows).toContainText("place libre");
  await expect(rows).toContainText("ouverte");
  await page.getByLabel("Chercher").fill("");
  await page.getByLabel("Pendule").selectOption("total");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(/10 min par joueur, plus 5 s par coup/);
  await page.getByLabel("Jeu", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Joueurs").selectOption("2");
  const { length } = await ask<unknown[]>(page, `/tables?status=open&clock=total&game=${game}&players=2`);
  await expect(rows).toHaveCount(length);

  await page.getByLabel("Pendule").selectOption("");
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(rows.first()).toBeVisible();
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(sideways).toBeLessThanOrEqual(0);
  const wide = await rows.evaluateAll((all) => all.filter((row) => row.scrollWidth > row.clientWidth + 1).length);
  expect(wide, "no row is wider than its place").toBe(0);

  await page.setViewportSize({ width: 740, height: 360 });
  await page.reload();
  await expect(rows.first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel("Pendule")).toBeHidden();
  await page.getByText("Filtrer les tables").click();
  await expect(page.getByLabel("Pendule")).toBeVisible();
});
