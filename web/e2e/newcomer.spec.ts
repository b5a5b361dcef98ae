import { expect, openTable, test } from "./house";
import { keys } from "./games";

const PHONE = { width: 360, height: 740 };

test("on a phone a draw, the panel and what comes next move nothing", async ({ page, browser, baseURL }) => {
  await page.setViewportSize(PHONE);
  const id = await openTable(page, "Anne", { game: keys[0], seats: ["me", "open"] });
  const other = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: "fr-FR" })).newPage();
  await expect(page.getByText(/^Cette adresse ne s’ouvre que sur cet appareil/)).toBeVisible();
  await other.goto(`/table/${id}`);
  await expect(other.getByTestId("me")).toHaveText("Vous");
  await other.getByRole("button", { name: "S’asseoir ici" }).click();
  await expect(other.getByText(/^Cette adresse ne s’ouvre que sur cet appareil/)).toHaveCount(0); // the host's to mend
  await expect(other.getByTestId("me")).toHaveText("Vous"); // and not a name that was only proposed
  const name = await other.getByRole("dialog").getByRole("textbox").inputValue();
  await other.getByRole("dialog").getByRole("button", { name: "C’est moi" }).click();
  await expect(other.getByTestId("me")).toHaveText(name);
  await expect(other.getByText("vous", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Commencer la partie" }).click();
  const board = page.locator("section.board");
  await expect(board.getByRole("grid").first()).toBeVisible();
  const before = await board.boundingBox();

  await page.getByRole("tab", { name: "Discussion" }).click();
  await expect(page.getByRole("textbox", { name: "Votre message" })).toBeInViewport();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Plus" }).click();
  await expect(page.getByRole("button", { name: "Proposer nulle" })).toBeInViewport();
  expect(await board.boundingBox()).toEqual(before);
  await page.keyboard.press("Escape");

  await other.getByRole("button", { name: "Plus" }).click();
  await other.getByRole("button", { name: "Proposer nulle" }).click();
  await expect(page.getByRole("button", { name: "D’accord" })).toBeInViewport();
  const line = await page.getByTestId("status").getByRole("paragraph").boundingBox();
  const question = await page.getByTestId("question").boundingBox();
  expect(question?.y, "what is asked does not cover the line").toBeGreaterThanOrEqual(
    (line?.y ?? 0) + (line?.height ?? 0) - 1,
  );
  expect(await board.boundingBox()).toEqual(before);
  await page.getByRole("button", { name: "D’accord" }).click();
  await expect(page.getByTestId("status")).toContainText("Partie nulle");
  await expect(page.getByRole("button", { name: "Revanche" })).toBeInViewport();
  expect(await board.boundingBox()).toEqual(before);
});

test("whoever leaves an open table is at home, and their seat is free", async ({ page }) => {
  const id = await openTable(page, "Anne", { game: keys[0], seats: ["me", "open"] });
  await page.getByRole("button", { name: "Quitter la table" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ouvrez une boîte, jouez.");
  await page.goto(`/table/${id}`);
  await expect(page.getByRole("button", { name: "S’asseoir ici" })).toHaveCount(2);
});

test("a table that does not exist says so, with a way on", async ({ page }) => {
  await page.goto("/table/nowhere-at-all");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cette table n’existe pas, ou plus.");
  await expect(page.getByTestId("lost")).toBeHidden();
  await page.getByRole("link", { name: "Voir les jeux" }).click();
  await expect(page).toHaveURL("/");
  expect(await page.evaluate(async () => (await fetch("/api/v1/me?quiet=true")).status)).toBe(204); // and no guest was made
});

test("a rematch may be played by other rules", async ({ page }) => {
  await openTable(page, "Anne", { game: keys[0], seats: ["me", 1], start: true, public: false });
  await page.getByRole("button", { name: "Plus" }).click();
  await page.getByRole("button", { name: "Abandonner" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Abandonner" }).click();
  await expect(page.getByTestId("status")).toContainText(" · ");
  await page.getByRole("button", { name: "Rejouer avec d’autres règles" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.locator("summary").filter({ hasText: "La table" }).click();
  await sheet.getByLabel("Pendule").selectOption("total");
  await sheet.getByRole("button", { name: "Revanche" }).click();
  await expect(page.getByRole("timer").first()).toBeVisible(); // against the house it begins at once
});
