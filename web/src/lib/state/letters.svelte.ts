/**
 * How large the reader's letters are. Media queries know the browser's letters only; a reader, or a tool for
 * reading, may have made those of the page larger.
 */

/** How many letters high and wide a screen must be for a board and its words to share it. */
const LEAST = 17;
const USUAL = 16;

class Letters {
  /** Whether they are so large that a board with everything around it is longer than the screen. */
  large = $state(false);
  /** How many times larger than usual they are, from 1 to 2; boards write `--letters` in their styles. */
  private scale = $state(1);

  constructor() {
    const probe = document.createElement("div");
    Object.assign(probe.style, { position: "absolute", width: "10rem", visibility: "hidden" });
    const root = document.documentElement;
    const measure = (): void => {
      const rem = parseFloat(getComputedStyle(root).fontSize) || USUAL;
      this.large = Math.min(innerWidth, innerHeight) < LEAST * rem;
      root.toggleAttribute("data-large", this.large);
      this.scale = Math.min(2, Math.max(1, rem / USUAL));
      root.style.setProperty("--letters", String(this.scale));
    };
    document.body.append(probe);
    addEventListener("resize", measure);
    new ResizeObserver(measure).observe(probe);
    measure();
  }

  /** How many times larger something is written that has room for so much. */
  grown(most: number): number {
    return Math.min(most, this.scale);
  }
}

export const letters = new Letters();
