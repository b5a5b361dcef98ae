/** Measuring inside the page, with the browser's own observers. */
import type { Page } from "@playwright/test";

interface Watch {
  touches: number[];
  shift: number;
  gaps: number[];
}
type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
type Watched = Window & { watch: Watch };

/** Starts to note touches, shifts of the layout, and the time between frames while things move. */
export async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted: Watch = { touches: [], shift: 0, gaps: [] };
    (window as unknown as Watched).watch = noted;
    // From the event to the frame after the one that it changed: what the person sees by then.
    const touched = (event: Event): void => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => noted.touches.push(performance.now() - event.timeStamp);
        channel.port2.postMessage(null);
      });
    };
    addEventListener("pointerdown", touched, { capture: true });
    addEventListener("click", touched, { capture: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        noted.shift += entry.value;
        console.info(
          "shifted",
          entry.value,
          ...entry.sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 200)),
        );
      }
    }).observe({ type: "layout-shift" });
    let last = 0;
    const frame = (now: number): void => {
      const moving = document.getAnimations().some(({ playState }) => playState === "running");
      if (moving && last > 0) noted.gaps.push(now - last);
      last = moving ? now : 0;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

const noted = (page: Page): Promise<Watch> => page.evaluate(() => (window as unknown as Watched).watch);

/** From a touch to the drawn answer (ms). */
export const touches = async (page: Page): Promise<number[]> => (await noted(page)).touches;
/** The sum of all shifts of the layout, as the browser scores them; also those right after a touch. */
export const shifts = async (page: Page): Promise<number> => (await noted(page)).shift;
/** The time between frames (ms) while something moved. */
export const frames = async (page: Page): Promise<number[]> => (await noted(page)).gaps;
