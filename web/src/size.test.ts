/** What a visitor's browser fetches before the shelf stands there, from the page as it was built. */
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

const BUILT = "../src/tabletier/server/page";
const MOST = 150_000;

it("is at most 150 kB of JavaScript, packed", () => {
  expect(existsSync(`${BUILT}/index.html`), "build the page first: make page").toBe(true);
  const page = readFileSync(`${BUILT}/index.html`, "utf8");
  const scripts = [...page.matchAll(/(?:<script[^>]* src|modulepreload"[^>]* href)="([^"]+\.js)"/g)].map(
    ([, name]) => name,
  );
  expect(scripts.length).toBeGreaterThan(1);
  const sizes = scripts.map((name) => gzipSync(readFileSync(`${BUILT}${name}`)).length);
  expect(sizes.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(MOST);
});
