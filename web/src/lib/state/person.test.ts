import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { person } from "./person.svelte";

/** A house that takes any name. */
function house(): void {
  let me: object = { login: null, language: "fr" };
  const answer = (_: string, { method, body }: { method: string; body?: string }): Response => {
    if (method === "GET") return new Response(null, { status: 204 });
    me = { ...me, ...(JSON.parse(body ?? "{}") as object) };
    return Response.json(me);
  };
  vi.stubGlobal("fetch", vi.fn(answer));
}

/** Nobody is known here, before and after. */
function nobody(): void {
  person.forget();
  person.forgotten = false;
}

beforeEach(nobody);
afterEach(() => {
  nobody();
  vi.unstubAllGlobals();
});

it("is called nothing by a name that was only proposed, until one is said", async () => {
  house();
  expect(person.called).toBe("");
  const { name } = await person.someone();
  expect([name !== "", person.called]).toEqual([true, ""]);
  await person.change({ language: "en" });
  expect(person.called).toBe("");
  const asked = person.introduced();
  await vi.waitFor(() => expect(person.asked?.proposal).toBe(name));
  await person.asked?.answer("Zoé");
  await asked;
  expect(person.called).toBe("Zoé");
});
