/** What came of a form is told: a new name, a new password, being forgotten. */
import { flushSync, mount, tick, unmount, type Component } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { person } from "$lib/state/person.svelte";
import { settings } from "$lib/state/settings.svelte";
import Shelf from "../shelf/Shelf.svelte";
import Account from "./Account.svelte";
import Data from "./Data.svelte";
import Room from "./Room.svelte";

const ANN = { name: "Ann", language: "en", login: "ann", handle: "a", shows: "public" } as const;
let shown: Record<string, unknown>[] = [];

function show(room: Component): void {
  shown.push(mount(room, { target: document.body }));
  flushSync();
}

/** Sends the form with this button and waits for the answer. */
async function send(action: string): Promise<string> {
  const button = [...document.querySelectorAll("button")].find(
    ({ type, textContent }) => type === "submit" && textContent.trim() === action,
  );
  const form = button?.closest("form");
  form?.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
  for (let n = 0; n < 10; n++) await tick();
  await new Promise((done) => setTimeout(done));
  flushSync();
  return form?.querySelector("[role=status]")?.textContent ?? "";
}

beforeEach(() => {
  settings.language = "en";
  person.me = { ...ANN };
  HTMLDialogElement.prototype.showModal = vi.fn();
  HTMLDialogElement.prototype.close = vi.fn();
  vi.stubGlobal("scrollTo", vi.fn());
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  vi.stubGlobal("fetch", (address: string, { method }: RequestInit) => {
    if (address.endsWith("/me/ratings")) return Promise.resolve(Response.json({ listed: true, games: [] }));
    if (address.endsWith("/me/notices"))
      return Promise.resolve(Response.json({ channels: [], kinds: [], push_key: "", mail: false }));
    if (method === "PATCH") return Promise.resolve(Response.json({ ...ANN, name: "Anna" }));
    if (method === "GET") return Promise.resolve(Response.json(address.endsWith("/games") ? { games: [] } : []));
    return Promise.resolve(new Response(null, { status: 204 }));
  });
});

afterEach(() => {
  for (const one of shown) void unmount(one);
  shown = [];
  vi.unstubAllGlobals();
});

describe("what came of it is told", () => {
  it("a new name", async () => {
    show(Room);
    expect(await send("Keep")).toContain("you are called Anna");
  });

  it("a new password, and what becomes of programs", async () => {
    show(Account);
    expect(await send("Change the password")).toContain("tokens of your programs are void");
    document.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
    flushSync();
    expect(await send("Change the password")).toContain("tokens of your programs are still good");
  });

  it("being forgotten, by a button as grave as the one before", async () => {
    show(Data);
    [...document.querySelectorAll("button")].find(({ textContent }) => textContent.trim() === "Forget me")?.click();
    flushSync();
    expect(document.querySelector("dialog button[type=submit]")?.classList).toContain("danger");
    await send("Forget me");
    expect(person.me).toBeNull();
    show(Shelf);
    expect(document.body.textContent).toContain("the house has forgotten you");
  });
});
