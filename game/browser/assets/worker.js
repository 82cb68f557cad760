// The service worker: files and the pages below that were loaded once can be seen without the network. Games need the
// server. Pages with secrets in their address, such as seats, are never kept.

const store = "dice-of-doom";
const kept = /^\/(|rules|puzzles|puzzle|decision|statistics|position)$/;
const most = 60; // pages and files kept

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(store).then((cache) => cache.add("/offline")));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function keep(request, response) {
  const cache = await caches.open(store);
  await cache.put(request, response);
  const all = await cache.keys();
  for (const old of all.filter(({ url }) => !url.endsWith("/offline")).slice(0, Math.max(0, all.length - most))) await cache.delete(old);
}

// Files have their version in the address.
async function fileFor(event) {
  const known = await caches.match(event.request);
  if (known) return known;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(keep(event.request, response.clone()));
  return response;
}

async function pageFor(event) {
  const { pathname } = new URL(event.request.url);
  try {
    const response = await fetch(event.request);
    if (response.ok && !response.redirected && kept.test(pathname)) event.waitUntil(keep(event.request, response.clone()));
    return response;
  } catch {
    return (kept.test(pathname) && (await caches.match(event.request))) || caches.match("/offline");
  }
}

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/v-")) event.respondWith(fileFor(event));
  else if (mode === "navigate") event.respondWith(pageFor(event));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window" }).then(([page]) => page?.focus()));
});
