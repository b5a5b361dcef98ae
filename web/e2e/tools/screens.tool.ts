/** Opens a real house and photographs every room as a visitor comes to see it. */
import type { Catalogue } from "../../src/lib/api/wire";
import type { Browser, Page } from "@playwright/test";
import { handOf, keys } from "../games";
import { another, ask, enter, expect, openTable, test } from "../house";
import { chosen, drawn, turn, turnOf, type Seen } from "../playing";
import { leaf, one, picture } from "./camera";

const [first = ""] = keys;
const NAME = "Camille";

/** Plays at a table without touching the board, until it is over or somebody has moved often enough. */
async function play(page: Page, id: string, moves: number): Promise<Seen> {
  let seen = await turn(page, id);
  for (let n = 0; n < moves && seen.table.status !== "over"; n += 1) {
    const legal = seen.position?.legal ?? [];
    const best = legal.filter((one) => /[x>]/.test(one));
    const among = best.length > 0 ? best : legal;
    const order = { do: "move", move: among[chosen(among.length, `${n} ${legal.join()}`)], ply: seen.position?.plies };
    await ask(page, `/tables/${id}/orders`, order);
    seen = await turn(page, id);
  }
  return seen;
}

/** A table of the house with everything on it, and the board drawn. */
async function seated(page: Page, wish: object, moves: number): Promise<string> {
  const id = await openTable(page, NAME, { start: true, public: false, ...wish });
  await play(page, id, moves);
  await expect(page.locator("section.board [role=grid]").first()).toBeVisible();
  return id;
}

/** A match that came to its end. */
async function finished(page: Page): Promise<string> {
  const game = await widest(page);
  const { short } = await handOf(game);
  const id = await openTable(page, NAME, { game, options: short, seats: ["me", 2], start: true, public: false });
  const seen = await play(page, id, 200);
  expect(seen.table.status).toBe("over");
  return id;
}

/** The game at which most people can sit. */
async function widest(page: Page): Promise<string> {
  await page.goto("/");
  const { games } = await ask<Catalogue>(page, "/games");
  return games.reduce((a, b) => (Math.max(...b.players) > Math.max(...a.players) ? b : a)).key;
}

/** Tables that others have opened, and one of this person's own. */
async function busyHouse(page: Page, browser: Browser, baseURL: string | undefined): Promise<void> {
  const other = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}) })).newPage();
  await enter(other, "Agathe");
  for (const game of keys.slice(0, 2)) await ask(other, "/tables", { game, seats: ["me", "open"], public: true });
  await enter(page, NAME);
  await ask(page, "/tables", { game: keys.at(-1), seats: ["me", 2], start: true, public: false });
  await page.goto("/");
  await expect(page.locator(`[data-game="${first}"]`)).toBeVisible();
}

test("shelf", async ({ page, browser, baseURL }) => {
  await busyHouse(page, browser, baseURL);
  await picture(page, "shelf");
  await page.getByRole("button", { name: "Passer en anglais" }).click();
  await one(page, "front", "desktop", "light"); // the one that opens the README
});

for (const game of keys) {
  test(`${game}: set-up, lesson, rules`, async ({ page }) => {
    await enter(page, NAME);
    await page.goto(`/new/${game}`);
    await expect(page.getByLabel("Avec qui")).toBeVisible();
    if (game === keys.at(-1)) await picture(page, "setup");
    await page.goto(`/learn/${game}/3`);
    await expect(page.locator("[role=grid]").first()).toBeVisible();
    await picture(page, `lesson-${game}`);
    await page.goto(`/rules/${game}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (game === first) await picture(page, "rules");
    await page.getByRole("button", { name: "Passer en anglais" }).click();
    await leaf(page, `sheet-${game}`, page.locator("figure").first());
  });

  test(`${game}: a table in the middle of a match`, async ({ page }) => {
    const { short } = await handOf(game);
    await seated(page, { game, options: short, seats: ["me", 2] }, 6);
    await picture(page, `table-${game}`);
  });
}

test("a table that waits", async ({ page }) => {
  await openTable(page, NAME, { game: await widest(page), options: { players: 4 }, seats: ["me", "open", 2, "open"] });
  await expect(page.getByRole("img", { name: /Code à scanner/ })).toBeVisible();
  await picture(page, "waiting");
});

test("a full table", async ({ page }) => {
  const game = await widest(page);
  const { games } = await ask<Catalogue>(page, "/games");
  const most = Math.max(...(games.find(({ key }) => key === game)?.players ?? []));
  const seats = ["me", ...Array.from({ length: most - 1 }, () => 1)];
  const clock = { kind: "total", seconds: 600, increment: 5 };
  await seated(page, { game, options: { players: most, teams: true }, seats, clock }, 2);
  await picture(page, "full-table");
});

test("a move against the rules", async ({ page }) => {
  for (const game of keys) {
    const { wrong, opening = 0 } = await handOf(game);
    const id = await seated(page, { game, seats: ["me", 1] }, opening);
    const seen = await turn(page, id);
    await drawn(page, seen);
    await wrong(page, turnOf(seen));
    await expect(page.getByTestId("refusal")).toBeVisible();
    await picture(page, `refusal-${game}`);
  }
});

test("a match that is over, and looked at again", async ({ page }) => {
  const id = await finished(page);
  await expect(page.getByTestId("status")).toHaveClass(/over/);
  await picture(page, "result");
  await page.goto(`/replay/${id}`);
  await page.getByRole("button", { name: "Analyser la partie" }).click();
  await expect(page.getByTestId("ribbon")).toBeVisible({ timeout: 400_000 });
  await page.keyboard.press("End");
  for (let back = 0; back < 4; back += 1) await page.keyboard.press("ArrowLeft");
  await picture(page, "replay");
});

/** A table of two people, after some moves of each. */
async function between(page: Page, other: Page, wish: object, moves: number): Promise<string> {
  const { id } = await ask<{ id: string }>(page, "/tables", { seats: ["me", "open"], ...wish });
  await ask(other, `/tables/${id}/orders`, { do: "sit" });
  await ask(page, `/tables/${id}/orders`, { do: "start" });
  for (let n = 0; n < moves; n += 1) {
    const mine = await ask<Seen>(page, `/tables/${id}`);
    const mover = mine.table.yours.includes(mine.position?.to_move ?? -1) ? page : other;
    const { position } = await ask<Seen>(mover, `/tables/${id}`);
    const legal = position?.legal ?? [];
    const move = legal[chosen(legal.length, `${n} ${legal.join()}`)];
    await ask(mover, `/tables/${id}/orders`, { do: "move", move, ply: position?.plies });
  }
  return id;
}

test("coming back: games, profile, ladder, puzzle, editor, being told, days", async ({ page, browser, baseURL }) => {
  await enter(page, NAME);
  const other = await another(browser, baseURL, "Agathe");
  for (const [n, game] of [...keys, ...keys].entries()) {
    const id = await between(page, other, { game, rated: true }, 8);
    await ask(n % 3 === 0 ? page : other, `/tables/${id}/orders`, { do: "resign" });
  }
  const clock = { kind: "days", seconds: 259_200, bank: 604_800, hours: 14, leave: 14 };
  const days = await between(page, other, { game: keys[1], clock }, 7);
  await ask(page, "/me/notices", { kind: "feed" });
  const rooms: Record<string, string> = {
    games: "/games",
    profile: "/people",
    ladder: `/ladder/${first}`,
    puzzle: `/puzzle/${keys.at(-1)}`,
    editor: `/editor/${first}`,
    told: "/me",
    days: `/table/${days}`,
  };
  for (const [name, address] of Object.entries(rooms)) {
    await page.goto(address);
    await expect(page.locator("main :is(h1, [role=grid])").first()).toBeVisible();
    if (name === "told") await page.getByText("Être prévenu", { exact: true }).click();
    if (name === "days") await page.getByRole("tab", { name: "Temps" }).click();
    await picture(page, name);
  }
  await other.context().close();
});

test("who one is, and a record to open", async ({ page }) => {
  await enter(page, NAME);
  await page.goto("/me");
  await expect(page.getByLabel("Nom de compte").first()).toBeVisible();
  await picture(page, "account");
  await page.goto("/replay");
  await expect(page.getByLabel("Texte du procès-verbal")).toBeVisible();
  await picture(page, "record");
});
