/** What Escape puts away. Of everything that could be, what came last goes first; nothing else notices. */

/** Puts something away; false: there is nothing, and whatever came before it is asked. */
type PutAway = () => boolean;

const layers: PutAway[] = [];

/** Has Escape put something away, wherever the focus is, until what is returned is called. */
export function onEscape(putAway: PutAway): () => void {
  if (layers.length === 0) addEventListener("keydown", onkeydown);
  layers.push(putAway);
  return () => {
    layers.splice(layers.lastIndexOf(putAway), 1);
    if (layers.length === 0) removeEventListener("keydown", onkeydown);
  };
}

/** A sheet over the whole page closes by itself: everything under it stays as it is. */
function onkeydown(event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.isComposing || event.defaultPrevented) return;
  if (document.querySelector("dialog[open]") !== null) return;
  if (layers.findLast((putAway) => putAway()) !== undefined) event.preventDefault();
}
