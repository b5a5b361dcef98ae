import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { ask, enter, expect, House, test } from "./house";
import { keys } from "./games";
import { drawn, look } from "./playing";

const [game = ""] = keys; // any game will do

test.use({ serviceWorkers: "allow", locale: "en-GB" });

interface Hook {
  server: Server;
  address: string;
  asked: { title: string; url: string }[];
}

/** A machine outside that takes what it is told. */
async function hook(): Promise<Hook> {
  const asked: Hook["asked"] = [];
  const server = createServer((request: IncomingMessage, answer) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      asked.push(JSON.parse(body) as { title: string; url: string });
      answer.end("ok");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { server, asked, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

test("somebody who has left is called, tries it out, sets hours, and comes back by a click", async ({
  page,
  browser,
  context,
}) => {
  const house = new House({ TABLETIER_PRIVATE_TARGETS: "true" });
  await house.open();
  const outside = await hook();
  const address = house.address;
  try {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${address}/me`);
    await page.getByLabel("Your name at the table").fill("Ann"); // nobody is made a guest by looking in
    await page.getByRole("button", { name: "Come in" }).click();
    await page.getByText("Being told", { exact: true }).click();
    await expect(page.getByText("Nobody tells you anything yet.")).toBeVisible();
    await page.getByText("Other ways").click();
    await expect(page.getByText("This house sends no e-mail.")).toBeVisible();
    await page.getByRole("button", { name: "Make an Atom feed" }).click();
    await expect(page.getByRole("link", { name: "Atom feed" })).toBeVisible();
    await page.getByLabel("Address (https://…)").fill("ftp://nowhere");
    await page.getByRole("button", { name: "Add a webhook" }).click();
    await expect(page.getByText(/This address will not do/)).toBeVisible();
    await page.getByLabel("Address (https://…)").fill(outside.address);
    await page.getByRole("button", { name: "Add a webhook" }).click();
    const mine = page.getByRole("listitem").filter({ hasText: outside.address });
    await mine.getByRole("button", { name: "Try it" }).click();
    await expect(mine.getByText("It went out.")).toBeVisible();
    expect(outside.asked.map(({ title }) => title)).toEqual(["Test"]);
    await mine.getByText("For what, and when").click();
    await mine.getByLabel("when a match ends").uncheck();
    await mine.getByLabel("From").selectOption("22");
    await expect(mine.getByLabel("To", { exact: true })).toHaveValue("8");
    await mine.getByLabel("From").selectOption("");
    await expect(mine.getByLabel("To", { exact: true })).toHaveCount(0);
    await expect(mine.getByLabel("when a match ends")).not.toBeChecked();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual([]);
    if (process.env["SCREENS"] !== undefined) {
      for (const [width, colorScheme] of [
        [360, "light"],
        [360, "dark"],
        [1280, "light"],
        [1280, "dark"],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await page.screenshot({
          path: `${process.env["SCREENS"]}/notices-${width}-${colorScheme}.png`,
          fullPage: true,
        });
      }
    }

    // A friend begins a match where we sit, and we are elsewhere.
    const { id } = await ask<{ id: string }>(page, "/tables", { game, seats: ["open", "me"] });
    const friend = await browser.newPage({ baseURL: address });
    await friend.goto(`${address}/me`);
    await enter(friend, "Bea");
    await ask(friend, `/tables/${id}/orders`, { do: "sit" });
    await expect.poll(() => outside.asked.length, { timeout: 30_000 }).toBe(2);
    expect(outside.asked[1]?.url).toContain(`/table/${id}`);
    await friend.close();

    // What the push service would hand over is shown once, and leads to the table.
    await context.grantPermissions(["notifications"], { origin: address });
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    const news = { id: "1", title: "Your turn", text: "Bea has moved.", path: `/table/${id}`, tag: "t", lang: "en" };
    const shown = await worker.evaluate(async (news) => {
      const scope = globalThis as unknown as {
        tell: (news: object) => Promise<void>;
        registration: ServiceWorkerRegistration;
      };
      await scope.tell(news);
      await scope.tell(news);
      return (await scope.registration.getNotifications()).map(({ title, body, silent }) => ({ title, body, silent }));
    }, news);
    expect(shown).toEqual([{ title: "Your turn", body: "Bea has moved.", silent: true }]);
    await worker.evaluate(async (path) => {
      await (globalThis as unknown as { lead: (path: string) => Promise<unknown> }).lead(path);
    }, news.path);
    await expect(page).toHaveURL(new RegExp(`/table/${id}$`));
    await expect(page.getByRole("button", { name: "Start the match" })).toBeVisible(); // all of it is loaded by then
  } finally {
    outside.server.close();
    await house.close();
  }
});

test("who leaves a table for another page or address is called, and finds it live on the way back", async ({
  playwright,
  launchOptions,
}) => {
  const house = new House({ TABLETIER_PRIVATE_TARGETS: "true" });
  await house.open();
  const outside = await hook();
  const pages = "--disable-back-forward-cache"; // people's browsers keep pages that are left, sockets and all
  const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: [pages] });
  try {
    const [page, friend] = await Promise.all([1, 2].map(() => browser.newPage({ baseURL: house.address })));
    if (page === undefined || friend === undefined) throw new Error("there are two");
    await enter(page, "Ann");
    await ask(page, "/me/notices", { kind: "webhook", address: outside.address, shape: "json" });
    const { id } = await ask<{ id: string }>(page, "/tables", { game, seats: ["open", "me"] });
    await enter(friend, "Bea");
    await ask(friend, `/tables/${id}/orders`, { do: "sit" });
    await ask(page, `/tables/${id}/orders`, { do: "start" });
    await page.goto(`/table/${id}`);
    await drawn(page, await look(page, id));
    await see(page, "hidden"); // behind another page
    await called(outside, friend, id);
    await see(page, "visible");
    await drawn(page, await look(friend, id));
    await play(page, id, 0);

    await page.evaluate(() => (document.body.dataset["kept"] = "yes"));
    await page.goto("/healthz");
    await called(outside, friend, id);

    await page.evaluate(() => history.back());
    await expect(page.locator('[data-kept="yes"]')).toBeAttached(); // the very page that was left
    await expect(page.getByTestId("lost")).toHaveCount(0);
    await drawn(page, await look(friend, id)); // what was missed is there
    await play(page, id, 0);
    await drawn(page, await look(friend, id));
  } finally {
    await browser.close();
    outside.server.close();
    await house.close();
  }
});

/** Sees that somebody is called once when their friend has moved. */
async function called(outside: Hook, friend: Page, id: string): Promise<void> {
  const told = outside.asked.length;
  await play(friend, id, 1);
  await expect.poll(() => outside.asked.length, { timeout: 30_000 }).toBe(told + 1);
  expect(outside.asked.at(-1)?.url).toContain(`/table/${id}`);
}

/** Has a page believe that it is in sight, or is not. */
async function see(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, state);
}

/** Makes moves over HTTP as the person before this page until it is the turn of this seat. */
async function play(page: Page, id: string, until: number): Promise<void> {
  for (let seen = await look(page, id); seen.position?.to_move !== until; seen = await look(page, id)) {
    const { legal = [], plies = 0 } = seen.position ?? {};
    await ask(page, `/tables/${id}/orders`, { do: "move", move: legal[0], ply: plies });
  }
}
