import { beforeEach, describe, expect, it, vi } from "vitest";
import { read } from "./told.svelte";

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
    const { told } = await import("./told.svelte");
    expect(told.has("go")).toBe(false);
    told.put("go");
    told.put("go");
    expect([told.has("go"), told.has("chess")]).toEqual([true, false]);
    expect(localStorage.getItem("tabletier.told")).toBe('["go"]');
    vi.resetModules();
    expect((await import("./told.svelte")).told.has("go")).toBe(true);
  });
});
