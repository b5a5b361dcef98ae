/** A socket without a house at its other end, for tests: they say what it hears and see what it sent. */
export const sockets: FakeSocket[] = [];

export class FakeSocket {
  static readonly OPEN = 1;
  readyState = 0;
  readonly sent: string[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {
    sockets.push(this);
  }

  send(text: string): void {
    if (this.readyState !== FakeSocket.OPEN) throw new Error("the socket is not open");
    this.sent.push(text);
  }

  close(): void {
    this.cut(1000);
  }

  orders(): Record<string, unknown>[] {
    return this.sent.map((text) => JSON.parse(text) as Record<string, unknown>);
  }

  /** Opens, and the house says where it stands. */
  greet(number: number, more: object = {}): void {
    this.readyState = FakeSocket.OPEN;
    this.say({ type: "hello", number, ...more });
  }

  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  cut(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}
