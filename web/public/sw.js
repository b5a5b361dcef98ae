// The page when there is no link: what was loaded once is kept, and a page says honestly that the
// house cannot be reached. Of /api nothing is kept here (the room of puzzles keeps its own): what a table
// looks like is the house's to say.
const KEPT = "tabletier-2"; // another number whenever one of the SHELL changes
const TOLD = "tabletier-told"; // what this browser was told, by its id
const REMEMBERED = 100;
const PUZZLES = "/puzzle"; // the page as the room of puzzles keeps it, in a cache of its own
const KEPT_PUZZLES = "tabletier-puzzles";
const SHELL = ["/offline.html", "/offline.css", "/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(SHELL)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOld().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => withoutLink(pathname)));
  else if (pathname.startsWith("/assets/")) event.respondWith(kept(request));
  else if (SHELL.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

// Somebody is called. The same news may come twice (the house was killed in between): the second time it
// takes the place of the first, without a sound. News of the same table take each other's place.
self.addEventListener("push", (event) => {
  if (event.data !== null) event.waitUntil(tell(event.data.json()));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.path));
});

async function tell({ id, title, text, path, tag, lang }) {
  const known = await caches.open(TOLD);
  const before = (await known.match(`/told/${id}`)) !== undefined;
  await self.registration.showNotification(title, {
    body: text,
    tag,
    lang,
    renotify: !before,
    silent: before,
    icon: "/icon-192.png",
    badge: "/icon-192.png",
    data: { id, path },
  });
  await known.put(`/told/${id}`, new Response(""));
  const all = await known.keys();
  for (const old of all.slice(0, Math.max(0, all.length - REMEMBERED))) await known.delete(old);
}

/** The window that shows the table already, else any, else a new one. */
async function lead(path) {
  const address = new URL(path, location.origin);
  if (address.origin !== location.origin) return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === address.pathname);
  const any = there ?? windows[0];
  const led = there ?? (await any?.navigate(address.href).catch(() => null));
  if (led) await led.focus().catch(() => undefined);
  else await self.clients.openWindow(address.href);
}

/** Puzzles are kept with the page (rooms/puzzle/offline.ts); everything else needs the house. */
async function withoutLink(pathname) {
  const page = /^\/puzzle(\/|$)/.test(pathname) ? await caches.match(PUZZLES, { ignoreVary: true }) : undefined;
  return page ?? caches.match("/offline.html");
}

/** Files in /assets never change: their names do. */
async function kept(request) {
  const found = await caches.match(request);
  if (found !== undefined) return found;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}

async function forgetOld() {
  const ours = [KEPT, KEPT_PUZZLES, TOLD];
  for (const name of await caches.keys()) if (!ours.includes(name)) await caches.delete(name);
}
