import type { Browser, Page } from "@playwright/test";
import { ask, enter, expect, openTable, test } from "./house";
import { handOf } from "./games";
import { look, move } from "./playing";

/** Another person, in a browser of their own. */
async function another(browser: Browser, baseURL: string | undefined, name: string): Promise<Page> {
  const page = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: "fr-FR" })).newPage();
  await enter(page, name);
  return page;
}

test("two people sit down by an invitation, play and talk", async ({ page, browser, baseURL }) => {
  await enter(page, "Anne");
  await page.goto("/new/expion");
  await page.getByLabel("Avec qui").selectOption("friends");
  await page.getByRole("button", { name: "Ouvrir la table" }).click();
  await page.waitForURL(/\/table\//);
  const link = await page.getByLabel("Invitez avec ce lien").inputValue();
  await expect(page.getByRole("img", { name: /Code à photographier/ })).toBeVisible();

  const other = await another(browser, baseURL, "Bruno");
  await other.goto(link);
  await other.getByRole("button", { name: "S’asseoir ici" }).click();
  await page.getByRole("button", { name: "Commencer la partie" }).click();

  const id = link.split("/").at(-1) ?? "";
  const hand = await handOf("expion");
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
  await expect(page).not.toHaveURL(link);
  await expect(other.getByRole("link", { name: "Aller à la table suivante" })).toBeVisible();
});

test("four people play in two teams, each in a browser", async ({ page, browser, baseURL }) => {
  test.setTimeout(150_000);
  const wish = { game: "punto", options: { players: 4, teams: true }, seats: ["me", "open", "open", "open"] };
  const id = await openTable(page, "Anne", wish);
  const pages = [page];
  for (const name of ["Bruno", "Chloé", "David"]) {
    const friend = await another(browser, baseURL, name);
    await friend.goto(`/table/${id}`);
    await friend.getByRole("button", { name: "S’asseoir ici" }).first().click();
    await expect(friend.getByText("vous", { exact: true })).toBeVisible();
    pages.push(friend);
  }
  await page.getByRole("button", { name: "Commencer la partie" }).click();
  const hand = await handOf("punto");
  for (let n = 0; n < 4; n += 1) {
    const { position } = await look(page, id);
    await move(pages[position?.to_move ?? 0] ?? page, id, hand);
  }
  for (const one of pages) await expect(one.getByTestId("moves").getByRole("listitem")).toHaveCount(4);
});

test("an expert's hand is neither in the other's page nor in what it is sent", async ({ page, browser, baseURL }) => {
  const wish = { game: "punto", options: { expert: true }, seats: ["me", "open"] };
  const id = await openTable(page, "Anne", wish);
  const other = await another(browser, baseURL, "Bruno");
  const heard: string[] = [];
  other.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(String(payload))));
  other.on("response", (response) => void response.text().then((text) => heard.push(text), () => undefined));
  await other.goto(`/table/${id}`);
  await other.getByRole("button", { name: "S’asseoir ici" }).click();
  await page.getByRole("button", { name: "Commencer la partie" }).click();
  await expect(other.locator("section.board [role=grid]").first()).toBeVisible();

  const hands = (await look(page, id)).position?.view["hands"] as (string[] | number | null)[];
  expect(hands[0]).toEqual([expect.stringMatching(/^[rgby]\d$/), expect.stringMatching(/^[rgby]\d$/)]);
  const told = heard.map(read).flatMap((message) => message?.position?.view?.hands ?? []);
  expect(told.length).toBeGreaterThan(0);
  const theirs = (await look(other, id)).position?.view["hands"] as unknown[];
  for (const view of [theirs, ...heard.map(read).map((message) => message?.position?.view?.hands)])
    if (view !== undefined) expect(JSON.stringify(view[0] ?? null)).not.toMatch(/[rgby]\d/);
  await expect(other.locator('[data-seat="0"]')).not.toContainText(/\d.*(rouge|bleu|vert|jaune)/);
});

interface Heard {
  position?: { view?: { hands?: unknown[] } };
}
function read(text: string): Heard | null {
  try {
    return JSON.parse(text) as Heard;
  } catch {
    return null;
  }
}

test("around one screen a secret choice is covered until the next player takes it", async ({ page }) => {
  await openTable(page, "Anne", { game: "point", seats: ["me", "me"], start: true, public: false });
  await expect(page.getByText(/L’écran passe à/)).toBeVisible();
  await expect(page.locator("section.board [role=grid]")).toHaveCount(0);
  await page.getByRole("button", { name: /C’est moi/ }).click();
  await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
});

test("what the page shows as possible is what the house says", async ({ page }) => {
  const id = await openTable(page, "Anne", { game: "expion", seats: ["me", "me"], start: true });
  const { position } = await ask<{ position: { legal: string[] } }>(page, `/tables/${id}`);
  const from = position.legal[0]?.split("-")[0] ?? "";
  await page.locator(`[data-cell="${from}"]`).click();
  await expect(page.locator(`[data-cell="${from}"][aria-selected="true"]`)).toBeVisible();
});
