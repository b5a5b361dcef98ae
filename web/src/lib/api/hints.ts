/** Asking the house for a good move; it takes a moment. */
import { get, post, remove } from "./client";
import type { HintJob, HintShown } from "./wire";

/** What the house advises; a hint that is given up is thought about no longer. */
export async function hintFrom(path: string, body: unknown, signal: AbortSignal): Promise<HintShown | null> {
  let job = await post<HintJob>(path, body, signal);
  const drop = (): void => void remove(`/jobs/${job.id}`).catch(() => undefined);
  signal.addEventListener("abort", drop);
  while (!signal.aborted && (job.status === "waiting" || job.status === "running"))
    job = await get<HintJob>(`/jobs/${job.id}?wait=20`, signal);
  signal.removeEventListener("abort", drop);
  return job.result;
}
