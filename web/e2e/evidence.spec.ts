/** What of a box was reconstructed is said before a match and once at the table, with the evidence. */
import type { Browser, Page } from "@playwright/test";
import type { Catalogue, GameShown } from "../src/lib/api/wire";
import { handOf } from "./games";
import { ask, expect, test } from "./house";
import { move, overlap } from "./playing";

/** Somebody who has a name and has been told nothing, and the games of which something is reconstructed. */
async function newcomer(browser: Browser, baseURL: string | undefined): Promise<[Page, GameShown[]]> {
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: "fr-FR" });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem("tabletier.introduced", "yes"));
  await page.goto("/");
  await ask(page, "/me", { name: "Zoé", language: "fr" });
  const { games } = await ask<Catalogue>(page, "/games");
  return [page, games];
}

test("the set-up sheet says what is reconstructed, and leads to what is known", async ({ browser, baseURL }) => {
  const [page, games] = await newcomer(browser, baseURL);
  for (const { key, reconstruction, evidence } of games) {
    await page.goto(`/new/${key}`);
    await expect(page.getByRole("button", { name: "Jouer" })).toBeVisible();
    const note = page.getByTestId("evidence");
    if (reconstruction === null) {
      await expect(note).toHaveCount(0);
      continue;
    }
    await expect(note).toContainText(reconstruction.fr.slice(0, 30));
    const link = note.getByRole("link");
    await link.click();
    await expect(page.getByRole("dialog").getByRole("heading", { name: evidence?.fr ?? "" })).toBeInViewport();
    await page.goto((await link.getAttribute("href")) ?? "");
    await expect(page.getByRole("heading", { name: evidence?.fr ?? "" })).toBeInViewport();
  }
  await page.context().close();
});

test("a table says it once: a button puts it away for good, and the evidence opens over the table", async ({
  browser,
  baseURL,
}) => {
  const [page, games] = await newcomer(browser, baseURL);
  for (const { key, reconstruction, evidence } of games) {
    const { id } = await ask<{ id: string }>(page, "/tables", {
      game: key,
      seats: ["me", 1],
      start: true,
      public: false,
    });
    await page.goto(`/table/${id}`);
    await expect(page.getByTestId("status")).toBeVisible();
    const note = page.getByTestId("reconstructed");
    await expect(note).toHaveCount(reconstruction === null ? 0 : 1);
    if (reconstruction === null) continue;
    await note.getByRole("link").click();
    await expect(page.getByRole("dialog").getByRole("heading", { name: evidence?.fr ?? "" })).toBeInViewport();
    await page.keyboard.press("Escape");
    await note.getByRole("button", { name: "J’ai compris" }).click();
    await expect(note).toHaveCount(0);
    await page.reload();
    await expect(page.getByTestId("status")).toBeVisible();
    await expect(note).toHaveCount(0);
  }
  await page.context().close();
});

test("on a small screen it covers neither board nor seats, and the first move puts it away", async ({
  browser,
  baseURL,
}) => {
  const [page, games] = await newcomer(browser, baseURL);
  for (const { key } of games.filter(({ reconstruction }) => reconstruction !== null)) {
    const { id } = await ask<{ id: string }>(page, "/tables", {
      game: key,
      seats: ["me", 1],
      start: true,
      public: false,
    });
    await page.goto(`/table/${id}`);
    const note = page.getByTestId("reconstructed");
    await expect(note).toBeVisible();
    for (const [width, height, letters] of [
      [320, 568, 100],
      [360, 740, 200],
      [740, 360, 100],
      [1280, 800, 100],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate((letters) => (document.documentElement.style.fontSize = `${letters}%`), letters);
      for (const thing of [page.locator("section.board"), page.getByRole("article").first()])
        expect.soft(await overlap(note, thing), `${key}, ${width} wide`).toBe(0);
    }
    await move(page, id, await handOf(key));
    await expect(page.getByTestId("reconstructed")).toHaveCount(0);
  }
  await page.context().close();
});
