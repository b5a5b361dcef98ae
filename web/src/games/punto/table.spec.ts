import { another, expect, openTable, test } from "../../../e2e/house";
import { begun, drawn, look, move } from "../../../e2e/playing";
import { hand } from "./hand.e2e";
import type { View } from "./view";

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
  for (let n = 0; n < 4; n += 1) {
    const { position } = await begun(page, id);
    await move(pages[position?.to_move ?? 0] ?? page, id, hand);
  }
  for (const one of pages) await expect(one.getByTestId("moves").getByRole("listitem")).toHaveCount(4);
});

test("around one screen the plates hold still as the cloth does", async ({ page }) => {
  const wish = { game: "punto", options: { players: 3 }, seats: ["me", "me", "me"], start: true, public: false };
  const id = await openTable(page, "Anne", wish);
  const plates = page.locator(".table article strong");
  await expect(plates).toHaveCount(3);
  const names = await plates.allInnerTexts();
  for (let n = 0; n < 3; n += 1) {
    const seen = await move(page, id, hand);
    await drawn(page, seen);
    expect(await plates.allInnerTexts()).toEqual(names);
  }
});

test("an expert's hand is neither in the other's page nor in what it is sent", async ({ page, browser, baseURL }) => {
  const wish = { game: "punto", options: { expert: true }, seats: ["me", "open"] };
  const id = await openTable(page, "Anne", wish);
  const other = await another(browser, baseURL, "Bruno");
  const heard: string[] = [];
  other.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(String(payload))));
  other.on(
    "response",
    (response) =>
      void response.text().then(
        (text) => heard.push(text),
        () => undefined,
      ),
  );
  await other.goto(`/table/${id}`);
  await other.getByRole("button", { name: "S’asseoir ici" }).click();
  await page.getByRole("button", { name: "Commencer la partie" }).click();
  await expect(other.locator("section.board [role=grid]").first()).toBeVisible();

  const { hands } = (await look(page, id)).position?.view as View;
  expect(hands[0]).toEqual([expect.stringMatching(/^[rgby]\d$/), expect.stringMatching(/^[rgby]\d$/)]);
  const told = heard.map(read).flatMap((message) => message?.position?.view?.hands ?? []);
  expect(told.length).toBeGreaterThan(0);
  const { hands: theirs } = (await look(other, id)).position?.view as View;
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

test("eight seats on a phone: the board is the largest thing, nothing is cut off", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openTable(page, "Anne-Charlotte de La Tour", {
    game: "punto",
    options: { players: 8 },
    seats: ["me", 1, 1, 1, 1, 1, 1, 1],
    clock: { kind: "total", seconds: 600, increment: 5 },
    start: true,
  });
  const board = await page.locator("section.board").boundingBox();
  const others = await page.locator(".others").boundingBox();
  expect(board?.height).toBeGreaterThan(2 * (others?.height ?? 0));
  expect((board?.y ?? 0) + (board?.height ?? 0)).toBeLessThan(740 - 44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  for (const plate of await page.locator("article[data-seat]").all()) {
    const box = await plate.boundingBox();
    const clock = await plate.getByRole("timer").boundingBox();
    expect((clock?.x ?? 0) + (clock?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
  }
  const names = await page.locator("article[data-seat] strong").allInnerTexts();
  expect(new Set(names).size).toBe(8);
});

test("the host changes what is agreed before the start", async ({ page }) => {
  await openTable(page, "Anne", { game: "punto", seats: ["me", 1] });
  await page.getByRole("button", { name: "Changer ce qui est convenu" }).click();
  await page.getByLabel("Joueurs", { exact: true }).selectOption({ label: "3" });
  await page.getByRole("button", { name: "C’est convenu" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.locator("li[data-seat]")).toHaveCount(3);
  await page.getByLabel("Adversaire pour la place 3").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Commencer la partie" }).click();
  await expect(page.locator("article[data-seat]")).toHaveCount(3);
});
