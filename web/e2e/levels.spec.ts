/** A game has levels of its own: the set-up sheet offers them, and an opponent of the last sits down. */
import type { Catalogue, GameShown, Snapshot } from "../src/lib/api/wire";
import { ask, enter, expect, test } from "./house";

const PICTURES = process.env["TABLETIER_PICTURES"] ?? "";

test("another game has other levels, and the nearest is chosen there", async ({ page }) => {
  await enter(page, "Anne");
  const { games } = await ask<Catalogue>(page, "/games");
  const byLength = [...games].sort((one, other) => other.levels.length - one.levels.length);
  const [long, short] = [byLength[0], byLength.at(-1)] as [GameShown, GameShown];
  const [most, least] = [long.levels.length, short.levels.length];
  expect(most).toBeGreaterThan(least);

  await page.goto(`/new/${long.key}`);
  const level = page.getByLabel("Niveau des adversaires");
  await expect(level.locator("option")).toHaveCount(most);
  await level.selectOption(String(most - 1));
  await expect(page.getByText(long.levels[most - 2]?.manner.fr ?? "")).toBeVisible();
  for (const width of [1280, 360])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/levels-${width}-${colorScheme}.png`, fullPage: true });
    }
  await page.getByLabel("Jeu", { exact: true }).selectOption(short.key);
  await expect(level.locator("option")).toHaveCount(least);
  await expect(level).toHaveValue(String(least));
  await page.getByLabel("Jeu", { exact: true }).selectOption(long.key);
  await expect(level).toHaveValue(String(most - 1)); // as it was chosen
  await level.selectOption(String(most));
  await page.getByRole("button", { name: "Jouer" }).click();
  await expect(page).toHaveURL(/\/table\//);

  const id = page.url().split("/").at(-1) ?? "";
  const { table } = await ask<Snapshot>(page, `/tables/${id}`);
  expect(table.seats.map((seat) => seat.level).filter((one) => one !== null)).toEqual([most]);
  await expect(page.locator("article").filter({ hasText: `niveau ${most}` })).toBeVisible();
  await expect(ask(page, "/tables", { game: short.key, seats: ["me", most] })).rejects.toThrow(
    new RegExp(`422.*${short.name.fr} n.a pas de niveau ${most}. Ses niveaux`),
  );
});
