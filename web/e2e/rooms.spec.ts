import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { ask, enter, expect, openTable, test } from "./house";
import { handOf, keys } from "./games";
import { drawn, move, turn, turnOf } from "./playing";

/** Every room, and how to come there. */
const ROOMS: Record<string, (page: Page) => Promise<void>> = {
  shelf: async (page) => void (await page.goto("/")),
  lobby: async (page) => {
    await openTable(page, "Anne", { game: keys[0], seats: ["me", "open"] });
    await page.goto("/tables");
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  },
  ladder: async (page) => void (await page.goto(`/ladder/${keys[0]}`)),
  "my games": async (page) => {
    const id = await openTable(page, "Anne", { game: keys[0], seats: ["me", 1], start: true, public: false });
    await ask(page, `/tables/${id}/orders`, { do: "resign" });
    await page.goto("/games");
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  },
  profile: async (page) => {
    await enter(page, "Anne");
    await page.goto("/people");
  },
  me: async (page) => {
    await enter(page, "Anne");
    await page.goto("/me");
    await expect(page.getByRole("link", { name: "Votre profil" })).toBeVisible();
  },
  puzzle: async (page) => {
    await page.goto(`/puzzle/${keys[0]}`);
    await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
  },
  lost: async (page) => void (await page.goto("/nowhere/at-all")),
  "a record": async (page) => void (await page.goto("/replay")),
};
for (const game of keys) {
  ROOMS[`${game}: set-up`] = async (page) => void (await page.goto(`/new/${game}`));
  ROOMS[`${game}: editor`] = async (page) => {
    await page.goto(`/editor/${game}`);
    await expect(page.getByTestId("verdict")).toContainText("La position tient");
  };
  ROOMS[`${game}: rules`] = async (page) => void (await page.goto(`/rules/${game}`));
  ROOMS[`${game}: lesson`] = async (page) => void (await page.goto(`/learn/${game}/1`));
  ROOMS[`${game}: waiting`] = async (page) => void (await openTable(page, "Anne", { game, seats: ["me"] }));
  ROOMS[`${game}: table`] = async (page) => {
    await openTable(page, "Anne", { game, seats: ["me", 1], start: true, public: false });
    await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
  };
  ROOMS[`${game}: replay`] = async (page) => {
    const id = await openTable(page, "Anne", { game, seats: ["me", 1], start: true, public: false });
    await page.goto(`/replay/${id}`);
  };
}

/** The rules whose answer may be another one in the dark: all others look at words, roles and sizes. */
const BY_LIGHT = ["color-contrast", "link-in-text-block"];

/** Without frames of other houses, axe needs no second page to put its findings together. */
const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode();

async function barriers(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

for (const [room, come] of Object.entries(ROOMS)) {
  test(`${room}: no barrier for anyone, nothing wider than a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await come(page);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    expect(await barriers(axe(page))).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await barriers(axe(page).withRules(BY_LIGHT)), "in the dark").toEqual([]);
  });
}

/** Whether the middle of a part is what one sees and touches there. */
const onTop = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const found = document.elementFromPoint(x + width / 2, y + height / 2);
    return found !== null && (element.contains(found) || found.contains(element));
  });

for (const game of keys) {
  test(`${game}: on a phone two play without scrolling, and a refusal covers no line, plate or button`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const hand = await handOf(game);
    const id = await openTable(page, "Anne", { game, seats: ["me", 1], start: true, public: false });
    for (let made = 0; made < (hand.opening ?? 0); made += 1) await move(page, id, hand);
    const seen = await turn(page, id);
    await drawn(page, seen);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(740);
    await hand.wrong(page, turnOf(seen));
    await expect(page.getByTestId("refusal")).toBeVisible();
    const asked = page.getByTestId("status").locator("p").last();
    const needed = [
      asked,
      page.locator(".own article").first(),
      ...(await page.locator("section.board .bar button").all()),
    ];
    for (const part of needed) expect(await onTop(part)).toBe(true);
  });
}

test("a stranger meets no error on the shelf", async ({ page }) => {
  const wrong: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(message.text());
  });
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  expect(wrong).toEqual([]);
});

test("the page speaks French and English, and remembers which", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ouvrez une boîte, jouez.");
  await page.getByRole("button", { name: "Passer en anglais" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Open a box and play.");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Open a box and play.");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("an account is made, left and found again", async ({ page }) => {
  await enter(page, "Anne");
  await page.goto("/me");
  const login = `anne${Date.now() % 1e9}`;
  await page.getByLabel("Nom de compte").first().fill(login);
  await page.getByLabel("Nouveau mot de passe").first().fill("un long secret");
  await page.getByRole("button", { name: "Créer un compte" }).click();
  await expect(page.getByText("Voici votre code de secours")).toBeVisible();
  await page.getByRole("button", { name: "Se déconnecter", exact: true }).click();
  await page.getByText("Se connecter").first().click();
  await page.getByLabel("Nom de compte").nth(1).fill(login);
  await page.getByLabel("Mot de passe", { exact: true }).fill("un long secret");
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByText(`Votre compte : ${login}`)).toBeVisible();
});

test("tokens end with the password, unless they are kept", async ({ page }) => {
  await enter(page, "Anne");
  await ask(page, "/me/account", { login: `anne${Date.now() % 1e9}`, password: "un long secret" });
  await ask(page, "/me/tokens", { label: "mon robot", scopes: ["read"] });
  await page.goto("/me");
  await page.getByText("Jetons pour programmes").click();
  await page.getByText("Changer de mot de passe").first().click();
  const robot = page.getByRole("listitem").filter({ hasText: "mon robot" });
  await expect(robot).toBeVisible();
  const change = async (from: string, to: string, tokens: string): Promise<void> => {
    await page.getByLabel("Mot de passe", { exact: true }).fill(from);
    await page.getByLabel("Nouveau mot de passe").fill(to);
    const answered = page.waitForResponse((answer) => answer.url().endsWith("/me/tokens"));
    await page.getByRole("button", { name: "Changer de mot de passe" }).click();
    await answered;
    await expect(page.getByText("Mot de passe changé.")).toContainText(`programmes ${tokens}`);
  };
  const keep = page.getByRole("checkbox", { name: "Garder les jetons de mes programmes" });
  await keep.check();
  await change("un long secret", "un autre secret", "valent toujours");
  await expect(robot).toBeVisible();
  await keep.uncheck();
  await change("un autre secret", "un long secret", "ne valent plus");
  await expect(robot).toHaveCount(0);
});
