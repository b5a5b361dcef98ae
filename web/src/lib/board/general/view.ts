/** What the house sends of a game that brings no board: its view, and in it the board as data. */
import type { Text } from "../../api/wire";
import type { Mark } from "../face";

export interface Place {
  id: string;
  /** The middle, in cells: x to the right, y downwards. */
  x: number;
  y: number;
  ground: "light" | "dark" | "home" | "special" | "free";
  round: boolean;
  label: string;
  name: Text | null;
}

export interface Piece {
  cell: string;
  mark: Mark;
  name: Text;
  side: number | null;
  label: string;
  level: number;
  ring: boolean;
}

export interface Diagram {
  cells: readonly Place[];
  pieces: readonly Piece[];
  /** Per side. */
  marks: readonly (readonly Mark[])[];
  notes: readonly { text: Text; marks: readonly Mark[] }[];
  edges: readonly { x: number; y: number; text: string }[];
  lit: readonly string[];
  /** Seats that sit at the top. */
  upside_down: readonly number[];
  picture: Text | null;
  /** The cells of the last move. */
  last: readonly string[];
  /** By legal move: the cells that are touched to make it, in order. */
  touches: Readonly<Record<string, readonly string[]>>;
}

export interface View {
  diagram: Diagram;
}
