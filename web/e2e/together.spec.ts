import { another, enter, expect, test } from "./house";
import { handOf, keys } from "./games";
import { move } from "./playing";

const [game = ""] = keys; // any game will do

test.use({ serviceWorkers: "allow" }); // as people have it

test("two people sit down by an invitation, play and talk", async ({ page, browser, baseURL }) => {
  await enter(page, "Anne");
  await page.goto(`/new/${game}`);
  await page.getByLabel("Avec qui").selectOption("friends");
  await page.getByRole("button", { name: "Ouvrir la table" }).click();
  await page.waitForURL(/\/table\//);
  const link = await page.getByLabel("Invitez avec ce lien").inputValue();
  await expect(page.getByRole("img", { name: /Code à scanner/ })).toBeVisible();

  const other = await another(browser, baseURL, "Bruno");
  await other.goto(link);
  await other.getByRole("button", { name: "S’asseoir ici" }).click();
  await page.getByRole("button", { name: "Commencer la partie" }).click();

  const id = link.split("/").at(-1) ?? "";
  const hand = await handOf(game);
  await move(page, id, hand);
  await expect(other.getByTestId("moves").getByRole("listitem")).toHaveCount(1);
  await move(other, id, hand);
  await expect(page.getByTestId("moves").getByRole("listitem")).toHaveCount(2);

  await other.getByRole("tab", { name: "Discussion" }).click();
  await other.getByRole("textbox", { name: "Votre message" }).fill("Bien joué !");
  await other.getByRole("button", { name: "Envoyer" }).click();
  await page.getByRole("tab", { name: /Discussion/ }).click();
  await expect(page.getByTestId("chat")).toContainText("Bien joué !");

  await page.getByRole("button", { name: "Plus" }).click();
  await page.getByRole("button", { name: "Proposer nulle" }).click();
  await other.getByRole("button", { name: "D’accord" }).click();
  await expect(page.getByTestId("status")).toContainText("Partie nulle");
  await page.getByRole("button", { name: "Revanche" }).click();
  await other.getByRole("button", { name: "D’accord" }).click();
  await expect(page).not.toHaveURL(link);
  await expect(other).not.toHaveURL(link);
});
