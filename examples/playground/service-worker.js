// Keeps the site for use without a network: fetches all files once, and answers from them.
const name = "tessera-@stamp@", files = [/* files */], cache = caches.open(name);

self.addEventListener("install", (event) => event.waitUntil(cache.then((kept) => kept.addAll(files)).then(() => self.skipWaiting())));

self.addEventListener("activate", (event) => event.waitUntil(
  caches.keys()
    .then((all) => Promise.all(all.filter((other) => other.startsWith("tessera-") && other !== name).map((other) => caches.delete(other))))
    .then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  if (!event.request.url.startsWith(self.registration.scope)) return;
  const path = event.request.url.split(/[?#]/)[0].replace(/\/$/, "/index.html");
  event.respondWith(cache.then((kept) => kept.match(path)).then((answer) => answer ?? fetch(event.request)));
});
