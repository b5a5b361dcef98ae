import { beforeEach, describe, expect, it } from "vitest";
import { read, settings } from "./settings.svelte";

const fallback = { language: "fr", theme: "system", sound: true, targets: false } as const;

describe("what a browser remembers", () => {
  it("is taken as it was kept", () => {
    const kept = { language: "en", theme: "dark", sound: false, targets: true };
    expect(read(JSON.stringify(kept), fallback)).toEqual(kept);
  });

  it.each([null, "", "{", "null", "12", '"en"'])("may be nothing of ours: %s", (text) =>
    expect(read(text, fallback)).toEqual(fallback),
  );

  it("is taken part by part, without what makes no sense", () => {
    const text = JSON.stringify({ language: "de", theme: "dark", sound: "loud", targets: 1, extra: true });
    expect(read(text, fallback)).toEqual({ ...fallback, theme: "dark" });
  });
});

describe("a change", () => {
  beforeEach(() => localStorage.clear());

  it("is there after the page is loaded again, with all that was not changed", () => {
    settings.keep({ theme: "dark" });
    const { language, sound, targets } = settings;
    const kept = read(localStorage.getItem("tabletier.settings"), fallback);
    expect(kept).toEqual({ language, theme: "dark", sound, targets });
  });
});
