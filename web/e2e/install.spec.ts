import { expect, test } from "./house";

interface Picture {
  src: string;
  sizes: string;
}

test.use({ serviceWorkers: "allow" });

test("the page can be put on a phone's first screen: every picture is there, as large as it is said to be", async ({
  page,
}) => {
  await page.goto("/");
  const manifest = await page.evaluate(async () => (await fetch("/manifest.webmanifest")).json() as Promise<unknown>);
  const { id, icons, screenshots } = manifest as { id: string; icons: Picture[]; screenshots: Picture[] };
  expect(id).toBe("/");
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
  const pictures = [...icons, ...screenshots, { src: touch ?? "", sizes: "180x180" }].filter(
    ({ sizes }) => sizes !== "any",
  );
  expect(screenshots.length).toBeGreaterThanOrEqual(2);
  for (const { src, sizes } of pictures) {
    const size = await page.evaluate(async (src) => {
      const picture = new Image();
      picture.src = src;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
});
