/** Who sits there, what is agreed, what is asked: as people see it, and as a screen reader tells it. */
import type { Browser, Page } from "@playwright/test";
import { another, ask, enter, expect, openTable, test } from "./house";
import type { Catalogue } from "../src/lib/api/wire";
import { keys } from "./games";
import { overlap } from "./playing";

const [game = ""] = keys; // any game will do

/** Two people at a table that has begun; the second in a browser of their own. */
async function two(page: Page, browser: Browser, baseURL: string | undefined, name = "Bruno"): Promise<[Page, string]> {
  const id = await openTable(page, "Anne", { game, seats: ["me", "open"] });
  const other = await another(browser, baseURL, name);
  await ask(other, `/tables/${id}/orders`, { do: "sit" });
  await ask(page, `/tables/${id}/orders`, { do: "start" });
  await other.goto(`/table/${id}`);
  await expect(other.getByRole("grid").first()).toBeVisible();
  return [other, id];
}

async function offerDraw(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Plus" }).click();
  await page.getByRole("button", { name: "Proposer nulle" }).click();
}

test("a question names who asks, can be withdrawn, and its answer is told to everybody", async ({
  page,
  browser,
  baseURL,
}) => {
  const [other, id] = await two(page, browser, baseURL);
  const watcher = await another(browser, baseURL, "Chloé");
  await watcher.goto(`/table/${id}`);

  await offerDraw(page);
  await expect(page.getByRole("status").filter({ hasText: "On attend Bruno." })).toContainText(
    "Vous proposez la partie nulle.",
  );
  await expect(other.getByRole("status").filter({ hasText: "Anne propose la partie nulle." })).toBeVisible();
  await watcher.setViewportSize({ width: 740, height: 360 });
  await expect(watcher.getByRole("button", { name: "Préférences" })).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Retirer" }).click();
  await expect(other.getByRole("button", { name: "D’accord" })).toBeHidden();
  await expect(other.getByRole("status").filter({ hasText: "Anne retire sa demande." })).toBeVisible();

  await offerDraw(page);
  await other.getByRole("button", { name: "Non merci" }).click();
  for (const [one, words] of [
    [page, "Bruno décline."],
    [other, "Vous déclinez."],
    [watcher, "Bruno décline."],
  ] as const)
    await expect(one.getByRole("status").filter({ hasText: words })).toBeVisible();
  await expect(page.getByRole("button", { name: "Plus" })).toBeVisible();
});

test("what is asked is in sight while somebody writes on a phone, and covers no result where names are long", async ({
  page,
  browser,
  baseURL,
}) => {
  const [other, id] = await two(page, browser, baseURL, "Bénédicte-Éléonore de la Tour d’Auvergne");
  for (const size of [
    { width: 360, height: 740 },
    { width: 740, height: 360 },
  ]) {
    await page.setViewportSize(size);
    for (const text of ["Bonjour", "encore ".repeat(30)])
      await ask(other, `/tables/${id}/orders`, { do: "say", text, channel: "table" });
    const [above, below] = [
      page.getByRole("tab", { name: "Discussion" }),
      page.getByRole("link", { name: "Les règles" }),
    ];
    await expect(above).toContainText("2");
    const [tab, rules] = [await above.boundingBox(), await below.boundingBox()];
    expect(rules?.y, "the bar is one line").toBeLessThan((tab?.y ?? 0) + 10);
    await above.click();
    await expect(page.getByRole("textbox", { name: "Votre message" })).toBeInViewport({ ratio: 1 });
    await page.getByRole("textbox", { name: "Votre message" }).fill("Un mot");
    await ask(other, `/tables/${id}/orders`, { do: "ask", question: "draw" });
    await page.getByRole("button", { name: "Non merci" }).click();
    await expect(page.getByTestId("question")).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: "Votre message" })).toHaveValue("Un mot");
    await page.keyboard.press("Escape");
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await ask(page, `/tables/${id}/orders`, { do: "resign" });
  await page.getByRole("button", { name: "Revanche", exact: true }).click();
  await expect(page.getByTestId("question")).toContainText("On attend Bénédicte");
  expect(await overlap(page.getByTestId("question"), page.getByTestId("status"))).toBe(0);
});

test("a rematch seats who has agreed, and both go there", async ({ page, browser, baseURL }) => {
  const [other, id] = await two(page, browser, baseURL);
  await ask(other, `/tables/${id}/orders`, { do: "resign" });
  await page.getByRole("button", { name: "Revanche", exact: true }).click();
  await expect(other.getByText("Anne propose une revanche.")).toBeVisible();
  await other.getByRole("button", { name: "Non merci" }).click();
  await expect(page.getByText("Bruno décline.")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(id));

  await other.getByRole("button", { name: "Revanche", exact: true }).click();
  await expect(page.getByText("Bruno propose une revanche.")).toBeVisible();
  await page.getByRole("button", { name: "D’accord" }).click();
  for (const one of [page, other]) {
    await expect(one).not.toHaveURL(new RegExp(id));
    await expect(one.getByRole("listitem").filter({ hasText: "vous" })).toHaveCount(1);
  }
  await expect(page.getByText("Bruno lancera la partie")).toBeVisible();
});

test("a house opponent answers a draw in words; nothing is taken back before it was played", async ({ page }) => {
  await openTable(page, "Anne", { game, seats: ["me", 1], start: true, public: false });
  await expect(page.getByRole("button", { name: "Reprendre le coup : vous n’avez encore rien joué" })).toBeDisabled();
  await offerDraw(page);
  await expect(page.getByRole("status").filter({ hasText: "Il est trop tôt pour parler de nulle" })).toContainText(
    "décline",
  );
  await page.setViewportSize({ width: 1920, height: 1080 });
  const panel = await page.getByRole("complementary").boundingBox();
  expect((panel?.x ?? 0) + (panel?.width ?? 0), "the panel reaches the edge").toBe(1920);
});

test("the waiting room shows everything agreed; hints are off between people", async ({ page }) => {
  await enter(page, "Anne");
  const { games } = await ask<Catalogue>(page, "/games");
  const drawing = games.filter(({ draws }) => draws === "play").at(0)?.key;
  await page.goto(`/new/${drawing}`);
  await page.getByLabel("Avec qui").selectOption("friends");
  await page.locator("summary").filter({ hasText: "La table" }).click();
  await expect(page.getByLabel("Conseils permis")).not.toBeChecked();
  await page.getByLabel("Pendule").selectOption("total");
  await page.getByLabel("Même après un tirage").uncheck();
  await page.getByRole("button", { name: "Ouvrir la table" }).click();
  const agreed = (label: string): ReturnType<Page["getByRole"]> =>
    page.getByRole("definition").and(page.locator(`dt:text-is("${label}") + dd`));
  await expect(agreed("Pendule")).toHaveText(/10 min par joueur, plus 5 s par coup/);
  await expect(agreed("Reprendre un coup")).toHaveText("si les autres sont d’accord, mais pas après un tirage");
  await expect(agreed("Conseils de la maison")).toHaveText("non, entre personnes");
  await expect(agreed("Discussion pendant la partie")).toHaveText("oui");
  await expect(agreed("Remplacement d’un absent")).toHaveText(/après .+, par .+ \(niveau 2\)/);
  await page.getByRole("combobox", { name: "Adversaire pour la place 2" }).selectOption("1");
  await expect(agreed("Conseils de la maison")).toHaveText("oui, seul contre la maison");
});

test("where chance draws nothing, nothing is said of draws", async ({ page }) => {
  await enter(page, "Anne");
  const { games } = await ask<Catalogue>(page, "/games");
  const still = games.filter(({ draws }) => draws === "never").at(0)?.key;
  await page.goto(`/new/${still}`);
  await page.locator("summary").filter({ hasText: "La table" }).click();
  await expect(page.getByLabel("Reprendre un coup")).toBeVisible();
  await expect(page.getByLabel("Même après un tirage")).toHaveCount(0);
});

test("a newcomer is asked once for a name, before the first seat", async ({ page, browser, baseURL }) => {
  const id = await openTable(page, "Anne", { game, seats: ["me", "open"] });
  const other = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: "fr-FR" })).newPage();
  await other.goto(`/table/${id}`);
  await other.getByRole("button", { name: "S’asseoir ici" }).click();
  const sheet = other.getByRole("dialog", { name: "Comment vous appelle-t-on ?" });
  for (const away of [
    () => other.keyboard.press("Escape"),
    () => sheet.getByRole("button", { name: "Fermer" }).click(),
  ]) {
    await expect(sheet.getByRole("textbox", { name: "Votre nom" })).toBeFocused();
    expect(await other.evaluate(() => getSelection()?.toString())).not.toBe("");
    await away(); // nobody sits down by a name they did not choose
    await expect(sheet).toHaveCount(0);
    await expect(other.getByRole("button", { name: "S’asseoir ici" })).toBeVisible();
    await other.getByRole("button", { name: "S’asseoir ici" }).click();
  }
  await expect(sheet.getByRole("textbox", { name: "Votre nom" })).not.toHaveValue("");
  await sheet.getByRole("textbox", { name: "Votre nom" }).fill(" ");
  await other.keyboard.press("Enter");
  await expect(sheet.getByRole("alert")).toContainText("Il faut un nom");
  await sheet.getByRole("textbox", { name: "Votre nom" }).fill("Zoé");
  await other.keyboard.press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "Zoé" })).toBeVisible();
  await other.getByRole("textbox", { name: "Nom à la place 2" }).fill("Zoé la Grande");
  await other.getByRole("textbox", { name: "Nom à la place 2" }).press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "Zoé la Grande" })).toBeVisible();
  await other.getByRole("button", { name: "Me lever" }).click();
  await other.getByRole("button", { name: "S’asseoir ici" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Zoé" })).toBeVisible();
  await expect(sheet).toBeHidden();
});

test("everybody at a shared screen has a name", async ({ page }) => {
  await enter(page, "Anne");
  await page.goto(`/new/${game}`);
  await page.getByLabel("Avec qui").selectOption("screen");
  await expect(page.getByRole("textbox", { name: "Nom à la place 2" })).not.toHaveValue("");
  await expect(page.getByRole("textbox", { name: "Nom à la place 1" })).toHaveValue("Anne");
  for (const [place, name] of [
    [2, "Bruno"],
    [1, "Anne"],
  ] as const) {
    const field = page.getByRole("textbox", { name: `Nom à la place ${place}` });
    await field.fill(" ");
    await page.getByRole("button", { name: "Jouer", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText(`Écrivez un nom pour la place ${place}.`);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(" ");
    await field.fill(name);
  }
  await page.getByRole("button", { name: "Jouer", exact: true }).click();
  await expect(page.getByRole("article").filter({ hasText: "Anne" })).toBeVisible();
  await expect(page.getByRole("article").filter({ hasText: "Bruno" })).toBeVisible();
});
