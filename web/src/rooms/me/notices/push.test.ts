/** Where a browser cannot be told anything, the page says why. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { hindrance, subscribe } from "./push";

function offer(secure: boolean, permission: NotificationPermission): void {
  vi.stubGlobal("isSecureContext", secure);
  vi.stubGlobal("PushManager", {});
  vi.stubGlobal("Notification", { permission, requestPermission: () => Promise.resolve(permission) });
  vi.stubGlobal("navigator", { serviceWorker: {}, userAgent: "" });
}

afterEach(() => vi.unstubAllGlobals());

describe("what is in the way of a push", () => {
  it("no TLS", () => {
    offer(false, "default");
    expect(hindrance()).toBe("pushInsecure");
  });

  it("a browser that cannot", () => {
    vi.stubGlobal("isSecureContext", true);
    vi.stubGlobal("navigator", { userAgent: "" });
    expect(hindrance()).toBe("pushUnsupported");
  });

  it("a person who does not want it", async () => {
    offer(true, "denied");
    expect(hindrance()).toBe("pushDenied");
    await expect(subscribe("key")).rejects.toThrow("denied");
  });

  it("nothing", () => {
    offer(true, "default");
    expect(hindrance()).toBeNull();
  });
});
