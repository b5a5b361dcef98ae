/** A real house for tests in a real browser: every worker opens its own, with nothing in it. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test as base, type Browser, type Page } from "@playwright/test";
import type { Catalogue, Snapshot } from "../src/lib/api/wire";
import { drawsIn } from "../src/lib/state/draws";
import { keys } from "./games";

export const ROOT = join(import.meta.dirname, "../..");
const PYTHON = process.env["TABLETIER_PYTHON"] ?? join(ROOT, ".venv/bin/python");
const PATIENCE = process.env["TABLETIER_JIT"] === "1" ? 240_000 : 120_000; // compiled rules are read first

export class House {
  address = "";
  private child: ChildProcess | null = null;
  private readonly data = mkdtempSync(join(tmpdir(), "tabletier-e2e-"));

  /** `settings`: variables of its environment beside the usual ones. */
  constructor(private readonly settings: Readonly<Record<string, string>> = {}) {}

  /** Opens the house, on the port it had before if it was open already. */
  async open(): Promise<void> {
    const port = this.address === "" ? "0" : new URL(this.address).port;
    const child = spawn(PYTHON, ["-m", "tabletier", "serve", "--port", port], {
      cwd: this.data,
      env: {
        ...process.env,
        TABLETIER_DATA_DIR: this.data,
        TABLETIER_PACE: process.env["TABLETIER_PACE"] ?? "0", // nobody has to follow
        TABLETIER_JIT: process.env["TABLETIER_JIT"] ?? "0", // opens at once; the rules are the same
        TABLETIER_LIMITS: "0", // a test is quicker than people
        TABLETIER_LANG: "en",
        ...this.settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    let said = "";
    child.stderr.on("data", (text: Buffer) => (said += text.toString()));
    this.address = await new Promise<string>((found, fail) => {
      const late = setTimeout(() => {
        child.kill();
        fail(new Error(`the house did not open: ${said}`));
      }, PATIENCE);
      child.stdout.on("data", (text: Buffer) => {
        said += text.toString();
        const address = /http:\/\/[\d.]+:\d+/.exec(said)?.[0];
        if (address === undefined) return;
        clearTimeout(late);
        found(address);
      });
      child.on("exit", (code) => fail(new Error(`the house closed (${code}): ${said}`)));
    });
    await this.ready();
  }

  /** Ends the house as a power cut would. */
  async kill(): Promise<void> {
    await this.end("SIGKILL");
  }

  async close(): Promise<void> {
    await this.end("SIGTERM");
    rmSync(this.data, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    this.child = null;
    if (child === null || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    await gone;
  }

  private async ready(): Promise<void> {
    const until = Date.now() + PATIENCE;
    while (Date.now() < until) {
      const answer = await fetch(`${this.address}/healthz`).catch(() => null);
      if (answer?.ok === true) return;
      await new Promise((again) => setTimeout(again, 100));
    }
    throw new Error("the house is not ready");
  }
}

/** Has a name already, and has read what of each box was reconstructed. An empty page can keep nothing. */
const AT_HOME = (games: readonly string[]): void => {
  if (location.protocol === "about:") return;
  localStorage.setItem("tabletier.introduced", "yes");
  localStorage.setItem("tabletier.told", JSON.stringify(games));
};

export const test = base.extend<object, { house: House }>({
  house: [
    async ({}, use) => {
      const house = new House();
      await house.open();
      await use(house);
      await house.close();
    },
    { scope: "worker", timeout: 2 * PATIENCE },
  ],
  baseURL: async ({ house }, use) => use(house.address),
  page: async ({ page }, use) => {
    const wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("console", (message) => {
      if (/Content Security Policy|svelte\.dev\/e\//.test(message.text())) wrong.push(message.text());
    });
    await page.addInitScript(AT_HOME, keys);
    await use(page);
    if (wrong.length > 0) throw new Error(`the page failed: ${wrong.join("; ")}`);
  },
});

export { expect } from "@playwright/test";

/** Asks the house something as the person before this page. */
export async function ask<T>(page: Page, path: string, body?: unknown): Promise<T> {
  return page.evaluate(
    async ([path, body]) => {
      const init =
        body === undefined
          ? {}
          : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
      const answer = await fetch(`/api/v1${path}`, init);
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return (await answer.json()) as unknown;
    },
    [path, body] as const,
  ) as Promise<T>;
}

/** Makes whoever sits before this page somebody, and opens a table as they wish. */
export async function openTable(page: Page, name: string, wish: object): Promise<string> {
  await enter(page, name);
  const { id } = await ask<{ id: string }>(page, "/tables", wish);
  await page.goto(`/table/${id}`);
  return id;
}

/** Gives the person before this page a name. */
export async function enter(page: Page, name: string): Promise<void> {
  await page.goto("/");
  await ask(page, "/me", { name, language: "fr" });
}

/** Another person, in a browser of their own. */
export async function another(browser: Browser, baseURL: string | undefined, name: string): Promise<Page> {
  const page = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: "fr-FR" })).newPage();
  await page.addInitScript(AT_HOME, keys);
  await enter(page, name);
  return page;
}

/** When chance draws at a table: never, before the first move only, or during play too. */
export async function drawsAt(page: Page, id: string): Promise<ReturnType<typeof drawsIn>> {
  const { games } = await ask<Catalogue>(page, "/games");
  const { game, table } = await ask<Snapshot>(page, `/tables/${id}`);
  return drawsIn(
    games.find(({ key }) => key === game),
    table.options,
  );
}

/** Has what chance drew at a table checked, where it drew anything, and waits for these words. */
export async function checkDraws(page: Page, id: string, honest: string): Promise<void> {
  const check = page.getByRole("button", { name: "Vérifier la donne" });
  if ((await drawsAt(page, id)) === "never") {
    await expect(check).toHaveCount(0);
    return;
  }
  await check.click();
  await expect(page.getByText(honest)).toBeVisible();
}
