/** The room that the table has on the screen, and how it is laid there. */
import { layoutOf, type Layout, type Shape } from "./index";

const WIDE = 640; // pixels from which the table is laid as on a desk
const LINE = 3; // cards that one line holds at their full size
const LOW = 480; // pixels up to which a screen that is wider than high is a phone held sideways

export class Room {
  /** Pixels of the table, of the bar of buttons under it, and of the screen. */
  wide = $state(0);
  high = $state(0);
  bar = $state(0);
  screenWide = $state(0);
  screenHigh = $state(0);
  /** The row that was unfolded where rows are folded. */
  private unfolded = $state<number | null>(null);

  constructor(private readonly seats: () => { count: number; bottom: number; cards: number }) {}

  private readonly shape = $derived.by<Shape>(() => {
    const sideways = this.screenWide > this.screenHigh;
    if (sideways && this.screenHigh <= LOW) return "low";
    return this.wide < WIDE ? "narrow" : sideways ? "wide" : "tall";
  });

  readonly layout = $derived.by<Layout>(() => {
    const { count, bottom, cards } = this.seats();
    const full = layoutOf(count, bottom, this.shape);
    if (this.shape !== "narrow" || this.fits(full)) return full;
    const folded = Array.from({ length: count }, (_, seat) => seat).filter((seat) => seat !== this.unfolded);
    const short = layoutOf(count, bottom, "narrow", folded);
    return this.fits(short) || cards > LINE ? short : layoutOf(count, bottom, "narrow", folded, true);
  });

  /** Folds a row, or unfolds it. */
  fold(seat: number): void {
    this.unfolded = this.unfolded === seat ? null : seat;
  }

  /** Whether the table can be as wide as its place without pushing the buttons away. */
  private fits({ width, height }: Layout): boolean {
    return this.high === 0 || (height * this.wide) / width <= this.high - this.bar + 1;
  }
}
