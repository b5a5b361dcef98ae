/** A position while somebody builds it: what is in the hand, what was before, what the house says of it. */
import { post, Refused } from "$lib/api/client";
import type { GameShown, Options, PositionChecked } from "$lib/api/wire";
import type { Chooser, Drag } from "$lib/board/cells";
import type { Editor, Position, Setting } from "$lib/board/editor";
import { say } from "$lib/words/words";
import { Wish } from "../setup/wish.svelte";
import type { Parcel } from "./link";
import { words } from "./words";

/** What is in the hand besides a piece of the box: nothing, so that pieces are moved, or a rubber. */
export const RUBBER = "rubber";
/** Milliseconds after the last change until the house is asked. */
const CALM = 250;
const MOST_UNDONE = 200;

interface Held {
  at: string;
  /** Of the pieces of a tray. */
  n: number | null;
}

export class Draft implements Chooser {
  position = $state.raw<Position>({});
  setting = $state.raw<Setting | null>(null);
  /** What the house says of the position; null while it has not answered. */
  verdict = $state.raw<PositionChecked | null>(null);
  /** Why the house cannot be asked. */
  trouble = $state("");
  /** A piece of the box, the rubber, or null: pieces are moved. */
  tool = $state<string | null>(null);
  held = $state.raw<Held | null>(null);
  drag = $state.raw<Drag | null>(null);
  looked = $state<string | null>(null);
  touched = $state<string | null>(null);
  private past = $state.raw<readonly Position[]>([]);
  private future = $state.raw<readonly Position[]>([]);
  private asking: AbortController | null = null;

  readonly wish: Wish;
  readonly canUndo = $derived.by(() => this.past.length > 0);
  readonly canRedo = $derived.by(() => this.future.length > 0);
  /** The cells that the house points at. */
  readonly lit = $derived.by<readonly string[]>(() => this.verdict?.wrong?.cells ?? []);

  constructor(
    readonly game: GameShown,
    readonly editor: Editor | null,
  ) {
    this.wish = new Wish(game);
  }

  /** What is agreed, as it was chosen. */
  get options(): Options {
    return this.wish.agreement.options ?? {};
  }

  get parcel(): Parcel {
    return { options: this.options, position: this.position };
  }

  /** Begins with a position, or as a match begins. Throws Odd for one that cannot be drawn, and Refused. */
  async begin(given: Partial<Parcel> = {}): Promise<void> {
    if (given.options !== undefined) {
      await this.ask(given.options, null); // the house refuses what is no rule of the game
      Object.assign(this.wish.options, given.options);
    }
    const opening = await this.lay();
    const { position } = given;
    if (position !== undefined && !this.canDraw(position, opening)) {
      const told = await this.ask(this.options, position);
      throw new Odd(told.wrong === null ? "" : say(told.wrong.text));
    }
    this.change(position ?? opening, true);
  }

  /** Other rules are agreed on: the position stays where it can, and the house says what does not fit. */
  async agree(): Promise<void> {
    const opening = await this.lay();
    this.change(this.canDraw(this.position, opening) ? this.position : opening, true);
  }

  /** How a match begins by what is agreed. */
  private async lay(): Promise<Position> {
    const first = await this.ask(this.editor?.opening?.(this.options) ?? this.options, null);
    this.setting = { options: this.options, teams: first.teams, view: first.view };
    return first.position ?? {};
  }

  private canDraw(position: Position, opening: Position): boolean {
    if (this.editor === null || this.setting === null) return true;
    return isDrawable(this.editor, position, opening, this.setting);
  }

  private ask(options: Options, position: Position | null, signal?: AbortSignal): Promise<PositionChecked> {
    return post<PositionChecked>("/positions/check", { game: this.game.key, options, position }, signal);
  }

  /** Another position; `anyway`: also the same one is looked at again. */
  change(position: Position, anyway = false): void {
    if (position === this.position && !anyway) return;
    if (position !== this.position && Object.keys(this.position).length > 0) {
      this.past = [...this.past, this.position].slice(-MOST_UNDONE);
      this.future = [];
    }
    this.show(position);
  }

  private show(position: Position): void {
    this.position = position;
    this.held = null;
    this.touched = null;
    this.check();
  }

  /** Asks the house what it thinks, once nothing has changed for a moment. */
  private check(): void {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    setTimeout(() => {
      if (asking.signal.aborted) return;
      this.ask(this.options, this.position, asking.signal).then(
        (verdict) => {
          if (!asking.signal.aborted) [this.verdict, this.trouble] = [verdict, ""];
        },
        (error: unknown) => {
          if (asking.signal.aborted) return;
          [this.verdict, this.trouble] = [null, error instanceof Refused ? error.message : ""];
        },
      );
    }, CALM);
  }

  /** Nobody edits any more. */
  leave(): void {
    this.asking?.abort();
  }

  undo(): void {
    const before = this.past.at(-1);
    if (before === undefined) return;
    this.past = this.past.slice(0, -1);
    this.future = [this.position, ...this.future];
    this.show(before);
  }

  redo(): void {
    const [next, ...later] = this.future;
    if (next === undefined) return;
    this.past = [...this.past, this.position];
    this.future = later;
    this.show(next);
  }

  /** What a seat is called. */
  nameOf(seat: number): string {
    const known = this.setting === null ? undefined : this.editor?.seatOf?.(seat, this.setting);
    return known ?? words("player", { n: seat + 1 });
  }

  /** What lies on a place, from below. */
  pieces(at: string): readonly string[] {
    if (this.editor === null || this.setting === null) return [];
    const spot = this.editor
      .spots(this.position, this.setting)
      .flat()
      .find(({ key }) => key === at);
    return spot?.pieces ?? this.editor.trays(this.position, this.setting).find(({ key }) => key === at)?.pieces ?? [];
  }

  /** A place was touched, or the `n`th piece of a tray. */
  touch(at: string, n: number | null = null): void {
    const { tool, held } = this;
    if (tool === RUBBER) this.take(at, n);
    else if (tool !== null) this.put(tool, at);
    else if (held !== null && held.at === at && (n === null || held.n === n)) this.held = null;
    else if (held !== null) this.move(held, at);
    else if (this.pieces(at).length > 0) this.held = { at, n };
  }

  put(piece: string, at: string): void {
    if (this.editor !== null && this.setting !== null)
      this.change(this.editor.put(this.position, piece, at, this.setting));
  }

  take(at: string, n: number | null = null): void {
    if (this.editor !== null && this.setting !== null)
      this.change(this.editor.take(this.position, at, this.setting, n ?? undefined));
  }

  private move({ at, n }: Held, to: string): void {
    const { editor, setting } = this;
    const piece = this.pieces(at).at(n ?? -1);
    if (editor === null || setting === null || piece === undefined) return;
    const lifted = editor.take(this.position, at, setting, n ?? undefined);
    const put = editor.put(lifted, piece, to, setting);
    if (put === lifted)
      this.held = null; // it does not go there: it stays where it was
    else this.change(put);
  }

  set(key: string, value: string | number | boolean): void {
    if (this.editor !== null && this.setting !== null)
      this.change(this.editor.set(this.position, key, value, this.setting));
  }

  clear(): void {
    if (this.editor !== null && this.setting !== null) this.change(this.editor.clear(this.position, this.setting));
  }

  choose(tool: string | null): void {
    this.tool = this.tool === tool ? null : tool;
    this.held = null;
  }

  pick(key: string): void {
    this.touch(key);
  }

  drop(from: string, to: string): void {
    this.move({ at: from, n: null }, to);
  }

  hold(drag: Drag | null): void {
    this.drag = drag;
  }

  cancel(): void {
    [this.held, this.tool] = [null, null];
  }
}

/** A position that cannot be drawn; the message says what the house thinks of it. */
export class Odd extends Error {}

/** Whether a position can be drawn, right or wrong: all its pieces are such as a match begins with. */
export function isDrawable(editor: Editor, position: Position, opening: Position, setting: Setting): boolean {
  if (!Object.entries(opening).every(([key, part]) => key in position && isLike(position[key], part))) return false;
  try {
    const known: readonly string[] = [...piecesOf(editor, opening, setting), ...kindsOf(editor, opening, setting)];
    editor.entries(position, setting);
    return [...piecesOf(editor, position, setting), ...kindsOf(editor, position, setting)].every((one) =>
      known.includes(one),
    );
  } catch {
    return false;
  }
}

/** Whether two parts are of the same kind: lists, objects, texts; null may stand for anything. */
function isLike(part: unknown, other: unknown): boolean {
  if (part === null || other === null) return true;
  return typeof part === typeof other && Array.isArray(part) === Array.isArray(other);
}

function piecesOf(editor: Editor, position: Position, setting: Setting): string[] {
  const [spots, trays] = [editor.spots(position, setting).flat(), editor.trays(position, setting)];
  return [...spots, ...trays].flatMap(({ pieces }) => [...pieces]);
}

function kindsOf(editor: Editor, position: Position, setting: Setting): string[] {
  return editor.stock(position, setting).flatMap(({ stock }) => stock.map(({ piece }) => piece));
}
