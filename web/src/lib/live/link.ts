/**
 * The link to one table: a socket that comes back by itself, and orders that are sent once.
 *
 * Every order has a key. Whatever was not confirmed when a link broke is sent again over the next
 * one with the same key, so the house carries it out once. The house tells what was missed.
 *
 * A page that was left may be kept by the browser for the way back, and its sockets with it: then
 * the house would think that somebody still looks. So it hangs up, and joins again on the way back.
 */
import type { Looking, Message, Order, Refusal } from "../api/wire";

/** How the link stands; `since` is when it was lost (ms, as Date.now()). */
export type LinkState =
  | { status: "joining" }
  | { status: "open" }
  | { status: "lost"; since: number; retry: number }
  | { status: "gone"; code: number };

export interface Listener {
  onmessage: (message: Message) => void;
  onstate: (state: LinkState) => void;
}

/** The answer to an order: the number of its line, or why not. */
export type Answer = { number: number } | { refused: Refusal };

interface Waiting {
  text: string;
  answer: (answer: Answer) => void;
}

const FIRST_RETRY = 300;
const LAST_RETRY = 8000;
/** Close codes after which coming back is no use. */
const FINAL = new Set([4404]);

const GONE_SILENT = 1006;
/** Milliseconds in which a house that can be reached has answered. */
const ANSWER = 1200;

/** Whether the house can be reached: it may be, even where there is no way out into the world. */
function reach(): Promise<unknown> {
  return fetch("/api/v1/me?quiet=true", { cache: "no-store", signal: AbortSignal.timeout(ANSWER) });
}

export class Link {
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private retry = FIRST_RETRY;
  private lostAt: number | null = null;
  private closed = false;
  /** Whether another page is shown in place of this one. */
  private left = false;
  /** Whether the house believes that this page is in sight. */
  private looks = true;
  private last: number | null = null;
  private readonly waiting = new Map<string, Waiting>();

  constructor(
    private readonly address: (after: number | null) => string,
    private readonly listener: Listener,
    private readonly key: () => string = () => crypto.randomUUID(),
    private readonly probe: () => Promise<unknown> = reach,
  ) {
    this.join();
    for (const [event, hear] of this.heard) globalThis.addEventListener?.(event, hear);
  }

  /** Gives an order; it is sent now or as soon as the link is back. */
  send(order: Order): Promise<Answer> {
    const key = this.key();
    const text = JSON.stringify({ ...order, key });
    return new Promise((answer) => {
      this.waiting.set(key, { text, answer });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  /** How many orders have not been answered. */
  get unanswered(): number {
    return this.waiting.size;
  }

  /** Leaves the table for good. */
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    for (const [event, hear] of this.heard) globalThis.removeEventListener?.(event, hear);
    this.socket?.close();
  }

  /** Tries again at once rather than when it is time. */
  readonly hurry = (): void => {
    if (this.closed || this.left || this.lostAt === null || this.socket !== null) return;
    clearTimeout(this.timer);
    this.join();
  };

  /** The machine says that it is offline: the socket may not notice for long, so the house is tried. */
  private readonly doubt = (): void => {
    const [socket, since] = [this.socket, Date.now()];
    if (socket === null) return;
    this.probe().catch(() => {
      if (socket !== this.socket || this.closed) return;
      this.lostAt ??= since;
      this.lose(socket, GONE_SILENT);
      socket.close();
    });
  };

  /** Another page is shown: nobody looks at this table. No link was lost, so nothing is said of one. */
  private readonly leave = (): void => {
    const { socket } = this;
    this.left = true;
    this.socket = null;
    clearTimeout(this.timer);
    socket?.close();
  };

  /** The page is shown again, as it was left. */
  private readonly comeBack = (): void => {
    if (!this.left) return; // it is shown for the first time
    this.left = false;
    if (!this.closed) this.join();
  };

  /** The page came into sight, or is hidden behind another: whoever does not look is called. */
  private readonly look = (): void => {
    const looks = globalThis.document?.visibilityState !== "hidden";
    if (looks === this.looks || this.socket?.readyState !== WebSocket.OPEN) return;
    this.looks = looks;
    this.socket.send(JSON.stringify({ do: "looking", looks } satisfies Looking));
  };

  /** What the browser says that concerns the link. */
  private readonly heard = [
    ["online", this.hurry],
    ["offline", this.doubt],
    ["pagehide", this.leave],
    ["pageshow", this.comeBack],
    ["visibilitychange", this.look], // it happens to the document, and bubbles
  ] as const;

  private join(): void {
    const socket = new WebSocket(this.address(this.last));
    this.socket = socket;
    this.looks = true; // as the address says
    if (this.lostAt === null) this.listener.onstate({ status: "joining" });
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as Message);
    socket.onclose = (event) => this.lose(socket, event.code);
  }

  private hear(message: Message): void {
    switch (message.type) {
      case "hello":
        this.greeted(message.number);
        break;
      case "line":
        if (this.last !== null && message.number <= this.last) return; // told again
        this.last = message.number;
        break;
      case "bye":
        this.retry = message.retry_ms;
        break;
      case "done":
      case "refused":
        break;
      default:
        return; // a newer house may say more than we know
    }
    this.listener.onmessage(message);
    this.settle(message);
  }

  private greeted(number: number): void {
    this.last = number;
    this.retry = FIRST_RETRY;
    this.lostAt = null;
    this.listener.onstate({ status: "open" });
    this.look();
    for (const { text } of this.waiting.values()) this.socket?.send(text);
  }

  private settle(message: Message): void {
    if (message.type === "hello" || message.type === "bye" || message.key === undefined) return;
    const waiting = this.waiting.get(message.key);
    if (waiting === undefined) return;
    if (message.type === "refused" && message.code === "house/storage") {
      this.again(message.retry_ms ?? 1000, waiting.text);
      return;
    }
    this.waiting.delete(message.key);
    waiting.answer(message.type === "refused" ? { refused: message } : { number: message.number });
  }

  /** Sends an order again a little later: nothing could be stored just now. */
  private again(wait: number, text: string): void {
    setTimeout(() => {
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    }, wait);
  }

  private lose(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return;
    this.socket = null;
    if (this.closed) return;
    if (FINAL.has(code)) {
      this.closed = true;
      this.listener.onstate({ status: "gone", code });
      return;
    }
    this.lostAt ??= Date.now();
    const wait = this.retry * (0.75 + Math.random() / 2);
    this.retry = Math.min(this.retry * 2, LAST_RETRY);
    this.listener.onstate({ status: "lost", since: this.lostAt, retry: wait });
    this.timer = setTimeout(() => this.join(), wait);
  }
}
