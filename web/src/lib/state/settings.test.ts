import { beforeEach, describe, expect, it } from "vitest";
import { read, settings, type Kept } from "./settings.svelte";

const fallback: Kept = {
  language: "fr",
  theme: "system",
  sound: true,
  targets: false,
  confirm: "auto",
  motion: "system",
  vibration: false,
  wake: false,
  pace: null,
};

describe("what a browser remembers", () => {
  it("is taken as it was kept", () => {
    const kept: Kept = {
      ...fallback,
      language: "en",
      theme: "dark",
      confirm: "never",
      motion: "slow",
      wake: true,
      pace: 1.2,
    };
    expect(read(JSON.stringify(kept), fallback)).toEqual(kept);
  });

  it.each([null, "", "{", "null", "12", '"en"'])("may be nothing of ours: %s", (text) =>
    expect(read(text, fallback)).toEqual(fallback),
  );

  it("is taken part by part, without what makes no sense", () => {
    const wrong = {
      language: "de",
      sound: "loud",
      targets: 1,
      confirm: true,
      motion: 2,
      vibration: "yes",
      pace: 9,
      toString: "auto",
    };
    const text = JSON.stringify({ ...wrong, theme: "dark", extra: true });
    expect(read(text, fallback)).toEqual({ ...fallback, theme: "dark" });
  });
});

describe("a change", () => {
  beforeEach(() => localStorage.clear());

  it("is there after the page is loaded again, with all that was not changed", () => {
    settings.keep({ theme: "dark", confirm: "always" });
    const kept = read(localStorage.getItem("tabletier.settings"), fallback);
    const { language, sound, targets, motion, vibration, wake, pace } = settings;
    expect(kept).toEqual({ language, sound, targets, motion, vibration, wake, pace, theme: "dark", confirm: "always" });
  });
});
