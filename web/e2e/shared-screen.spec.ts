/** Around one screen nobody is told what somebody else hides: not while it passes on, nor afterwards. */
import type { CDPSession, Page } from "@playwright/test";
import { handOf, keys } from "./games";
import { ask, expect, openTable, test } from "./house";
import { look, picked, turnOf, type Hand, type Hidden, type Seen } from "./playing";

const SHOTS = process.env["TABLETIER_SHOTS"];
/** A match goes on for so many moves after the last secret. */
const QUIET = 4;
/** What is on its way about somebody's own moves. */
const OWN = /\/(hint|jobs|preview|explain)\b/;

/** Everything that the document holds: every text, attribute and value, and what is read out. */
async function held(page: Page, session: CDPSession): Promise<string> {
  const written = await page.evaluate(() => {
    const found: string[] = [document.title];
    const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ALL);
    for (let node: Node | null = walk.root; node !== null; node = walk.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE && node.parentElement?.closest("style, script") === null)
        found.push(node.textContent?.trim() ?? "");
      if (node instanceof Element) for (const { name, value } of node.attributes) found.push(`${name}=${value}`);
      if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) found.push(node.value);
    }
    return found.filter((text) => text !== "").join("\n");
  });
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const read = nodes
    .filter(({ ignored }) => !ignored)
    .flatMap(({ role, name, value, description }) =>
      [role, name, value, description].map((said) => String(said?.value ?? "")),
    )
    .filter((text) => text !== "");
  return `${written}\n\n${read.join("\n")}`;
}

/** Makes a move as a program would; the page hears of it as of any other. */
async function order(page: Page, id: string, { position }: Seen, move: string): Promise<void> {
  await ask(page, `/tables/${id}/orders`, { do: "move", move, ply: position?.plies ?? 0 });
}

async function throughMatch(page: Page, game: string, hand: Hand, hidden: Hidden): Promise<void> {
  const { options, seats, told } = hidden;
  const touched = hidden === hand.hidden?.[0]; // the first move of the first match is made with the finger
  const wish = { game, options, seats: Array<string>(seats).fill("me"), start: true, public: false, hints: true };
  const id = await openTable(page, "Anne", wish);
  const cover = page.getByTestId("hand-over");
  const covers = new Map<number, string>();
  const secrets = new Map<number, RegExp[]>();
  const underWay = new Set<string>();
  page.on("request", (request) => OWN.test(request.url()) && underWay.add(request.url()));
  page.on("requestfinished", (request) => underWay.delete(request.url()));
  page.on("requestfailed", (request) => underWay.delete(request.url()));
  page.setDefaultTimeout(15_000);
  const session = await page.context().newCDPSession(page);
  const made: string[] = [];
  let quiet = 0;
  let holder: number | null = null; // who begins a round after ending one keeps the screen
  for (let moves = 0; quiet < QUIET; moves += 1) {
    const seen = await look(page, id);
    if (seen.table.status === "over" || seen.position === null) break;
    const turn = turnOf(seen);
    const { seat } = turn;
    const { hides } = seen.position;
    quiet = hides === true ? 0 : quiet + 1;
    if (hides === true && seat !== holder) {
      await expect(cover.getByRole("heading")).toHaveText(/^L’écran passe à .+/);
      await expect(page.locator("main button")).toHaveCount(1);
      await page.keyboard.press("c"); // asks for a hint, elsewhere
      await expect.poll(() => [...underWay], "nothing is on its way").toEqual([]);
      const shown = await held(page, session);
      expect(shown, "the cover tells nothing of what was played").toBe(covers.get(seat) ?? shown);
      covers.set(seat, shown);
      await cover.getByRole("button").click();
    }
    holder = seat;
    await expect(page.locator(`[data-plies="${seen.position.plies}"]`)).toBeAttached();
    if (hides === true) {
      const shown = await held(page, session);
      for (const [other, patterns] of secrets)
        for (const pattern of other === seat ? [] : patterns)
          expect(shown, `told by seat ${other}`).not.toMatch(pattern);
    }
    const move = picked(hand, turn, String(moves));
    if (hides === true) secrets.set(seat, told(turn, move, made));
    made.push(move);
    if (moves === seats - 1) {
      await looksBack(page, session, id, [...secrets.values()].flat());
      holder = null;
    }
    if (moves < seats - 1) await page.getByRole("button", { name: "Conseil" }).click();
    if (moves === 0 && touched) await hand.act(page, { ...turn, legal: [move] });
    else await order(page, id, seen, move);
    await expect.poll(async () => (await look(page, id)).position?.plies ?? 0).toBeGreaterThan(seen.position.plies);
  }
  await session.detach();
  expect(covers.size, "everybody was handed the screen").toBe(seats);
}

/** Looks at the match again while it is played: as all may see it. */
async function looksBack(page: Page, session: CDPSession, id: string, secrets: readonly RegExp[]): Promise<void> {
  await page.goto(`/replay/${id}`);
  await expect(page.getByTestId("board")).toBeVisible();
  await page.keyboard.press("End");
  const shown = await held(page, session);
  for (const pattern of secrets) expect(shown, "told by the replay").not.toMatch(pattern);
  await page.goto(`/table/${id}`);
}

for (const game of keys) {
  test(`${game}: around one screen secrets are kept, over whole matches`, async ({ page }) => {
    const hand = await handOf(game);
    for (const hidden of hand.hidden ?? []) await throughMatch(page, game, hand, hidden);
  });
}

/** Has the house say of one seat's turns that nothing is hidden then. */
async function openTurns(page: Page, seat: number): Promise<void> {
  type Told = { position?: { to_move: number | null; hides?: true } };
  await page.routeWebSocket(/\/api\//, (socket) => {
    const house = socket.connectToServer();
    house.onMessage((text) => {
      const told = JSON.parse(String(text)) as Told;
      if (told.position?.to_move === seat) delete told.position.hides;
      socket.send(JSON.stringify(told));
    });
  });
}

/** Plays on while something is hidden, the screen once around and back; how often it was covered again. */
async function around(page: Page, game: string, hand: Hand, { options, seats }: Hidden): Promise<number> {
  const id = await openTable(page, "Anne", {
    game,
    options,
    seats: Array<string>(seats).fill("me"),
    start: true,
    public: false,
  });
  const first = turnOf(await look(page, id)).seat;
  const open = (first + 1) % seats;
  await openTurns(page, open);
  await page.goto(`/table/${id}`);
  for (let moves = 0; moves <= seats; moves += 1) {
    const seen = await look(page, id);
    if (seen.position?.hides !== true) return 0; // only the first choices are secret
    const turn = turnOf(seen);
    if (turn.seat !== open) await page.getByTestId("hand-over").getByRole("button").click();
    await expect(page.locator(`[data-plies="${seen.position.plies}"]`)).toBeAttached();
    await order(page, id, seen, picked(hand, turn, String(moves)));
  }
  return 1;
}

test("after a turn in which nothing was hidden the cover comes back", async ({ page }) => {
  page.setDefaultTimeout(15_000);
  let covered = 0;
  for (const game of keys) {
    const hand = await handOf(game);
    for (const hidden of hand.hidden ?? []) covered += await around(page, game, hand, hidden);
  }
  expect(covered).toBeGreaterThan(0);
});

test("the cover is no wider than a small phone, whatever the name", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const hidden = await Promise.all(keys.map(async (game) => ({ game, ...(await handOf(game)).hidden?.[0] })));
  const { game, options, seats = 0 } = hidden.find(({ seats }) => seats !== undefined) ?? {};
  await openTable(page, "W".repeat(40), {
    game,
    options,
    seats: Array<string>(seats).fill("me"),
    start: true,
    public: false,
  });
  await expect(page.getByTestId("hand-over")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

for (const game of keys) {
  test(`${game}: of those around one screen the plate of who is to move says so`, async ({ page }) => {
    const { crowd = { players: 2 } } = await handOf(game);
    const { players, ...options } = crowd;
    const seats = Array<string>(players).fill("me");
    const wish = { game, options: players > 2 ? { ...options, players } : {}, seats, start: true, public: false };
    const id = await openTable(page, "Anne", wish);
    for (let moves = 0; moves < 2; moves += 1) {
      const seen = await look(page, id);
      const plate = page.locator("article[aria-current=true]");
      if (seen.position?.hides === true) await page.getByTestId("hand-over").getByRole("button").click();
      await expect(plate).toHaveAttribute("data-seat", String(seen.position?.to_move));
      await expect(page.getByRole("img", { name: "À cette place de jouer" })).toHaveCount(1);
      await expect(plate.getByRole("img", { name: "À cette place de jouer" })).toBeVisible();
      if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/shared-${game}-${moves}.png` });
      await order(page, id, seen, seen.position?.legal?.[0] ?? "");
    }
  });
}

test("every option that hides something is among those played above", async ({ page }) => {
  await page.goto("/");
  await ask(page, "/me", { name: "Anne", language: "fr" });
  type Shown = { games: { key: string; options: { properties: Record<string, { enum: unknown[] }> } }[] };
  const { games } = await ask<Shown>(page, "/games");
  for (const { key, options } of games) {
    const played = ((await handOf(key)).hidden ?? []).map((hidden) => hidden.options);
    const always = await hides(page, key, {});
    if (always) expect(played, key).not.toEqual([]);
    for (const [option, { enum: values }] of always ? [] : Object.entries(options.properties)) {
      const secret = await Promise.all(values.map((value) => hides(page, key, { [option]: value })));
      for (const value of values.filter((_, at) => secret[at]))
        expect(played, `${key}: ${option} ${String(value)}`).toContainEqual(
          expect.objectContaining({ [option]: value }),
        );
    }
  }
});

/** Whether the first to move sees what another may not, with all seats around one screen. */
async function hides(page: Page, game: string, options: object): Promise<boolean> {
  const wish = { game, options, seats: [], public: false };
  type Opened = { id: string; table: { seats: unknown[] } };
  const opened = await ask<Opened>(page, "/tables", wish).catch((error: unknown) => String(error));
  if (typeof opened === "string") {
    expect(opened).toContain("option/bad"); // it needs another option
    return false;
  }
  const { id, table } = opened;
  await Promise.all([...table.seats.keys()].map((seat) => ask(page, `/tables/${id}/orders`, { do: "sit", seat })));
  await ask(page, `/tables/${id}/orders`, { do: "start" });
  return (await look(page, id)).position?.hides === true;
}
