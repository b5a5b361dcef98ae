/**
 * Draws the pictures of the rule sheets into files, as the page draws them: docs/rules/pictures. A file
 * stands by itself: the boards' own drawing with the styles that it needs, and nothing to touch.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { keys } from "../games";
import { expect, test } from "../house";
import { drawing } from "./drawing";

const ROOT = join(import.meta.dirname, "../../..");
const ALBUM = join(ROOT, "docs/rules/pictures");
const PYTHON = process.env["TABLETIER_PYTHON"] ?? join(ROOT, ".venv/bin/python");
const STILL = 400; // ms for fonts and layout to settle

/** What each picture is drawn of, by its name. */
const OF = JSON.parse(
  execFileSync(PYTHON, [
    "-c",
    "import json, tabletier as tt; from tabletier.match.sheets import figures, fingerprint;" +
      "print(json.dumps({f.name: fingerprint(f) for g in tt.games() for f in figures(g)}))",
  ]).toString(),
) as Record<string, string>;

/** The reader's language, as a browser tells it. */
const LOCALES = { fr: "fr-FR", en: "en-GB" } as const;

/** Takes away the files that are about to be drawn: a picture that is gone leaves none. */
function clear(game: string, language: string): void {
  mkdirSync(ALBUM, { recursive: true });
  const old = readdirSync(ALBUM).filter((name) => name.startsWith(`${game}-`) && name.endsWith(`.${language}.svg`));
  for (const name of old) rmSync(join(ALBUM, name));
}

for (const [language, locale] of Object.entries(LOCALES))
  test.describe(language, () => {
    test.use({ locale, bypassCSP: true }); // a copy of a board with its styles is laid into the page for a moment
    for (const game of keys)
      test(`the pictures of ${game}`, async ({ page }) => {
        await page.goto(`/rules/${game}`);
        const pictures = page.locator("figure[data-picture]");
        await expect(pictures.first()).toBeVisible();
        clear(game, language);
        for (const figure of await pictures.all()) {
          await figure.scrollIntoViewIfNeeded();
          await expect(figure.locator("svg").first()).toBeVisible();
          await page.waitForTimeout(STILL);
          const name = (await figure.getAttribute("data-picture")) ?? "";
          const drawn = await figure.evaluate(drawing, OF[name] ?? "");
          writeFileSync(join(ALBUM, `${name}.${language}.svg`), drawn);
        }
      });
  });
