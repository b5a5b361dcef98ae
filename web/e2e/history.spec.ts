/** Coming back: what was played is there, from our side; it can be searched, looked at and played on. */
import AxeBuilder from "@axe-core/playwright";
import { ask, enter, expect, test } from "./house";
import type { Snapshot } from "../src/lib/api/wire";
import { keys } from "./games";

test("a person who played yesterday finds it again, and goes on", async ({ page }) => {
  const [game = "", other = game] = keys;
  await page.goto("/");
  await expect(page.getByTestId("now")).toHaveCount(0); // new people see what was there before
  await enter(page, "Anne");
  const open = (game: string, more: object): Promise<Snapshot> =>
    ask<Snapshot>(page, "/tables", { game, start: true, ...more });
  const twice = await open(game, { seats: ["me", "me"], names: ["Anne", "Zoé"] });
  const move = twice.position?.legal?.[0];
  await ask(page, `/tables/${twice.id}/orders`, { do: "move", ply: 0, move });
  const lost = await open(other, { seats: ["me", 1] });
  for (const { id } of [twice, lost]) await ask(page, `/tables/${id}/orders`, { do: "resign" });
  const going = await open(game, { seats: ["me", "me"], names: ["Anne", "Kit"] });

  await page.goto("/");
  await expect(page.getByRole("heading", { name: "À vous de jouer" })).toBeVisible();
  await expect(page.getByTestId("now").getByRole("link")).toHaveAttribute("href", `/table/${going.id}`);
  await expect(page.getByTestId("mine")).toContainText("perdue");
  await page.getByRole("link", { name: "Toutes vos parties, avec recherche" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vos parties");
  const rows = page.locator(".matches").getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText("Anne contre Zoé");
  await expect(rows.first()).toContainText("perdue");
  await expect(rows.first()).toContainText("abandon");
  await page.getByLabel("Résultat").selectOption("lost");
  await expect(rows).toHaveCount(1);
  await rows.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/replay\//);
  await page.goBack();
  await expect(page).toHaveURL(/\/games\?outcome=lost$/);
  await expect(page.getByLabel("Résultat")).toHaveValue("lost");
  await expect(rows).toHaveCount(1);
  await page.getByLabel("Résultat").selectOption("");
  await page.getByLabel("Chercher").fill("zoe");
  await expect(rows).toHaveCount(1);
  await page.getByLabel("Chercher").fill("");
  await expect(rows).toHaveCount(2);
  const taken = page.waitForEvent("download");
  await page.getByRole("link", { name: "en tableau (CSV)" }).click();
  expect((await taken).suggestedFilename()).toBe("tabletier.csv");

  await page.getByRole("link", { name: "Votre profil" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Votre profil");
  await expect(page.getByRole("table").first()).toContainText("1");
  await page.getByLabel("toutes les parties").check();
  await expect(page.getByText("C’est noté.")).toBeVisible();
  const { handle } = await ask<{ handle: string }>(page, "/me");
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations).toEqual([]);
  await page.goto(`/people/${handle}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Votre profil");

  await page.goto(`/replay/${twice.id}?step=1`);
  await page.getByRole("tab", { name: "Partie" }).click();
  await page.getByLabel("Je joue").selectOption({ label: "à la place de Zoé" });
  await page.getByLabel("Contre", { exact: true }).selectOption("3");
  await page.getByRole("button", { name: "Jouer", exact: true }).click();
  await expect(page).toHaveURL(/\/table\//);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  expect(id).not.toBe(twice.id);
  const { table } = await ask<Snapshot>(page, `/tables/${id}`);
  expect(table.begins).toMatchObject({ table: twice.id, moves: 1 });
  expect([table.yours, table.seats[0]?.level]).toEqual([[1], 3]);
});

test("games at one screen stand in a profile, and it says that they are not counted", async ({ page }) => {
  await page.goto("/");
  await enter(page, "Carla");
  const seats = { seats: ["me", "me"], names: ["Carla", "Dora"] };
  const { id } = await ask<Snapshot>(page, "/tables", { game: keys[0], start: true, ...seats });
  await ask(page, `/tables/${id}/orders`, { do: "resign" });
  await page.goto("/people");
  await expect(page.getByText("devant un même écran ne sont pas comptées")).toBeVisible();
  await expect(page.getByText("Carla contre Dora")).toBeVisible();
});

test("the file of one's games with their records is opened, and one of them chosen", async ({ page }, {
  outputDir,
}) => {
  await page.goto("/");
  await enter(page, "Carla");
  for (const other of ["Dora", "Elsa"]) {
    const seats = { seats: ["me", "me"], names: ["Carla", other] };
    const { id, position } = await ask<Snapshot>(page, "/tables", { game: keys[0], start: true, ...seats });
    await ask(page, `/tables/${id}/orders`, { do: "move", ply: 0, move: position?.legal?.[0] });
    await ask(page, `/tables/${id}/orders`, { do: "resign" });
  }
  await page.goto("/games");
  const taken = page.waitForEvent("download");
  await page.getByRole("link", { name: "avec leurs procès-verbaux" }).click();
  const file = `${outputDir}/games.jsonl`;
  await (await taken).saveAs(file);
  await page.goto("/");
  await page.locator("input[type=file]").setInputFiles(file);
  await expect(page.getByText("Ce fichier contient 2 parties.")).toBeVisible();
  await page
    .getByTestId("kept")
    .getByRole("button", { name: /Carla et Dora/ })
    .click();
  await expect(page.getByText("Dora").first()).toBeVisible();
  await expect(page.getByTestId("kept")).toHaveCount(0);
});

test("filters that there are not are passed over", async ({ page }) => {
  await page.goto("/");
  await enter(page, "Carla");
  await page.goto("/games?game=foo&outcome=zzz&players=99");
  await expect(page).toHaveURL(/\/games$/);
  await expect(page.getByText("Rien encore.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Réessayer" })).toHaveCount(0);
});
