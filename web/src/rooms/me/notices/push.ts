/** Web Push as this browser offers it: whether it can, and its subscription for the house. */

export type Hindrance = "pushInsecure" | "pushUnsupported" | "pushDenied";

/** Why this browser cannot be told anything; null: it can. */
export function hindrance(): Hindrance | null {
  if (!window.isSecureContext) return "pushInsecure";
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return "pushUnsupported";
  return Notification.permission === "denied" ? "pushDenied" : null;
}

/** What the house needs to reach this browser. Asks the person first; throws where it cannot be. */
export async function subscribe(key: string): Promise<object> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(Notification.permission);
  const worker = await navigator.serviceWorker.register("/sw.js");
  await navigator.serviceWorker.ready;
  const found = await worker.pushManager.getSubscription();
  if (found !== null && !isFor(found, key)) await found.unsubscribe(); // of a house that had another key
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  return { kind: "push", endpoint, p256dh: keys?.["p256dh"], auth: keys?.["auth"], label: browser() };
}

function isFor(subscription: PushSubscription, key: string): boolean {
  const used = subscription.options.applicationServerKey;
  if (used === null) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(used)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}

/** What this browser is called among several. */
function browser(): string {
  const said = navigator.userAgent;
  const name = /Edg|OPR|Firefox|Chrome|Safari/.exec(said)?.[0] ?? "?";
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(said)?.[0] ?? "";
  return [{ Edg: "Edge", OPR: "Opera" }[name] ?? name, system].filter((part) => part !== "").join(" · ");
}
