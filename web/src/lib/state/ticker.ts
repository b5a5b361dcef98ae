/** The time, for clocks and countdowns: who reads `now` in a component is drawn again as it runs. */
import { createSubscriber } from "svelte/reactivity";

const STEP = 200;

const watch = createSubscriber((update) => {
  const timer = setInterval(update, STEP);
  return () => clearInterval(timer);
});

export const ticker = {
  get now(): number {
    watch();
    return Date.now();
  },
};
