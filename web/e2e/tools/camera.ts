/** Takes small pictures of a page: on a desk and on a phone, with the lamp on and off. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";

const ROOT = join(import.meta.dirname, "../../..");
/** Elsewhere, if it is named, every picture is kept; in the repository only those that a page shows. */
const ELSEWHERE = process.env["TABLETIER_SCREENS"];
const ALBUM = ELSEWHERE ?? join(ROOT, "docs/screens");
const QUALITY = 56;
/** Long enough for every motion on the page to be over. */
const STILL = 900;

const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
} as const;
export type Size = keyof typeof SIZES;
/** The page as a leaf of paper, at most so high. */
const LEAF = { width: 740, height: 760 };

/** A scene in every size, light and dark: `table-desktop-light.webp` and so on. */
export async function picture(page: Page, scene: string): Promise<void> {
  for (const size of Object.keys(SIZES) as Size[])
    for (const scheme of ["light", "dark"] as const) await one(page, `${scene}-${size}-${scheme}`, size, scheme);
}

/** The pictures that the README and the pages of docs/ show. */
const shown = new Set(
  ["README.md", ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`)]
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) => Array.from(readFileSync(join(ROOT, path), "utf8").matchAll(/screens\/([\w-]+)\.webp/g)))
    .map(([, name = ""]) => name),
);

const wanted = (name: string): boolean => ELSEWHERE !== undefined || shown.has(name);

/** A single picture. */
export async function one(page: Page, name: string, size: Size, scheme: "light" | "dark"): Promise<void> {
  if (!wanted(name)) return;
  await page.setViewportSize(SIZES[size]);
  await page.emulateMedia({ colorScheme: scheme });
  await page.waitForTimeout(STILL);
  await shoot(page, name);
}

/** The page as a leaf that ends with this part of it; at its top no line is cut. */
export async function leaf(page: Page, name: string, part: Locator): Promise<void> {
  if (!wanted(name)) return;
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(LEAF);
  await part.scrollIntoViewIfNeeded();
  await expect(part.locator("svg").first()).toBeVisible();
  const height = await part.evaluate(
    (it, { most, margin }) => {
      const end = it.getBoundingClientRect().bottom + margin;
      const starts = Array.from(
        document.querySelectorAll("main :is(h2, p, table, nav)"),
        (one) => one.getBoundingClientRect().top - margin,
      );
      it.style.scrollMarginBottom = `${margin}px`;
      return Math.round(end - Math.min(...starts.filter((start) => end - start <= most)));
    },
    { most: LEAF.height, margin: 16 },
  );
  await page.setViewportSize({ ...LEAF, height });
  await part.evaluate((it) => it.scrollIntoView({ block: "end" }));
  await page.waitForTimeout(STILL);
  await shoot(page, name);
}

/** As WebP, which Playwright's own screenshots cannot be. */
async function shoot(page: Page, name: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { data } = (await browser.send("Page.captureScreenshot", { format: "webp", quality: QUALITY })) as {
    data: string;
  };
  await browser.detach();
  mkdirSync(ALBUM, { recursive: true });
  writeFileSync(join(ALBUM, `${name}.webp`), Buffer.from(data, "base64"));
}
