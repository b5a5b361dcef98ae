/** Who sits before this browser. Nobody has to say anything to play: a guest gets a name. */
import { get, patch, post, Refused } from "../api/client";
import type { Me } from "../api/wire";
import { settings } from "./settings.svelte";

const FIRST_NAMES = {
  fr: ["Camille", "Dominique", "Claude", "Sacha", "Alix", "Charlie", "Noa", "Lou", "Maxime", "Jo"],
  en: ["Robin", "Alex", "Sam", "Charlie", "Jamie", "Kit", "Jo", "Morgan", "Ash", "Frankie"],
};

/** Where the browser remembers that a name was only proposed, and that its bearer was asked. */
const PROPOSED = "tabletier.proposed";
const INTRODUCED = "tabletier.introduced";

class Person {
  me = $state.raw<Me | null>(null);
  /** The name that is proposed while we are asked for ours, and what to do with the answer or without one. */
  asked = $state.raw<{ proposal: string; answer: (name: string) => Promise<void>; cancel: () => void } | null>(null);
  /** Whether the house has just forgotten us: it says so, until we leave the room where it does. */
  forgotten = $state(false);
  /** Whether our name was only proposed, and we have not said one. */
  private nameless = $state(localStorage.getItem(PROPOSED) !== null && localStorage.getItem(INTRODUCED) === null);
  private asking: Promise<Me> | null = null;

  /** The name that we said or that our account has; nothing before that. */
  get called(): string {
    return this.me === null || (this.nameless && this.me.login === null) ? "" : this.me.name;
  }

  /** Looks whether the house knows us already. */
  async look(): Promise<void> {
    try {
      this.me = (await get<Me | undefined>("/me?quiet=true")) ?? null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** Us, as a guest if the house does not know us yet. */
  someone(): Promise<Me> {
    if (this.me !== null) return Promise.resolve(this.me);
    this.asking ??= this.enter().finally(() => (this.asking = null));
    return this.asking;
  }

  /** Us, by a name of our own: a guest who has not given it is asked once, before the first seat.
   *  Null: they would rather not, and whatever they were about to do is not done. */
  async introduced(given = ""): Promise<Me | null> {
    if (this.me === null) await this.look();
    const asked = localStorage.getItem(INTRODUCED) !== null;
    const known = this.me !== null && (this.me.login !== null || localStorage.getItem(PROPOSED) === null);
    if (asked || known) return this.someone();
    if (given.trim() !== "") return this.introduce(given.trim());
    return new Promise((done) => {
      const proposal = this.me?.name ?? anyName();
      const answer = async (name: string): Promise<void> => {
        const me = await this.introduce(name);
        this.asked = null;
        done(me);
      };
      const cancel = (): void => {
        this.asked = null;
        done(null);
      };
      this.asked = { proposal, answer, cancel };
    });
  }

  private async introduce(name: string): Promise<Me> {
    const me = await this.call(name);
    this.keepsName();
    return me;
  }

  /** Takes a name, as a new guest or as who we are. */
  private async call(name: string): Promise<Me> {
    if (this.me === null) this.me = await post<Me>("/me", { name, language: settings.language });
    else if (this.me.name !== name) this.me = await patch<Me>("/me", { name });
    return this.me;
  }

  /** Changes our name or language. */
  async change(change: { name?: string; language?: string }): Promise<void> {
    await this.someone();
    this.me = await patch<Me>("/me", change);
    if (change.name !== undefined) this.keepsName();
  }

  private keepsName(): void {
    localStorage.setItem(INTRODUCED, "yes");
    this.nameless = false;
  }

  /** The house knows nothing of us any more. */
  forget(): void {
    this.me = null;
    this.forgotten = true;
    this.nameless = false;
    localStorage.removeItem(PROPOSED);
    localStorage.removeItem(INTRODUCED);
  }

  private async enter(): Promise<Me> {
    await this.look();
    if (this.me !== null) return this.me;
    localStorage.setItem(PROPOSED, "yes");
    this.nameless = localStorage.getItem(INTRODUCED) === null;
    return this.call(anyName());
  }
}

function anyName(): string {
  const names = FIRST_NAMES[settings.language];
  return names[Math.floor(Math.random() * names.length)] ?? "Jo";
}

/** A name for somebody else at this screen: the first that nobody has here. */
export function anotherName(taken: readonly string[]): string {
  return FIRST_NAMES[settings.language].find((name) => !taken.includes(name)) ?? "Jo";
}

export const person = new Person();
