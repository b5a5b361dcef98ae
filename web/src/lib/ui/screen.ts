/** How large the screen is, where a part is drawn otherwise and not only laid out otherwise. */
import { MediaQuery } from "svelte/reactivity";

/** A phone or a small window: what stands beside the table elsewhere is folded away here. */
export const narrow = new MediaQuery("(max-width: 59.99rem), (max-height: 30rem)");

/** So low that the board needs every line: a phone that is held sideways, or a very small one. */
export const low = new MediaQuery("(max-height: 30rem), (max-width: 59.99rem) and (max-height: 38rem)");
