import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { packed } from "./packed.ts";

/** The house that a page under development talks to: `tabletier serve`. */
const house = process.env["TABLETIER_HOUSE"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), packed()],
  build: {
    outDir: "../src/tabletier/server/page",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the house forbids data: scripts and styles
    rolldownOptions: { checks: { pluginTimings: false } }, // how long a part took is no news to players
  },
  server: {
    proxy: { "/api": { target: house, ws: true, changeOrigin: true, headers: { origin: house } } },
  },
  resolve: {
    alias: { $lib: new URL("./src/lib", import.meta.url).pathname },
    ...(process.env["VITEST"] ? { conditions: ["browser"] } : {}),
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    isolate: false, // a window of its own for each file takes most of the time; clean.ts tidies up instead
    setupFiles: ["src/clean.ts"],
  },
});
