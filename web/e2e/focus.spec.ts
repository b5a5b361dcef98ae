/** Whoever plays with keys sees where they are: on every board, by day and by night. */
import type { Page } from "@playwright/test";
import { keys } from "./games";
import { expect, openTable, test } from "./house";
import { drawn, turn } from "./playing";

/** What parts of a control, and what shows its state, need against what lies beside them (WCAG 1.4.11). */
const ENOUGH = 3;

interface Spot {
  x: number;
  y: number;
}

/** What is pictured around a cell, in pixels. */
const AROUND = 8;

/** Along the sides of a cell as its picture has them, away from its corners. */
function edge(width: number, height: number): Spot[] {
  const [right, bottom] = [AROUND + width, AROUND + height];
  return [0.3, 0.4, 0.5, 0.6, 0.7].flatMap((part) => {
    const [x, y] = [AROUND + width * part, AROUND + height * part];
    return [
      { x, y: AROUND },
      { x, y: bottom },
      { x: AROUND, y },
      { x: right, y },
    ];
  });
}

/** For each spot, the most that any pixel near it differs between two pictures, as a contrast. */
async function contrasts(page: Page, pictures: readonly Buffer[], spots: readonly Spot[]): Promise<number[]> {
  return page.evaluate(
    async ({ texts, spots }) => {
      const NEAR = 6;
      const [one, other] = await Promise.all(
        texts.map(async (text) => {
          const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
          const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
          context?.drawImage(image, 0, 0);
          return (x: number, y: number): number => {
            const [red = 0, green = 0, blue = 0] = context?.getImageData(x, y, 1, 1).data ?? [];
            const linear = [red, green, blue].map((part) =>
              part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
            );
            return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0) + 0.05;
          };
        }),
      );
      if (one === undefined || other === undefined) throw new Error("no picture");
      return spots.map(({ x, y }) => {
        let most = 1;
        for (let off = -NEAR; off <= NEAR; off += 1)
          for (const [column, row] of [
            [x + off, y],
            [x, y + off],
          ] as const) {
            const [before, after] = [one(column, row), other(column, row)];
            most = Math.max(most, before / after, after / before);
          }
        return most;
      });
    },
    { texts: pictures.map((picture) => picture.toString("base64")), spots },
  );
}

async function ring(page: Page, display: string): Promise<void> {
  await page.getByTestId("focus-ring").evaluateAll((rings, display) => {
    for (const one of rings as SVGElement[]) one.style.display = display;
  }, display);
}

for (const game of keys)
  for (const theme of ["light", "dark"] as const)
    test(`${game}, ${theme}: the focus stands out against whatever lies under it`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce", colorScheme: theme });
      const id = await openTable(page, "Anne", { game, seats: ["me", 1], start: true, public: false });
      await drawn(page, await turn(page, id));
      await page.keyboard.press("Shift");
      const cells = page.locator("section.board [role=gridcell]");
      const count = await cells.count();
      for (const part of [0, 0.4, 0.8]) {
        const cell = cells.nth(Math.floor(part * count));
        await cell.focus();
        const { x, y, width, height } = (await cell.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
        const clip = { x: x - AROUND, y: y - AROUND, width: width + 2 * AROUND, height: height + 2 * AROUND };
        const shown = await page.screenshot({ clip });
        await ring(page, "none");
        const bare = await page.screenshot({ clip });
        await ring(page, "");
        for (const contrast of await contrasts(page, [bare, shown], edge(width, height)))
          expect(contrast).toBeGreaterThanOrEqual(ENOUGH);
      }
    });

test("a button on a board has the same ring, and its two colours do for any ground", async ({ page }) => {
  await openTable(page, "Anne", { game: keys[0], seats: ["me", "me"], start: true, public: false });
  const found = await page.locator("section.board").evaluate((board) => {
    const button = board.appendChild(document.createElement("button"));
    button.focus();
    const { outlineColor, boxShadow } = getComputedStyle(button);
    const [light, dark] = [...board.querySelectorAll("[data-testid=focus-ring] rect")].map(
      (rect) => getComputedStyle(rect).stroke,
    );
    return { outlineColor, boxShadow, light, dark };
  });
  expect(found.outlineColor).toBe(found.dark);
  expect(found.boxShadow).toContain(found.light);
  const luminance = (colour = ""): number => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(
      (part) => ((Number(part) / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  // a ground between the two has at least the root of their contrast to one of them
  expect(Math.sqrt(luminance(found.light) / luminance(found.dark))).toBeGreaterThanOrEqual(ENOUGH);
});
