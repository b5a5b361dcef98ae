import { get, patch, post, remove } from "$lib/api/client";
import type { ChannelShown, NoticesShown, TrialShown } from "$lib/api/wire";

type Change = Partial<Pick<ChannelShown, "kinds" | "quiet" | "digest">> & { renew?: boolean };

/** Where we are told when we do not look. */
class Channels {
  shown = $state.raw<NoticesShown | null>(null);
  #looks = 0;

  /** Two changes in a row: the answer to the first may come last, and is old then. */
  async look(): Promise<void> {
    const look = (this.#looks += 1);
    const shown = await get<NoticesShown>("/me/notices");
    if (look === this.#looks) this.shown = shown;
  }
  async add(asked: object): Promise<ChannelShown> {
    const made = await post<ChannelShown>("/me/notices", asked);
    await this.look();
    return made;
  }
  /** Hours are meant where we are. */
  async change(id: string, change: Change): Promise<void> {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    await patch(`/me/notices/${id}`, { ...change, ...(zone === "" ? {} : { zone }) });
    await this.look();
  }
  async try(id: string): Promise<TrialShown> {
    const trial = await post<TrialShown>(`/me/notices/${id}/test`);
    await this.look();
    return trial;
  }
  async remove(id: string): Promise<void> {
    await remove(`/me/notices/${id}`);
    await this.look();
  }
}

export const channels = new Channels();
