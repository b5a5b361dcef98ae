/** The empty cloth: where a touch means nothing, and so puts down what was chosen. */

const THINGS =
  "a, button, input, select, textarea, label, summary, dialog, aside, article, p, li, h1, h2, h3, " +
  "[role]:not(svg, [role=grid], [role=row], [role=presentation])";

/** Tells of every press on the empty cloth or the empty page around it, until what is returned is called. */
export function onEmptyCloth(tell: () => void): () => void {
  // A drag ends in a click on what holds both its ends: only what was also pressed there is meant.
  let pressed = false;
  const onpointerdown = ({ target }: PointerEvent): void => {
    pressed = isEmpty(target);
  };
  const onclick = ({ target }: MouseEvent): void => {
    if (pressed && isEmpty(target)) tell();
    pressed = false;
  };
  addEventListener("pointerdown", onpointerdown, true);
  addEventListener("click", onclick);
  return () => {
    removeEventListener("pointerdown", onpointerdown, true);
    removeEventListener("click", onclick);
  };
}

function isEmpty(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(THINGS) === null;
}
