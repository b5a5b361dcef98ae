/** A player's dealings with the board: what is chosen, held, sent; what is shown of a round. */
import type { Drag } from "$lib/board/cells";
import { Choosing } from "$lib/board/choice.svelte";
import type { BoardProps } from "$lib/board/face";
import { untrack } from "svelte";
import * as draw from "./layout";
import { handPoint, layoutFor } from "./layout";
import { placesFor, readMove, writeMove } from "./moves";
import type { Travel } from "./parts/motion";
import { boardOf, enter, follow, proceed, recall, type News, type Piece, type Scene } from "./pieces";
import { readPlace, type Board, type Happening, type View } from "./view";

/** Milliseconds that a finished round stays in sight if nobody goes on. */
const LINGER = 2800;
/** Pixels of a place from which on pips are drawn, not a figure. */
const PIPS_FROM = 44;

export class Choice extends Choosing<View, Happening> {
  scene = $state.raw() as Scene;
  /** The size of the board on the screen, of the window, and of a unit of the picture. */
  pixels = $state(0);
  window = $state(0);
  unit = $state(1);
  /** The chosen card of a hand; a place chosen before its card. */
  picked = $state<number | null>(null);
  place = $state<string | null>(null);
  /** The pointer over the cloth. */
  pointer = $state.raw<draw.Point | null>(null);

  constructor(table: () => BoardProps<View, Happening>) {
    super(table);
    this.scene = untrack(() => enter(this.news()));
  }

  private get props(): BoardProps<View, Happening> {
    return this.table();
  }

  /** The move under way. */
  readonly underway = $derived.by(() => readMove(this.sent ?? ""));
  /** The card that is dragged; the place under the pointer, or with the focus. */
  readonly grabbed = $derived.by(() => (this.drag === null ? null : indexOf(this.drag.from)));
  readonly over = $derived.by(() => (this.drag === null ? this.looked : this.drag.over));

  readonly layout = $derived.by(() => layoutFor(this.pixels, this.window));
  /** Whether cards on the cloth are too small for pips to be counted. */
  readonly small = $derived.by(() => this.unit * draw.STEP < PIPS_FROM);
  readonly board = $derived.by(() => boardOf(this.scene));
  readonly seat = $derived.by(() => this.props.viewer ?? this.props.toMove ?? 0);
  readonly size = $derived.by(() => (this.props.options["expert"] === true ? 2 : 1));
  readonly hand = $derived.by(() => this.props.view.hands[this.seat] ?? []);
  /** Which card a touched place is for: the only one, or the chosen one. */
  readonly index = $derived.by(() => {
    const alike = this.hand.every((card) => card === this.hand[0]);
    return this.picked ?? (alike ? 0 : null);
  });
  readonly playing = $derived.by(() => this.free && this.scene.ending === null);
  /** The card in the fingers, and where it may go. */
  readonly held = $derived.by(() => this.hand[this.grabbed ?? this.index ?? -1] ?? null);
  readonly allowed = $derived.by(() => placesFor(this.playing ? this.props.legal : [], this.held));
  readonly settled = $derived.by(() => this.over !== null && this.allowed.has(this.over));
  readonly targets = $derived.by(() => {
    const asked = this.props.targets || isHand(this.looked) || this.grabbed !== null || this.picked !== null;
    return asked ? [...this.allowed] : [];
  });
  readonly ghost = $derived.by(() => {
    if (this.underway !== null)
      return this.near === this.underway.at ? this.lying(this.underway.card, this.underway.at) : null;
    if (!this.playing || this.held === null || this.pointer === null) return null;
    if (this.settled && this.over !== null) return this.lying(this.held, this.over);
    return { card: this.held, at: this.pointer };
  });
  /** Cards laid since one's own last, or the last one, while they lie on top and no line outshines them. */
  readonly marked = $derived.by<readonly string[]>(() => {
    if (this.scene.line.length > 0) return [];
    const { since = [], last } = this.props;
    const moves = since.length > 0 ? since.map(({ move }) => move) : [last];
    const laid = moves.map((move) => readMove(move ?? "")).filter((move) => move !== null);
    const places = laid.filter(({ at, card }) => this.board[at]?.at(-1) === card).map(({ at }) => at);
    return places.filter((at, n) => places.indexOf(at) === n);
  });
  /** What is chosen: a card whose place is wanted, or a place whose card is. */
  readonly chosen = $derived.by(() => {
    if (!this.playing || this.size < 2) return null;
    if (this.picked !== null) return `${this.hand[this.picked] ?? ""}@`;
    return this.place === null ? null : `@${this.place}`;
  });

  /** Takes in a new view. Whatever was begun in the one before is over. */
  follow(): void {
    const news = this.news();
    untrack(() => {
      if (news.board !== this.scene.board) this.begin();
      this.scene = follow(this.scene, news);
    });
    const { before } = this.props;
    if (before != null) untrack(() => this.recall(before.board, news));
  }

  /** Shows the round that everybody looks at, and that had ended when we came. */
  private recall(before: Board, news: News): void {
    if (this.paused && this.scene.ending === null) this.scene = recall(before, news);
  }

  /** Whether everybody is given the time to look at what has ended. */
  readonly paused = $derived.by(() => (this.props.pause ?? null) !== null);
  private waited = false;

  /** Goes on when everybody has looked; where nobody is waited for, by itself after a while. */
  linger(): (() => void) | undefined {
    if (this.scene.ending === null) return undefined;
    if (this.paused || this.waited) {
      if (!this.paused) untrack(() => this.goOn());
      this.waited = this.paused;
      return undefined;
    }
    const timer = setTimeout(() => this.goOn(), LINGER);
    return () => clearTimeout(timer);
  }

  begin(): void {
    this.sent = this.place = this.picked = null;
  }

  goOn(): void {
    if (this.scene.ending === null) return;
    if (this.paused) this.props.onlooked?.();
    else this.scene = proceed(this.scene);
  }

  cancel(): void {
    this.goOn();
    this.begin();
  }

  /** A place of the cloth, or a card of the hand (`hand-0`), was touched. */
  pick(to: string): void {
    if (isHand(to)) this.pickCard(indexOf(to));
    else if (this.scene.ending !== null) this.goOn();
    else if (!this.playing) return;
    else if (this.index !== null) this.lay(this.index, to, this.ghost !== null);
    else this.place = this.place === to ? null : to;
  }

  private pickCard(index: number): void {
    if (!this.playing) return;
    if (this.place !== null) this.lay(index, this.place, false);
    else this.picked = this.picked === index ? null : index;
  }

  drop(from: string, to: string): void {
    const index = indexOf(from);
    if (this.playing && this.hand[index] !== undefined && to.includes(",")) this.lay(index, to, true);
  }

  override hold(now: Drag | null): void {
    super.hold(now);
    this.pointer = now === null ? null : { x: now.x, y: now.y };
  }

  point(at: draw.Point): void {
    const inside = Math.min(at.x, at.y) > 0 && Math.max(at.x, at.y) < draw.CLOTH;
    this.pointer = inside || this.grabbed !== null ? at : null;
  }

  /** How a card comes to its place. */
  coming(piece: Piece): Travel {
    if (piece.seat === null) return { by: null };
    const { viewer, sitters } = this.props;
    const own = sitters.some(({ seat, yours }) => yours && seat === piece.seat);
    if (own && this.near === piece.at) return { by: null, drop: true };
    const from = own ? handPoint(this.layout, 0, this.size) : draw.seatPoint(piece.seat, viewer, sitters.length);
    return { by: draw.way(from, piece.at) };
  }

  /** How a card leaves: to its owner when the cloth is cleared, else it just goes. */
  going(piece: Piece): Travel {
    const { view, sitters, viewer } = this.props;
    const owner = view.colours[piece.card[0] as "r"];
    const side = sitters.filter((sitter) => sitter.side === owner).map(({ seat }) => seat);
    const home = side.find((seat) => seat === viewer) ?? side[0];
    if (home === undefined || this.scene.round === piece.round) return { by: null };
    const from = draw.seatPoint(home, viewer, sitters.length);
    return { by: draw.way(from, piece.at), wait: 60 * (2 + draw.tilt(piece.at, 3)) };
  }

  /** The place over which the hand already was when it let go of the card. */
  private near: string | null = null;

  private lay(index: number, at: string, near: boolean): void {
    const card = this.hand[index];
    if (card === undefined) return;
    const shared = this.props.sitters.filter(({ yours }) => yours).length > 1; // soon covered: it lies there at once
    this.near = near || shared ? at : null;
    this.play(writeMove({ card, at }), at);
  }

  private lying(card: string, at: string): { card: string; at: draw.Point } {
    return { card, at: draw.pointOf(readPlace(at)) };
  }

  private news(): News {
    const { view, events, beat, fresh } = this.props;
    return { board: view.board, events, beat, fresh };
  }
}

/** Cells of the hand are called `hand-0`, `hand-1`. */
function isHand(cell: string | null): boolean {
  return cell?.startsWith("hand-") === true;
}

function indexOf(cell: string): number {
  return Number(cell.slice("hand-".length));
}
