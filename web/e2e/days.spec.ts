/** Days to think, from the set-up sheet to an answer that was planned. */
import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import type { Snapshot } from "../src/lib/api/wire";
import { another, ask, enter, expect, test } from "./house";
import { handOf, keys } from "./games";
import { look, turnOf } from "./playing";

const CLOCK = { kind: "days", seconds: 259_200, bank: 604_800, hours: 14, leave: 14 };
const SHOTS = process.env["TABLETIER_SHOTS"];

/** A game of two in which nothing is hidden or drawn, as the house says. */
async function openGame(page: Page): Promise<string> {
  for (const game of keys) {
    const { table } = await ask<Snapshot>(page, "/tables", { game, seats: ["me", "open"], clock: CLOCK });
    if (table.days?.plans === true) return game;
  }
  throw new Error("no game is open to both");
}

async function shot(page: Page, name: string): Promise<void> {
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

async function flawless(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

test("two have days: quiet hours, leave, and an answer that the house plays", async ({ page, browser, baseURL }) => {
  await enter(page, "Ann");
  const game = await openGame(page);
  await page.goto(`/new/${game}`);
  await page.getByLabel("Avec qui").selectOption("friends");
  await page.getByText("Pendule, discussion, reprises…").click();
  await page.getByLabel("Pendule", { exact: true }).selectOption("days");
  await page.getByLabel("Jours par coup").fill("2");
  await expect(page.getByLabel("Attendre un absent")).toHaveCount(0);
  await shot(page, "setup");
  await flawless(page);
  await page.getByRole("button", { name: "Ouvrir la table" }).click();
  await expect(page.getByText("2 jours par coup, 7 jours en réserve")).toBeVisible();
  const id = page.url().split("/").at(-1) ?? "";

  const ben = await another(browser, baseURL, "Ben");
  await ask(ben, `/tables/${id}/orders`, { do: "sit" });
  await ask(page, `/tables/${id}/orders`, { do: "start" });
  const first = (await look(page, id)).position?.to_move === 0 ? page : ben;
  const second = first === page ? ben : page;
  await second.setViewportSize({ width: 360, height: 740 });
  await second.goto(`/table/${id}`);
  await expect(second.getByRole("timer").first()).toHaveText("9 j");
  await second.getByRole("tab", { name: "Temps" }).click();
  await expect(second.getByText(/a jusqu’à/)).toBeVisible();

  await second.getByLabel("de", { exact: true }).fill("22:00");
  await second.getByLabel("à", { exact: true }).fill("07:30");
  await second.getByRole("button", { name: "Garder", exact: true }).click();
  await expect(second.getByText("C’est noté.")).toBeVisible();
  await second.getByLabel("à", { exact: true }).fill("12:00");
  await second.getByRole("button", { name: "Garder", exact: true }).click();
  await expect(second.getByRole("alert").filter({ hasText: "au plus 10:00 par jour" })).toBeVisible();
  await second.getByRole("button", { name: "Prendre ce congé" }).click();
  await expect(second.getByText(/est en congé jusqu’à/)).toBeVisible();
  await second.getByRole("button", { name: "Je suis de retour" }).click();
  await expect(second.getByText(/est en congé jusqu’à/)).toHaveCount(0);
  await shot(second, "panel-360");
  await flawless(second);

  const hand = await handOf(game);
  const seen = await look(first, id);
  await second.getByRole("button", { name: "Prévoir une réponse" }).click();
  const board = second.getByRole("dialog");
  await expect(board.locator('[data-line="0"]')).toBeVisible();
  const [theirs = ""] = seen.position?.legal ?? [];
  await board.getByLabel("Ou écrivez un coup").fill("n’importe quoi");
  await second.keyboard.press("Enter");
  await expect(board.getByRole("alert")).toContainText(/^C’est un coup .*, à qui la maison dirait/);
  await board.getByLabel("Ou écrivez un coup").fill(theirs);
  await second.keyboard.press("Enter");
  await expect(board.getByText("Votre réponse")).toBeVisible();
  await flawless(second);
  const after = await ask<{ legal: string[]; view: Record<string, unknown>; to_move: number }>(
    second,
    `/tables/${id}/explore`,
    { moves: [theirs] },
  );
  await second.evaluate(() => {
    for (const cell of document.querySelectorAll("[data-cell]"))
      if (cell.closest("dialog") === null) cell.removeAttribute("data-cell"); // it is the dialog's board that is touched
  });
  await hand.act(second, { legal: after.legal, view: after.view, seat: after.to_move });
  await expect(board.locator('[data-line="2"]')).toBeVisible();
  await shot(second, "explore-360");
  await second.setViewportSize({ width: 1280, height: 800 });
  await shot(second, "explore-1280");
  await board.getByRole("button", { name: "Garder cette ligne" }).click();
  await expect(board).toHaveCount(0);
  await expect(second.getByTestId("plan").getByRole("listitem")).toHaveCount(1);
  await shot(second, "plan-1280");

  await ask(first, `/tables/${id}/orders`, { do: "move", move: theirs, ply: seen.position?.plies });
  await expect.poll(async () => (await look(first, id)).moves.length).toBe(2);
  await expect(second.getByText("Vous n’avez rien prévu.")).toBeVisible();
  expect(turnOf(await look(first, id)).seat).toBe(seen.position?.to_move);
  const [mine] = await ask<{ id: string; due: number; your_turn: boolean }[]>(first, "/me/tables?turn=true");
  expect([mine?.id, mine?.your_turn, (mine?.due ?? 0) > Date.now()]).toEqual([id, true, true]);

  await first.goto("/");
  await expect(first.getByTestId("now").getByText(/^à vous, jusqu’à/)).toBeVisible();
  await shot(first, "shelf");
  await first.goto("/me");
  await first.getByText("Mon agenda").click();
  await first.getByRole("button", { name: "Voir l’adresse" }).click();
  const address = await first.getByLabel("Adresse de l’agenda").inputValue();
  const read = (url: string): Promise<[number, string]> =>
    first.evaluate(async (url) => {
      const answer = await fetch(url);
      return [answer.status, await answer.text()] as [number, string];
    }, url);
  expect((await read(address))[1]).toContain(`UID:${id}@tabletier`);
  await first.getByRole("button", { name: "Changer d’adresse" }).click();
  await expect(first.getByText("L’ancienne adresse ne répond plus.")).toBeVisible();
  expect((await read(address))[0]).toBe(404);
  await shot(first, "me");
  await flawless(first);
});

/** The cells that lie highest and lowest on a board, as one sees it. */
async function ends(board: Locator): Promise<string[]> {
  const grid = board.locator("[role=grid]").first();
  await expect(grid.locator("[data-cell]").first()).toBeVisible();
  return grid.locator("[data-cell]").evaluateAll((cells) => {
    const places = cells.map((one) => ({ key: one.getAttribute("data-cell") ?? "", at: one.getBoundingClientRect() }));
    const rank = [(a: DOMRect) => a.y, (a: DOMRect) => a.x, (a: DOMRect) => -a.y, (a: DOMRect) => -a.x];
    return rank.map((by) => {
      const first = Math.min(...places.map(({ at }) => by(at)));
      return places
        .filter(({ at }) => by(at) < first + 2)
        .map(({ key }) => key)
        .sort()
        .join(" ");
    });
  });
}

for (const game of keys) {
  test(`${game}: answers are planned on the board as one sees it at the table, where nothing is hidden`, async ({
    page,
    browser,
    baseURL,
  }) => {
    await enter(page, "Ann");
    const { id, table } = await ask<Snapshot & { id: string }>(page, "/tables", {
      game,
      seats: ["me", "open"],
      clock: CLOCK,
    });
    const ben = await another(browser, baseURL, "Ben");
    await ask(ben, `/tables/${id}/orders`, { do: "sit" });
    await ask(page, `/tables/${id}/orders`, { do: "start" });
    const { position } = await look(page, id);
    if (position?.to_move === 1)
      await ask(ben, `/tables/${id}/orders`, { do: "move", move: position.legal?.[0], ply: 0 });
    await ben.setViewportSize({ width: 1280, height: 800 });
    await ben.goto(`/table/${id}`);
    const seen = await ends(ben.locator("section.board"));
    await ben.getByRole("tab", { name: "Temps" }).click();
    const plan = ben.getByRole("button", { name: "Prévoir une réponse" });
    if (table.days?.plans !== true) {
      await expect(ben.getByText(/a jusqu’à/)).toBeVisible();
      await expect(plan).toHaveCount(0);
      return;
    }
    await plan.click();
    const board = ben.getByRole("dialog").locator("section.board");
    expect(await ends(board)).toEqual(seen);
    await shot(ben, `explore-${game}-1280`);
    const drawn = await board.locator("svg").first().boundingBox();
    expect(drawn?.height).toBeGreaterThan(600);
    await ben.setViewportSize({ width: 740, height: 360 });
    await shot(ben, `explore-${game}-740`);
    await expect(board.locator("svg").first()).toBeInViewport({ ratio: 0.99 });
    await ben.setViewportSize({ width: 360, height: 740 });
    await shot(ben, `explore-${game}-360`);
  });
}
