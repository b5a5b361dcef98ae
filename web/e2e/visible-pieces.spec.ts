/** Every piece that a position has can be seen: the picture is another one without it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { handOf, keys } from "./games";
import { ask, expect, test } from "./house";
import type { Hand } from "./playing";

const GOLDEN = join(import.meta.dirname, "../../tests/golden");
/** Positions of each record that are looked at, spread over it. */
const LOOKS = 3;
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
    const { x, y } = element.getBoundingClientRect();
    const found: Box[][] = [];
    for (const drawn of element.querySelectorAll("[data-piece]")) {
      const box = drawn.getBoundingClientRect();
      const piece = drawn.getAttribute("data-piece") ?? "";
      const own = { piece, x: box.x - x, y: box.y - y, width: box.width, height: box.height };
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

const picture = async (board: Locator): Promise<string> =>
  (await board.screenshot({ animations: "disabled" })).toString("base64");

/** Of some pieces those whose box looks the same in both pictures. */
async function unseen(page: Page, whole: string, without: string, boxes: Box[]): Promise<string[]> {
  return page.evaluate(
    async ({ pictures, boxes, PART, CHANGE }) => {
      const [one, other] = await Promise.all(
        pictures.map(async (text) => {
          const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
          const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, image.width, image.height);
        }),
      );
      if (one == null || other == null) throw new Error("no picture");
      return boxes
        .filter(({ x, y, width, height }) => {
          let changed = 0;
          for (let row = Math.max(0, Math.round(y)); row < Math.min(one.height, y + height); row += 1)
            for (let column = Math.max(0, Math.round(x)); column < Math.min(one.width, x + width); column += 1) {
              const at = 4 * (row * one.width + column);
              const by = [0, 1, 2].map((i) => Math.abs((one.data[at + i] ?? 0) - (other.data[at + i] ?? 0)));
              if (Math.max(...by) > CHANGE) changed += 1;
            }
          return changed < PART * width * height;
        })
        .map(({ piece }) => piece);
    },
    { pictures: [whole, without], boxes, PART, CHANGE },
  );
}

/** Fails where a piece of this view is not drawn, or cannot be seen. */
async function check(page: Page, hand: Hand, view: View, where: string): Promise<void> {
  const board = page.locator("section.board");
  const wanted = hand.pieces(view);
  await expect
    .poll(async () => {
      const drawn = (await groups(board)).flat().map(({ piece }) => piece);
      return wanted.filter((piece) => !drawn.includes(piece));
    }, `${where}: pieces that are not drawn`)
    .toEqual([]);
  const whole = await picture(board);
  for (const boxes of await groups(board)) {
    await hide(board, boxes.map(({ piece }) => piece));
    expect(await unseen(page, whole, await picture(board), boxes), `${where}: pieces that cannot be seen`).toEqual([]);
  }
  await hide(board, []);
}

test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: "reduce" } });

for (const game of keys) {
  test(`${game}: every piece of every lesson can be seen`, async ({ page }) => {
    const hand = await handOf(game);
    await page.goto(`/learn/${game}/1`);
    const lessons = await ask<{ number: number; position: { view: View } }[]>(page, `/games/${game}/lessons`);
    for (const { number, position } of lessons) {
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
        await check(page, hand, steps[at]?.view ?? {}, `${name}, step ${at}`);
      }
    }
  });
}
