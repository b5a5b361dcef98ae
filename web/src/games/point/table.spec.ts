import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { expect, openTable, test } from "../../../e2e/house";
import { drawn, look, move, overlap, turn } from "../../../e2e/playing";
import { hand } from "./hand.e2e";
import type { View } from "./view";

const GOLDEN = join(import.meta.dirname, "../../../../tests/golden/point-1-players=4-teams=True.jsonl");

test("around one screen a secret choice is covered until the next player takes it", async ({ page }) => {
  await openTable(page, "Anne", { game: "point", seats: ["me", "me"], start: true, public: false });
  await expect(page.getByText(/L’écran passe à/)).toBeVisible();
  await expect(page.locator("section.board")).toHaveCount(0);
  await page.getByRole("button", { name: /C’est moi/ }).click();
  await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
});

test("partners talk in private, and one of the house answers", async ({ page }) => {
  const options = { players: 4, teams: true };
  await openTable(page, "Anne", { game: "point", options, seats: ["me", 1, 1, 1], start: true, public: false });
  await page.getByRole("tab", { name: "Discussion" }).click();
  await page.getByLabel("En privé, entre partenaires").check();
  await page.getByRole("textbox", { name: "Votre message" }).fill("Que choisir ?");
  await page.keyboard.press("Enter");
  const chat = page.getByTestId("chat").getByRole("listitem");
  await expect(chat).toHaveCount(2);
  await expect(chat.nth(0)).toContainText("entre partenaires Que choisir");
  await expect(chat.nth(1)).toContainText("entre partenaires Trop de choses sont encore secrètes");
});

test("looking back at four on a phone, no card is cut off or under the controls", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/replay");
  await page.locator("input[type=file]").setInputFiles(GOLDEN);
  await page.getByRole("slider", { name: "Coup montré" }).fill("124");
  await expect(page.getByTestId("board")).toHaveAttribute("data-step", "124");
  const controls = await page.getByRole("group", { name: "Défilement de la partie" }).boundingBox();
  const cards = await page.locator('[data-piece^="card-0-"]').all();
  expect(cards.length).toBeGreaterThan(0);
  for (const card of cards) {
    const { x = -1, y = 0, width = 0, height = 0 } = (await card.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(360);
    expect(y + height).toBeLessThanOrEqual(controls?.y ?? 0);
  }
});

test("on a phone a row of somebody else is unfolded, shows its cards, and folds again", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  const options = { players: 4, rows: "random" };
  const id = await openTable(page, "Anne", {
    game: "point",
    options,
    seats: ["me", 1, 1, 1],
    start: true,
    public: false,
  });
  await turn(page, id);
  const cards = (seat: number): Locator => page.locator(`[data-piece^="card-${seat}-"]`);
  const held = ((await look(page, id)).position?.view as View).hands;
  await expect(page.locator('[data-cell="row:1"]')).toBeVisible();
  await expect(cards(1)).toHaveCount(0);
  await page.locator('[data-cell="row:1"]').click();
  await expect(cards(1)).toHaveCount(held[1]?.length ?? 0);
  for (const card of await cards(1).all()) await expect(card).toBeInViewport({ ratio: 1 });
  await page.locator('[data-cell="row:2"]').focus();
  await page.keyboard.press("Enter"); // only one is unfolded
  await expect(cards(2)).toHaveCount(held[2]?.length ?? 0);
  await expect(cards(1)).toHaveCount(0);
  await page.locator('[data-cell="row:2"]').click();
  await expect(cards(2)).toHaveCount(0);
});

test("on the smallest phone, and with letters twice as large, the only opponent's cards are drawn", async ({
  page,
}) => {
  const id = await openTable(page, "Anne", {
    game: "point",
    options: hand.short,
    seats: ["me", 1],
    start: true,
    public: false,
  });
  const { hands: held } = (await turn(page, id)).position?.view as View;
  for (const [size, letters] of [
    [{ width: 320, height: 568 }, ""],
    [{ width: 360, height: 740 }, "200%"],
  ] as const) {
    await page.setViewportSize(size);
    await page.evaluate((letters) => (document.documentElement.style.fontSize = letters), letters);
    await expect(page.locator('[data-piece^="card-1-"]')).toHaveCount(held[1]?.length ?? 0);
    for (const card of await page.locator('[data-piece^="card-1-"]').all())
      await expect(card).toBeInViewport({ ratio: 1 });
  }
});

test("with keys alone, every move leaves the focus on the board", async ({ page }) => {
  const id = await openTable(page, "Anne", { game: "point", seats: ["me", 1], start: true, public: false });
  const focused = (): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.getAttribute("role") ?? null);
  const main = page.locator("section.board .bar .main");
  for (let moves = 0; moves < 4; moves += 1) {
    const seen = await turn(page, id);
    await drawn(page, seen);
    if (moves > 0 && !(await main.isVisible())) {
      await page.locator('[data-cell^="hand:"].grabs').first().focus(); // a card that is of use now
      await page.keyboard.press("Enter");
      if (await main.isDisabled()) {
        await page.getByRole("button", { name: "Endroit suivant" }).focus();
        await page.keyboard.press("Enter");
      }
    }
    await main.focus();
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await look(page, id)).position?.plies).toBeGreaterThan(seen.position?.plies ?? 0);
    await drawn(page, await turn(page, id));
    expect(await focused()).toBe("gridcell");
  }
});

/** What three others did at most before one's own turn: they laid out their rows, and two have moved. */
const MUCH =
  "Lison pose 2 blancs, 1 noir, 2 blancs, 5 noirs, 2 blancs ; Basile pose 2 noirs, 5 blancs, 1 noir, 1 blanc, 3 noirs ; " +
  "Margot pose 2 noirs, 2 blancs, 2 noirs, 4 blancs, 2 noirs ; Basile NNB contre NB ; Margot BBN contre BN.";

for (const [width, height] of [
  [360, 740],
  [740, 360],
] as const)
  test(`four on a phone of ${width} by ${height}: what is told and asked has its room, and none of the board's`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const id = await openTable(page, "Anne", {
      game: "point",
      options: { players: 4 },
      seats: ["me", 1, 1, 1],
      start: true,
      public: false,
    });
    await move(page, id, hand);
    await drawn(page, await turn(page, id));
    const [told, asked] = [page.getByTestId("told"), page.getByTestId("status").locator("p").last()];
    await expect(told).toContainText(";");
    await told.evaluate((line, text) => (line.textContent = text), MUCH);
    const cut = (line: Locator): Promise<number> =>
      line.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(await cut(asked)).toBe(0);
    if (width > height) expect(await cut(told)).toBe(0); // held upright, two lines of it are shown, as ever
    expect(await overlap(page.getByTestId("status"), page.locator("section.board .bar"))).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(height);
  });
