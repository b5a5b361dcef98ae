import { defineConfig } from "@playwright/test";

const chromium = process.env["TABLETIER_CHROMIUM"];

/** Tests in a real browser, against real houses; every worker starts its own (see e2e/house.ts). */
export default defineConfig({
  testMatch: ["e2e/*.spec.ts", "src/games/*/*.spec.ts"], // what only one game has is in its folder
  timeout: 120_000,
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
