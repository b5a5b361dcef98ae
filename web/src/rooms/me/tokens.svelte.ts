import { get, post, remove } from "$lib/api/client";
import type { TokenMade, TokenShown } from "$lib/api/wire";

/** The tokens with which programs play in one's name. */
class Tokens {
  list = $state.raw<TokenShown[]>([]);
  made = $state.raw<TokenMade | null>(null);

  async look(): Promise<void> {
    this.list = await get<TokenShown[]>("/me/tokens");
    if (!this.list.some((token) => token.id === this.made?.id)) this.made = null;
  }
  async make(label: string, scopes: string[]): Promise<void> {
    this.made = await post<TokenMade>("/me/tokens", { label, scopes });
    await this.look();
  }
  async withdraw(id: string): Promise<void> {
    await remove(`/me/tokens/${id}`);
    await this.look();
  }
}

export const tokens = new Tokens();
