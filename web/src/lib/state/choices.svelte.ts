/** What somebody chose in a room, kept in its address: whoever comes back finds it as it was. */
import { untrack } from "svelte";
import { router } from "./router.svelte";

/** What of an address is chosen otherwise than usual; what it says of other things is passed over. */
export function chosenIn<Chosen extends Record<keyof Chosen, string>>(query: string, usual: Chosen): Chosen {
  const found = new URLSearchParams(query);
  const entries = Object.entries<string>(usual).map(([key, value]) => [key, found.get(key) ?? value]);
  return Object.fromEntries(entries) as Chosen;
}

/** The same as an address has it; what is as usual is left out. */
export function asQuery<Chosen extends Record<keyof Chosen, string>>(chosen: Chosen, usual: Chosen): string {
  const found = new URLSearchParams();
  for (const key of Object.keys(usual) as (keyof Chosen & string)[]) {
    const value = chosen[key].trim();
    if (value !== "" && value !== usual[key]) found.set(key, value);
  }
  return found.toString();
}

export class Choices<Chosen extends Record<keyof Chosen, string>> {
  now: Chosen;
  private readonly room = location.pathname;

  /**
   * To be made while a room is set up: it follows the address as long as that room is there. What
   * does not fit, now or once more is known, is as usual.
   */
  constructor(
    private readonly usual: Chosen,
    private readonly fits: (key: keyof Chosen, value: string) => boolean = () => true,
  ) {
    const now = $state(this.read());
    this.now = now;
    $effect(() => {
      Object.assign(now, this.fitting(now));
    });
    $effect(() => {
      void router.place; // the way back and forth
      untrack(() => this.follow());
    });
    $effect(() => {
      const query = asQuery(this.now, this.usual);
      untrack(() => this.write(query));
    });
  }

  private read(): Chosen {
    return this.fitting(chosenIn(location.search, this.usual));
  }

  private fitting(chosen: Chosen): Chosen {
    const keys = Object.keys(chosen) as (keyof Chosen & string)[];
    const entries = keys.map((key) => [
      key,
      chosen[key] === this.usual[key] || this.fits(key, chosen[key]) ? chosen[key] : this.usual[key],
    ]);
    return Object.fromEntries(entries) as Chosen;
  }

  private follow(): void {
    const found = this.read();
    if (location.pathname === this.room && asQuery(found, this.usual) !== asQuery(this.now, this.usual))
      Object.assign(this.now, found);
  }

  private write(query: string): void {
    if (location.pathname !== this.room || query === asQuery(chosenIn(location.search, this.usual), this.usual)) return;
    router.go(query === "" ? this.room : `${this.room}?${query}`, true);
  }
}
