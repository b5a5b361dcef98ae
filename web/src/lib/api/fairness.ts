/** The proof of the luck: the seed told at the end gives the fingerprint told at the start. */

/** Whether the SHA-256 of a seed is the commitment. */
export async function verifyDeal(seed: string, commitment: string): Promise<boolean> {
  const bytes = new TextEncoder().encode(seed);
  const digest = await sha256(bytes);
  return hex(digest) === commitment.toLowerCase();
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
