import { beforeEach, describe, expect, it } from "vitest";
import { settings } from "$lib/state/settings.svelte";
import { dayOf, lasting, midnight, minutesOf, shown } from "./time";

const HOUR = 3_600_000;

describe("times of days", () => {
  beforeEach(() => settings.keep({ language: "en" }));

  it("are told in days and hours, near the end in minutes", () => {
    expect(lasting(72 * HOUR)).toBe("3 d");
    expect(lasting(53 * HOUR + 1000)).toBe("2 d 5 h");
    expect(lasting(20 * HOUR + 1)).toBe("20 h");
    expect(lasting(3 * HOUR + 20 * 60_000)).toBe("3 h 20 min");
    expect(lasting(3 * HOUR)).toBe("3 h");
    expect(lasting(61_000)).toBe("2 min");
    expect(lasting(1)).toBe("1 min");
    expect(lasting(0)).toBe("time is up");
  });

  it("go both ways between inputs and numbers", () => {
    expect(shown(22 * 60 + 5)).toBe("22:05");
    expect(minutesOf("22:05")).toBe(22 * 60 + 5);
    const now = Date.now();
    expect(midnight(dayOf(now))).toBeLessThanOrEqual(now);
    expect(midnight(dayOf(now), 1)).toBeGreaterThan(now);
  });
});
