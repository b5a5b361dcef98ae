import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

/** Not tests: pictures of the rooms (`make screens`) and how quick the page is (`make speed`). */
export default defineConfig({
  ...tests,
  testDir: "e2e/tools",
  testMatch: "*.tool.ts",
  timeout: 600_000,
  fullyParallel: false,
  workers: 1,
  use: { ...tests.use, actionTimeout: 20_000, serviceWorkers: "allow" },
});
