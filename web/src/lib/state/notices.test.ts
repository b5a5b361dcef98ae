import { beforeEach, describe, expect, it, vi } from "vitest";
import { read } from "./notices.svelte";

describe("what was told once", () => {
  beforeEach(() => {
    localStorage.clear();
    vi.resetModules();
  });

  it.each([null, "", "{", "7", '{"a":1}'])("is nothing when %s is kept", (text) => {
    expect(read(text)).toEqual([]);
  });

  it("leaves out what is no key of a game", () => expect(read('["go", 3, null]')).toEqual(["go"]));

  it("is remembered by the browser, game by game", async () => {
    const { notices } = await import("./notices.svelte");
    expect(notices.has("go")).toBe(false);
    notices.put("go");
    notices.put("go");
    expect([notices.has("go"), notices.has("chess")]).toEqual([true, false]);
    expect(localStorage.getItem("tabletier.told")).toBe('["go"]');
    vi.resetModules();
    expect((await import("./notices.svelte")).notices.has("go")).toBe(true);
  });
});
