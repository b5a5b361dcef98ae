/** The editor of positions of Barrier. */
import type { Editor } from "$lib/board/editor";
import type { View } from "../view";
import Ground from "./Ground.svelte";
import { model, type Position } from "./model";
import Piece from "./Piece.svelte";

export const editor: Editor<Position, View> = { ...model, ground: Ground, piece: Piece };
