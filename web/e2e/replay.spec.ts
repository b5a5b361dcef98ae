import type { Page } from "@playwright/test";
import { keys } from "./games";
import { another, ask, checkDraws, enter, expect, openTable, test } from "./house";
import { turn } from "./playing";

/** A match of a few moves, ended by resignation; the number of its last step. */
async function shortMatch(page: Page, game: string, own = 2): Promise<{ id: string; last: number }> {
  const id = await openTable(page, "Anne", { game, seats: ["me", 1], start: true, public: false });
  for (let moves = 0; moves < own; moves += 1) {
    const { position } = await turn(page, id);
    await ask(page, `/tables/${id}/orders`, { do: "move", move: position?.legal?.[0], ply: position?.plies });
  }
  await turn(page, id);
  await ask(page, `/tables/${id}/orders`, { do: "resign" });
  const { steps } = await ask<{ steps: unknown[] }>(page, `/tables/${id}/replay`);
  return { id, last: steps.length - 1 };
}

const at = (page: Page, step: number): Promise<void> =>
  expect(page.getByTestId("board")).toHaveAttribute("data-step", String(step));

for (const game of keys) {
  test(`${game}: a match is looked at again, move by move`, async ({ page }) => {
    const { id, last } = await shortMatch(page, game);
    await page.goto(`/replay/${id}`);
    await at(page, 0);
    await page.keyboard.press("ArrowRight");
    await at(page, 1);
    await expect(page).toHaveURL(`/replay/${id}?step=1`);
    await expect(page.getByTestId("moves").locator("[aria-current=step]")).toContainText("1");
    await page.getByRole("slider", { name: "Coup montré" }).focus();
    await page.keyboard.press("ArrowRight");
    await at(page, 2);
    await expect(page.getByRole("slider", { name: "Coup montré" })).toBeFocused();
    await page.waitForURL(`**/replay/${id}?step=2`);
    await page.reload();
    await at(page, 2);
    await page.getByRole("button", { name: "Coup précédent" }).click();
    await at(page, 1);
    await page.getByTestId("moves").locator("[tabindex='0']").focus(); // one stop for Tab, the step shown
    await page.keyboard.press("ArrowDown");
    await at(page, 2);
    await expect(page.getByTestId("moves").locator("[aria-current=step][tabindex='0']")).toBeFocused();
    await page.keyboard.press("Home");
    await at(page, 0);
    await expect(page.getByTestId("moves").getByRole("button").first()).toBeFocused();
    await page.getByTestId("moves").getByRole("button").last().click();
    await at(page, last);
    await expect(page.getByTestId("outcome")).toContainText("abandon");
    await page.getByRole("tab", { name: "Partie" }).click();
    await checkDraws(page, id, "La donne est honnête");
  });
}

const [game = ""] = keys;

for (const game of keys) {
  test(`${game}: a record is opened from a file; a bad one is explained`, async ({ page }) => {
    const { id, last } = await shortMatch(page, game);
    const text = await page.evaluate(async (id) => (await fetch(`/api/v1/tables/${id}/record`)).text(), id);
    await page.goto("/replay");
    await page.getByLabel("Texte du procès-verbal").fill("{}");
    await page.getByRole("button", { name: "Revoir cette partie" }).click();
    await expect(page.getByTestId("trouble")).toContainText("procès-verbal");
    const file = { name: "match.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) };
    await page.locator("input[type=file]").setInputFiles(file);
    await at(page, 0);
    await expect(page.locator("[data-seat='0']")).toContainText("Anne"); // a record carries the names
    await page.keyboard.press("End");
    await at(page, last);
    await page.getByRole("tab", { name: "Partie" }).click();
    await checkDraws(page, id, "Chaque tirage de ce procès-verbal vient de cette graine.");
  });
}

test("an analysis is drawn and can be walked along", async ({ page }) => {
  test.setTimeout(240_000); // the rules are not compiled here
  const { id, last } = await shortMatch(page, game, 1);
  await page.goto(`/replay/${id}`);
  await page.getByRole("button", { name: "Analyser la partie" }).click();
  const ribbon = page.getByTestId("ribbon");
  await expect(ribbon).toBeVisible({ timeout: 200_000 });
  await expect(ribbon).toHaveAttribute("aria-valuemax", String(last));
  await expect(ribbon).toHaveAttribute("aria-valuetext", /Coup 0\s: .*Anne \d+\s%/);
  const box = await ribbon.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 40, (box?.y ?? 0) + 100);
  await at(page, last);
  await page.getByRole("tab", { name: "Bilan" }).click();
  await expect(page.getByTestId("accuracy")).toContainText("Anne");
  await page.getByText("Toutes les chances en tableau").click();
  await expect(page.getByTestId("chances").locator("tbody tr")).toHaveCount(last + 1);
});

/** An analysis of a match, as the house keeps it; its first move was a mistake. */
function kept(last: number): object {
  const none = { luck: [0, 0], skill: [0, 0], rest: [0, 0], before: [0.5, 0.5], after: [0.5, 0.5], then: [0.5, 0.5] };
  const why = {
    fr: "bloque les deux cartes du camp 2 avec votre carte",
    en: "blocks side 2’s two cards with your card",
  };
  const told = {
    fr: "bloque les deux cartes du camp 2 avec sa carte",
    en: "blocks side 2’s two cards with their card",
  };
  const loss = { mean: 0.2, low: 0.1, high: 0.3, confidence: 0.9 };
  const move = { number: 1, seat: 0, side: 0, move: "", forced: false, mark: "mistake", ...none, loss };
  const seats = [0, 1].map((seat) => ({
    seat,
    side: seat,
    moves: 1,
    choices: 1,
    accuracy: 0.5,
    luck: 0,
    skill: 0,
    marks: {},
  }));
  const result = {
    ...{ format: 1, game, teams: [[0], [1]], result: null, complete: true, budget: {}, seed: "", seats },
    values: Array.from({ length: last + 1 }, (_, n) => [0.5 + n / 99, 0.5 - n / 99]),
    moves: [{ ...move, other: { move: "", value: [0.5, 0.5] }, why, why_of_another: told }],
  };
  return { id: "x", kind: "analysis", status: "done", done: 1, total: 1, table: "x", result };
}

for (const game of keys) {
  test(`${game}: board and chart are in sight together on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { id, last } = await shortMatch(page, game);
    await page.route("**/analysis", (route) => route.fulfill({ json: kept(last) }));
    await page.goto(`/replay/${id}?step=1`);
    await at(page, 1);
    await expect(page.getByTestId("ribbon")).toBeVisible(); // without asking: it is kept with the match
    await page.evaluate(() => scrollTo(0, 0));
    const foot = (await page.getByRole("group", { name: "Défilement de la partie" }).boundingBox())?.y ?? 0;
    for (const seen of [page.getByTestId("board").locator("svg").first(), page.getByTestId("ribbon")]) {
      const box = await seen.boundingBox();
      expect(box?.y ?? -1).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? 740)).toBeLessThanOrEqual(foot);
    }
  });
}

test("an analysis says you to whoever moved, and names to everybody else, in each reader's language", async ({
  page,
  browser,
  baseURL,
}) => {
  const { id, last } = await shortMatch(page, game);
  const stranger = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: "en-GB" })).newPage();
  const readers = [
    [page, "avec votre carte"],
    [await another(browser, baseURL, "Bruno"), "avec sa carte"],
    [stranger, "with their card"],
  ] as const;
  for (const [reader, words] of readers) {
    await reader.route("**/analysis", (route) => route.fulfill({ json: kept(last) }));
    await reader.goto(`/replay/${id}?step=1`);
    await expect(reader.getByTestId("mistake")).toContainText(words);
    await expect(reader.getByTestId("mistake")).not.toContainText(/camp 2|side 2/);
  }
});

test("a record from a file is analysed by the house", async ({ page }) => {
  test.setTimeout(240_000); // the rules are not compiled here
  const { id, last } = await shortMatch(page, game, 1);
  const text = await page.evaluate(async (id) => (await fetch(`/api/v1/tables/${id}/record`)).text(), id);
  await page.goto("/replay");
  const file = { name: "match.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) };
  await page.locator("input[type=file]").setInputFiles(file);
  await at(page, 0);
  await page.getByRole("button", { name: "Analyser la partie" }).click();
  const ribbon = page.getByTestId("ribbon");
  await expect(ribbon).toBeVisible({ timeout: 200_000 });
  await expect(ribbon).toHaveAttribute("aria-valuemax", String(last));
});

test("a match under way can be looked at, a table that is not there cannot", async ({ page }) => {
  await enter(page, "Anne");
  const id = await openTable(page, "Anne", { game, seats: ["me", 1], start: true, public: false });
  await page.goto(`/replay/${id}`);
  await expect(page.getByText("L’analyse attend la fin de la partie.")).toBeVisible();
  await page.goto("/replay/nowhere");
  await expect(page.getByRole("link", { name: "Voir les jeux" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Réessayer" })).toHaveCount(0); // it would not help
});
