/** The screen of a phone that stays on, and the phone that trembles; both only where the reader likes it. */
import { settings } from "../state/settings.svelte";

const LONGEST = 600_000; // who has not moved after ten minutes has gone

/** Keeps the screen on until the function that comes back is called. */
export function stayAwake(): () => void {
  let over = false;
  let held: WakeLockSentinel | null = null;
  const release = (): void => {
    over = true;
    document.removeEventListener("visibilitychange", hold);
    clearTimeout(timer);
    void held?.release();
  };
  /** A page that was hidden has lost its hold. */
  function hold(): void {
    if (over || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    void navigator.wakeLock.request("screen").then(
      (lock) => {
        held = lock;
        if (over) void lock.release();
      },
      () => undefined, // a phone that saves power refuses
    );
  }
  const timer = setTimeout(release, LONGEST);
  document.addEventListener("visibilitychange", hold);
  hold();
  return release;
}

/** Trembles so many milliseconds, in turns with pauses; browsers forbid it before the first touch. */
export function tremble(...lengths: number[]): void {
  const touched = (navigator as { userActivation?: UserActivation }).userActivation?.hasBeenActive ?? true;
  if (settings.vibration && touched && "vibrate" in navigator) navigator.vibrate(lengths);
}
