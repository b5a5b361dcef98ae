/**
 * Where the focus goes when what had it is gone: to the board. A button that makes a move goes with it, and
 * whoever plays with keys would have to come all the way from the top of the page again.
 */
import type { Attachment } from "svelte/attachments";

/** The cell where whoever comes to the board with Tab arrives; null while nothing can be touched. */
export function home(place: ParentNode): SVGElement | null {
  return place.querySelector<SVGElement>("[role=grid] [role=gridcell][tabindex='0']");
}

/** Keeps the focus of those who play with keys at this place; a pointer says itself where it goes. */
export const keepFocus: Attachment<HTMLElement> = (place) => {
  let held: Element | null = null;
  let byKeys = false;

  const onfocusin = ({ target }: FocusEvent): void => {
    held = target instanceof Element && place.contains(target) ? target : null;
  };
  const onkeydown = (): void => {
    byKeys = true;
  };
  /** A screen reader presses without pointer and keys: such a click has no number. */
  const onclick = ({ detail }: MouseEvent): void => {
    byKeys = detail === 0;
  };
  const restore = (): void => {
    if (held === null || !byKeys || !isGone(held)) return;
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body && activeElement !== held) return;
    held = null;
    home(place)?.focus();
  };

  const seen = new MutationObserver(restore);
  seen.observe(place, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  document.addEventListener("focusin", onfocusin);
  document.addEventListener("keydown", onkeydown, true);
  document.addEventListener("click", onclick, true);
  return () => {
    seen.disconnect();
    document.removeEventListener("focusin", onfocusin);
    document.removeEventListener("keydown", onkeydown, true);
    document.removeEventListener("click", onclick, true);
  };
};

function isGone(element: Element): boolean {
  return !element.isConnected || element.matches(":disabled");
}
