import { defineConfig } from "@playwright/test";

const chromium = process.env["TABLETIER_CHROMIUM"];

/** Tests in a real browser, against real houses; every worker starts its own (see e2e/house.ts). */
export default defineConfig({
  testDir: "e2e",
  timeout: 90_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env["CI"] !== undefined,
  reporter: [["list"]],
  use: {
    locale: "fr-FR",
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    },
  },
});
