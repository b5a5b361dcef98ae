/** A finger on the glass: small places are touched twice, preferences are kept, rules lie over the table. */
import type { Locator, Page } from "@playwright/test";
import { ask, enter, expect, openTable, test } from "./house";
import { handOf, keys } from "./games";
import { drawn, look, move, turn, turnOf } from "./playing";

test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

for (const game of keys) {
  test(`${game}: a move made by a finger on a small place waits for a second touch`, async ({ page }) => {
    const hand = await handOf(game);
    const id = await openTable(page, "Anne", {
      game,
      options: hand.short,
      seats: ["me", "me"],
      start: true,
      public: false,
    });
    const reveal = page.getByRole("button", { name: /C’est moi/ });
    const seen = await turn(page, id);
    if (await reveal.isVisible()) await reveal.tap();
    await drawn(page, seen);
    await hand.act(page, turnOf(seen));
    const plies = async (): Promise<number> => (await look(page, id)).position?.plies ?? 0;
    const armed = page.getByRole("gridcell", { name: /touchez encore pour jouer/ });
    const before = seen.position?.plies ?? 0;
    // Either it was a button, which is large enough, or the place asks to be touched again.
    await expect.poll(async () => (await armed.count()) + (await plies()) - before).toBe(1);
    if ((await armed.count()) > 0) {
      const box = await armed.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeLessThan(44);
      await expect(page.getByText("Touchez encore", { exact: true })).toBeInViewport();
      await expect(page.getByTestId("status")).toContainText("Touchez encore la même place pour jouer.");
      expect(await plies()).toBe(before);
      await armed.tap();
    }
    await expect.poll(plies).toBe(before + 1);
  });
}

test("whoever wishes touches once; the wish is kept, from the table and from the shelf", async ({ page }) => {
  const [game = ""] = keys;
  const hand = await handOf(game);
  const id = await openTable(page, "Anne", {
    game,
    options: hand.short,
    seats: ["me", "me"],
    start: true,
    public: false,
  });
  await page.getByRole("button", { name: "Plus" }).tap();
  await page.getByRole("button", { name: "Préférences" }).last().tap();
  const sheet = page.getByRole("dialog", { name: "Préférences" });
  await sheet.getByLabel("Toucher deux fois pour jouer").selectOption({ label: "Jamais" });
  await sheet.getByLabel("Mouvement des pièces").selectOption({ label: "Aucun" });
  await sheet.getByRole("button", { name: "Fermer" }).tap();
  await expect(sheet).toBeHidden();
  await move(page, id, hand);
  await page.goto("/");
  const going = page.getByTestId("now").getByRole("link", { name: "Continuer" });
  await expect(going).toBeInViewport({ ratio: 1 }); // a match under way comes before the boxes
  await page.getByRole("button", { name: "Préférences" }).tap();
  await expect(sheet.getByLabel("Toucher deux fois pour jouer")).toHaveValue("never");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--calm"))).toMatch(
    /^0m?s$/,
  );
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
});

test("the screen stays on while it is one's turn, and no longer", async ({ page }) => {
  await page.addInitScript(() => {
    const held = { count: 0 };
    Object.assign(window, { held });
    const request = async (): Promise<object> => {
      held.count += 1;
      return Promise.resolve({ release: () => Promise.resolve((held.count -= 1)) });
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
  });
  const count = (): Promise<number> =>
    page.evaluate(() => (window as unknown as { held: { count: number } }).held.count);
  const [game = ""] = keys;
  await enter(page, "Anne");
  await page.evaluate(() => localStorage.setItem("tabletier.settings", JSON.stringify({ wake: true })));
  const id = await openTable(page, "Anne", { game, seats: ["me", 1], start: true, public: false });
  await turn(page, id);
  await expect.poll(count).toBe(1);
  await page.getByTestId("me").evaluate((link: HTMLElement) => link.click());
  await expect.poll(count).toBe(0);
});

/** Preferences with this switch on or off, and the lengths of every trembling since. */
async function trembling(page: Page, vibration: boolean): Promise<() => Promise<number[][]>> {
  await page.addInitScript((vibration) => {
    localStorage.setItem("tabletier.settings", JSON.stringify({ vibration }));
    const felt: number[][] = [];
    Object.assign(window, { felt });
    Object.defineProperty(navigator, "vibrate", { value: (lengths: number[]) => felt.push(lengths) > 0 });
  }, vibration);
  return () => page.evaluate(() => (window as unknown as { felt: number[][] }).felt);
}

for (const wished of [true, false])
  test(`a phone trembles at a refusal and at one's turn ${wished ? "if that is wished" : "only if that is wished"}`, async ({
    page,
  }) => {
    const felt = await trembling(page, wished);
    const [game = ""] = keys;
    const hand = await handOf(game);
    const id = await openTable(page, "Anne", { game, seats: ["me", 1], start: true, public: false });
    const seen = await turn(page, id);
    await drawn(page, seen);
    await hand.wrong(page, turnOf(seen));
    await expect(page.getByTestId("refusal")).toBeVisible();
    const refused = await felt();
    expect(refused.length > 0, "at the refusal").toBe(wished);
    const { plies = 0 } = (await look(page, id)).position ?? {};
    await ask(page, `/tables/${id}/orders`, { do: "move", move: seen.position?.legal?.[0], ply: plies });
    await drawn(page, await turn(page, id)); // the house has answered
    if (wished) await expect.poll(async () => (await felt()).length, "at one's turn").toBeGreaterThan(refused.length);
    else expect(await felt()).toEqual([]);
  });

/** Where rules are asked for besides the table, and the link that asks. */
const FROM: Record<string, (page: Page, game: string) => Promise<Locator>> = {
  "a lesson": async (page, game) => {
    await page.goto(`/learn/${game}/1`);
    return page.locator("a.rule").first();
  },
  "the set-up": async (page, game) => {
    await page.goto(`/new/${game}`);
    const link = page.getByRole("main").locator(`a[href^="/rules/${game}#"]`).first();
    const folded = page.locator("main details:not([open])");
    await expect
      .poll(async () => {
        await folded.evaluateAll((parts) => parts.forEach((part) => part.setAttribute("open", ""))); // one may hold others
        return link.isVisible();
      })
      .toBe(true);
    return link;
  },
  "a replay": async (page, game) => {
    const id = await openTable(page, "Anne", { game, seats: ["me", 1], start: true, public: false });
    await page.goto(`/replay/${id}`);
    await page.getByRole("tab", { name: "Partie" }).tap();
    return page.getByRole("link", { name: "Les règles" });
  },
};

for (const [room, come] of Object.entries(FROM))
  test(`rules lie over ${room} and close back to it`, async ({ page }) => {
    const [game = ""] = keys;
    const link = await come(page, game);
    const here = page.url();
    await page.evaluate(() => Object.assign(window, { same: true }));
    const sheet = page.getByRole("dialog", { name: /Règles d/ });
    for (const close of [
      () => page.keyboard.press("Escape"),
      () => sheet.getByRole("button", { name: "Fermer" }).tap(),
    ]) {
      await link.tap();
      await expect(sheet.getByRole("heading", { level: 2 }).first()).toBeVisible();
      await close();
      await expect(sheet).toBeHidden();
      await expect(link).toBeVisible();
      expect(page.url()).toBe(here);
    }
    expect(await page.evaluate(() => (window as unknown as { same?: boolean }).same), "the same page").toBe(true);
  });

for (const game of keys) {
  test(`${game}: rules lie over the table and close back to it`, async ({ page }) => {
    const hand = await handOf(game);
    const id = await openTable(page, "Anne", { game, seats: ["me", 1], start: true, public: false });
    for (let made = 0; made < (hand.opening ?? 0); made += 1) {
      const seen = await turn(page, id);
      await drawn(page, seen);
      await hand.act(page, turnOf(seen));
    }
    const seen = await turn(page, id);
    await drawn(page, seen);
    await page.evaluate(() => ((window as unknown as { same: boolean }).same = true));
    const sheet = page.getByRole("dialog", { name: /Règles d/ });
    await page.getByRole("link", { name: "Les règles" }).tap();
    await expect(sheet.getByRole("heading", { level: 2 }).nth(1)).toBeVisible();
    expect(page.url()).toMatch(new RegExp(`/table/${id}$`));
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();

    await hand.wrong(page, turnOf(seen));
    const link = page.getByTestId("refusal").getByRole("link");
    const rule = (await link.textContent())?.trim().split(/\s/).at(-1) ?? "";
    await link.tap();
    await expect(sheet.locator(`[id="${rule}"]`)).toBeInViewport();
    await expect(sheet.getByRole("button", { name: "Fermer" })).toBeInViewport();
    await expect(sheet.getByRole("link", { name: /à partager/ })).toHaveAttribute("href", `/rules/${game}#${rule}`);
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page.locator("section.board")).toBeVisible();
    expect(page.url()).toMatch(new RegExp(`/table/${id}$`));
    expect(await page.evaluate(() => (window as unknown as { same?: boolean }).same)).toBe(true);
  });
}
