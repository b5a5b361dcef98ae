/** What every file of tests leaves behind is put away, for they share one window (vite.config.ts);
 *  and nobody asks a house that is not there. */
import { afterAll, vi } from "vitest";

globalThis.fetch = (): Promise<Response> => Promise.reject(new TypeError("there is no house here"));

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});
