// Keeps the site for use without a network: answers from the network first and keeps what it answered.
const name = "tessera-@stamp@";

self.addEventListener("install", (event) => event.waitUntil(
  caches.open(name)
    .then(async (cache) => cache.addAll(["./", "page.js", "page.css", "worker.js", "tessera.js", "tessera.wasm", "files.json",
      ...new Set(Object.values(await (await fetch("files.json")).json()))]))
    .then(() => self.skipWaiting())));

self.addEventListener("activate", (event) => event.waitUntil(
  caches.keys()
    .then((all) => Promise.all(all.filter((other) => other.startsWith("tessera-") && other !== name).map((other) => caches.delete(other))))
    .then(() => self.clients.claim())));

/** Answers a request from the cache, and a request for the size of a file, too. */
async function answer(request) {
  const kept = await caches.match(request.url.split("#")[0], { ignoreMethod: true, ignoreSearch: true });
  if (kept === undefined) return fetch(request);
  if (request.method !== "HEAD") return kept;
  return new Response(null, { headers: { "Content-Length": String((await kept.clone().arrayBuffer()).byteLength) } });
}

self.addEventListener("fetch", (event) => {
  if (event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});
