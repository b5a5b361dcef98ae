import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { Catalogue, Snapshot } from "../src/lib/api/wire";
import { another, ask, enter, expect, test } from "./house";

const PICTURES = process.env["TABLETIER_PICTURES"] ?? "";

/** Nobody meets a barrier, and nothing is wider than a phone. */
async function clear(page: Page, name: string): Promise<void> {
  const wide = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const [size, scheme] of [
    [{ width: 360, height: 740 }, "light"],
    [wide, "dark"],
  ] as const) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual([]);
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}-${size.width}-${scheme}.png`, fullPage: true });
  }
}

/** Makes the first legal move. */
async function play(page: Page, id: string): Promise<void> {
  const { position } = await ask<Snapshot>(page, `/tables/${id}`);
  await ask(page, `/tables/${id}/orders`, { do: "move", move: position?.legal?.[0], ply: position?.plies });
}

test("a rated match, from the set-up sheet to the ladder", async ({ page, browser, baseURL }) => {
  await enter(page, "Anne");
  const other = await another(browser, baseURL, "Brunowolfeschlegelsteinhausenbergerdorff"); // as long as a name may be
  const { games } = await ask<Catalogue>(page, "/games");
  const found = games.find(({ uneven }) => uneven.length > 0);
  const key = found?.key ?? "";

  await page.goto(`/new/${key}`);
  const rated = page.getByLabel("Partie classée");
  await page.getByLabel("Joueurs").selectOption(String(found?.uneven[0]));
  await expect(rated).toBeDisabled();
  await expect(page.getByText("les camps sont inégaux")).toBeVisible();
  await page.getByLabel("Joueurs").selectOption("2");
  await page.getByLabel("Avec qui").selectOption("friends");
  await rated.check();
  await page.locator("summary").filter({ hasText: "La table" }).click();
  await expect(page.getByLabel("Conseils permis")).toBeDisabled();
  await clear(page, "setup");
  await page.getByRole("button", { name: "Ouvrir la table" }).click();
  await expect(page.locator('dt:text-is("Classée") + dd')).toHaveText("oui : compte pour la cote");

  const id = page.url().split("/").at(-1) ?? "";
  await ask(other, `/tables/${id}/orders`, { do: "sit" });
  await ask(page, `/tables/${id}/orders`, { do: "start" });
  const first =
    (await ask<Snapshot>(page, `/tables/${id}`)).position?.legal === undefined ? [other, page] : [page, other];
  for (const one of first) await play(one, id);
  await page.getByRole("tab", { name: "Coups" }).click();
  await expect(page.getByTestId("rated")).toBeVisible();
  await ask(other, `/tables/${id}/orders`, { do: "resign" });
  const change = page.getByTestId("rating-change").first();
  await expect(change).toContainText(/Anne\s: \d+ → \d+ \(\+\d+\)/);
  await expect(change).toContainText(/Bruno\w+\s: \d+ → \d+ \(−\d+\)/);
  await expect(change).toContainText("provisoire");
  expect(await change.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0);
  for (const place of ["[data-seat]", "p"])
    await expect(page.locator(place).getByRole("link", { name: /^Bruno/ })).toHaveAttribute("href", /^\/people\//);
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/end.png` });
  await page.goto(`/replay/${id}`);
  await page.getByRole("tab", { name: "Partie" }).click();
  await expect(page.getByTestId("rating-change").first()).toContainText("Anne");
  for (const part of ["[role=tabpanel]", "[data-seat]"])
    expect(await page.locator(part).evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))).toEqual(
      await page.locator(part).evaluateAll((all) => all.map(() => 0)),
    );

  await page.goto(`/ladder/${key}`);
  const mine = page.getByRole("row").filter({ hasText: "(vous)" });
  await expect(mine).toContainText("Anne");
  await expect(page.getByRole("row").filter({ hasText: "Niveau" })).toHaveCount(found?.levels.length ?? 0);
  await clear(page, "ladder");

  await page.goto("/me");
  await page.locator("summary").filter({ hasText: "Cotes" }).click();
  await page.getByLabel("Figurer dans les classements").uncheck();
  await clear(page, "me");
  await expect
    .poll(async () => (await ask<{ listed: boolean }>(page, "/me/ratings")).listed, { message: "stored" })
    .toBe(false);
  await other.goto(`/ladder/${key}`);
  await expect(other.getByRole("row").filter({ hasText: "Bruno" })).toBeVisible();
  await expect(other.getByRole("row").filter({ hasText: "Anne" })).toHaveCount(0);
  await page.goto(`/ladder/${key}`);
  await expect(page.getByText("personne d’autre ne voit ceci")).toBeVisible();

  await page.goto(`/new/${key}`);
  await expect(page.getByText(/^Votre cote/)).toBeVisible();
  await expect(page.getByText("À peu près votre force.")).toBeVisible();
  await other.context().close();
});

test("a rated match that one has left says on the shelf what becomes of it", async ({ page, browser, baseURL }) => {
  await enter(page, "Anne");
  const other = await another(browser, baseURL, "Bruno");
  const { games } = await ask<Catalogue>(page, "/games");
  const wanted = { game: games[0]?.key, seats: ["me", "open"], rated: true };
  const { id } = await ask<Snapshot>(page, "/tables", wanted);
  await ask(other, `/tables/${id}/orders`, { do: "sit" });
  await ask(page, `/tables/${id}/orders`, { do: "start" });
  for (const one of [page, other]) await ask(one, `/tables/${id}/orders`, { do: "leave" });
  await page.goto("/");
  await expect(page.getByTestId("now")).toContainText("perdue si vous ne revenez pas");
  await expect(page.getByRole("heading", { name: "Vos parties en cours" })).toBeVisible();
});
