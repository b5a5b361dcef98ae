/** Every piece that a position has can be seen: the picture is another one without it. */
import type { LessonShown } from "../src/lib/api/wire";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { handOf, keys } from "./games";
import { ask, expect, test } from "./house";
import { cell, type Hand } from "./playing";

const GOLDEN = join(import.meta.dirname, "../../tests/golden");
/** `make thorough`: all lessons, and more positions of each record. */
const THOROUGH = process.env["TABLETIER_THOROUGH"] === "1";
/** Positions of each record that are gone to, spread over it, those of them that are looked at, and of how
 *  many lessons one is. */
const LOOKS = 5;
const LOOKED_AT = THOROUGH ? [1, 2, 3, 4, 5] : [2, 5];
const LESSONS = THOROUGH ? 1 : 3;
/** The part of a piece's box that must change, and how much a colour must: a card on one of its own
 *  colour differs by its pips only. */
const PART = 0.03;
const CHANGE = 12;

type View = Record<string, unknown>;
interface Box {
  piece: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The boxes of all pieces drawn, in groups of such as lie apart, so that one picture does for a group. */
async function groups(board: Locator): Promise<Box[][]> {
  return board.evaluate((element) => {
    const found: Box[][] = [];
    for (const drawn of element.querySelectorAll("[data-piece]")) {
      const { x, y, width, height } = drawn.getBoundingClientRect();
      const own = { piece: drawn.getAttribute("data-piece") ?? "", x, y, width, height };
      const apart = (other: Box): boolean =>
        Math.abs(own.x + own.width / 2 - other.x - other.width / 2) >= (own.width + other.width) / 2 ||
        Math.abs(own.y + own.height / 2 - other.y - other.height / 2) >= (own.height + other.height) / 2;
      const group = found.find((boxes) => boxes.every(apart));
      if (group === undefined) found.push([own]);
      else group.push(own);
    }
    return found;
  });
}

/** Hides some pieces, or shows them all. */
async function hide(board: Locator, pieces: readonly string[]): Promise<void> {
  await board.evaluate((element, pieces) => {
    for (const drawn of element.querySelectorAll<SVGElement>("[data-piece]"))
      drawn.style.visibility = pieces.includes(drawn.dataset["piece"] ?? "") ? "hidden" : "";
  }, pieces);
}

/** Pictures of the screen: whole, then without each of these groups. */
async function pictures(page: Page, board: Locator, found: readonly Box[][]): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const taken: string[] = [];
  for (const boxes of [[], ...found]) {
    await hide(
      board,
      boxes.map(({ piece }) => piece),
    );
    taken.push((await session.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true })).data);
  }
  await hide(board, []);
  await session.detach();
  return taken;
}

/** Of some pieces those whose box looks the same with them and without: pictures as `pictures` has them. */
async function unseen(page: Page, taken: readonly string[], found: readonly Box[][]): Promise<string[]> {
  return page.evaluate(
    async ({ taken, found, PART, CHANGE }) => {
      const [whole, ...without] = await Promise.all(
        taken.map(async (text) => {
          const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
          const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, image.width, image.height) ?? new ImageData(1, 1);
        }),
      );
      const same = ({ x, y, width, height }: Box, one: ImageData, other: ImageData): boolean => {
        let changed = 0;
        for (let row = Math.max(0, Math.round(y)); row < Math.min(one.height, y + height); row += 1)
          for (let column = Math.max(0, Math.round(x)); column < Math.min(one.width, x + width); column += 1) {
            const at = 4 * (row * one.width + column);
            for (let part = at; part < at + 3; part += 1)
              if (Math.abs((one.data[part] ?? 0) - (other.data[part] ?? 0)) > CHANGE) {
                changed += 1;
                break;
              }
          }
        return changed < PART * width * height;
      };
      return found.flatMap((boxes, group) => {
        const [one, other] = [whole, without[group]];
        if (one === undefined || other === undefined) throw new Error("no picture");
        return boxes.filter((box) => same(box, one, other)).map(({ piece }) => piece);
      });
    },
    { taken, found, PART, CHANGE },
  );
}

/** Shows the page as it opens if the board is whole in sight then, else from the board's head on; whether
 *  the board is higher than the window, so that nobody can see all of it at once. */
async function come(board: Locator): Promise<boolean> {
  return board.evaluate(async (element) => {
    scrollTo({ top: 0, behavior: "instant" });
    if (element.getBoundingClientRect().bottom > innerHeight) element.scrollIntoView({ behavior: "instant" });
    await new Promise(requestAnimationFrame);
    return element.getBoundingClientRect().height > innerHeight;
  });
}

/** Rolls on until the board's foot is in sight. */
async function roll(board: Locator): Promise<void> {
  await board.evaluate(async (element) => {
    element.scrollIntoView({ block: "end", behavior: "instant" });
    await new Promise(requestAnimationFrame);
  });
}

/** Fails where one of these pieces is not drawn, or where one that is drawn cannot be seen. */
async function seen(page: Page, wanted: readonly string[], where: string): Promise<void> {
  const board = page.locator("section.board");
  const higher = await come(board);
  let found: Box[][] = [];
  await expect
    .poll(async () => {
      found = await groups(board);
      const drawn = found.flat().map(({ piece }) => piece);
      return wanted.filter((piece) => !drawn.includes(piece));
    }, `${where}: pieces that are not drawn`)
    .toEqual([]);
  let hidden = await unseen(page, await pictures(page, board, found), found);
  if (hidden.length > 0 && higher) {
    await roll(board);
    found = await groups(board);
    const below = await unseen(page, await pictures(page, board, found), found);
    hidden = hidden.filter((piece) => below.includes(piece));
  }
  expect(hidden, `${where}: pieces that cannot be seen`).toEqual([]);
}

/** The same for all pieces of a view; what is folded away is unfolded, one after another. */
async function check(page: Page, hand: Hand, view: View, where: string): Promise<void> {
  const wanted = hand.pieces(view);
  await seen(page, wanted, where);
  for (const { by, pieces } of hand.folded?.(view) ?? []) {
    const drawn = (await groups(page.locator("section.board"))).flat().map(({ piece }) => piece);
    const folded = pieces.some((piece) => !drawn.includes(piece));
    if (folded) await cell(page, by);
    await seen(page, [...wanted, ...pieces], `${where}, ${by}`);
    if (folded) await cell(page, by);
  }
}

test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: "reduce" } });

for (const game of keys) {
  test(`${game}: every piece of a lesson can be seen`, async ({ page }) => {
    const hand = await handOf(game);
    await page.goto(`/learn/${game}/1`);
    const lessons = await ask<LessonShown[]>(page, `/games/${game}/lessons`);
    for (const { number, position } of lessons.filter((_, at) => at % LESSONS === 0)) {
      await page.evaluate((path) => {
        history.pushState(null, "", path);
        dispatchEvent(new PopStateEvent("popstate"));
      }, `/learn/${game}/${number}`);
      await expect(page.locator(`[data-lesson="${number}"]`)).toBeVisible();
      await check(page, hand, position.view, `lesson ${number}`);
    }
  });

  test(`${game}: every piece of a match can be seen`, async ({ page }) => {
    const hand = await handOf(game);
    for (const name of readdirSync(GOLDEN).filter((file) => file.startsWith(`${game}-`))) {
      const text = readFileSync(join(GOLDEN, name), "utf8");
      await page.goto("/replay");
      const told = page.waitForResponse(/\/api\/v1\/records$/);
      await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
      const { steps } = (await (await told).json()) as { steps: { view: View }[] };
      for (let look = 1; look <= LOOKS; look += 1) {
        const at = Math.round(((steps.length - 1) * look) / LOOKS);
        await page.getByRole("slider").first().fill(String(at));
        await expect(page.getByTestId("board")).toHaveAttribute("data-step", String(at));
        if (LOOKED_AT.includes(look)) await check(page, hand, steps[at]?.view ?? {}, `${name}, step ${at}`);
      }
    }
  });
}
