import { defineConfig } from "@playwright/test";

const chromium = process.env["TABLETIER_CHROMIUM"];

/** What a window of Chromium does beside its page, as much work again as the page itself: suggestions
 *  under an address bar that nobody sees. Chromium hears the last such list only, so Playwright's own
 *  (chromiumSwitches.ts), as far as our pages can tell, is here too. */
const UNUSED = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "PreloadTopChromeWebUI",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

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
    serviceWorkers: "block", // it fetches the whole page again for every test; link.spec.ts has it
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        `--disable-features=${UNUSED.join(",")}`,
      ],
    },
  },
});
