/** Who sits before this browser. Nobody has to say anything to play: a guest gets a name. */
import { get, patch, post, Refused } from "../api/client";
import type { Me } from "../api/wire";
import { settings } from "./settings.svelte";

const FIRST_NAMES = {
  fr: ["Camille", "Dominique", "Claude", "Sacha", "Alix", "Charlie", "Noa", "Lou", "Maxime", "Jo"],
  en: ["Robin", "Alex", "Sam", "Charlie", "Jamie", "Kit", "Jo", "Morgan", "Ash", "Frankie"],
};

class Person {
  me = $state.raw<Me | null>(null);
  private asking: Promise<Me> | null = null;

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

  /** Changes our name or language. */
  async change(change: { name?: string; language?: string }): Promise<void> {
    await this.someone();
    this.me = await patch<Me>("/me", change);
  }

  private async enter(): Promise<Me> {
    await this.look();
    if (this.me !== null) return this.me;
    const names = FIRST_NAMES[settings.language];
    const name = names[Math.floor(Math.random() * names.length)] ?? "Jo";
    this.me = await post<Me>("/me", { name, language: settings.language });
    return this.me;
  }
}

export const person = new Person();
