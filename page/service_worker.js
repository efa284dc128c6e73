/**
 * Keeps the page for times without a network. A new version is loaded as a whole, beside the old one, and is shown from the
 * next load on. The old one stays until the version after, for pages that are still open.
 */

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));
const { registration } = worker;

const PREFIX = `sapper ${registration.scope} `;
const NAME = PREFIX + VERSION;

worker.addEventListener('install', (event) => event.waitUntil(keepAll().then(() => worker.skipWaiting())));
worker.addEventListener('activate', (event) => event.waitUntil(forgetOld()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const place = request.url.split(/[?#]/)[0];
  if (request.method !== 'GET' || !place.startsWith(registration.scope)) return;
  const file = place.slice(registration.scope.length) || './';
  if (FILES.includes(file) || file.startsWith('static/')) event.respondWith(answer(file, request));
});

/** A file of this version, or of the one before for a page that is still open. @param {string} file @param {Request} request */
async function answer(file, request) {
  const kept = await caches.match(file, { cacheName: NAME });
  return kept ?? (await caches.match(file)) ?? fetch(request);
}

async function keepAll() {
  const cache = await caches.open(NAME);
  await Promise.all(FILES.map(async (file) => cache.put(file, await loaded(file))));
}

/** A file, unless an earlier version had it: the names of files that change hold a digest. @param {string} file */
async function loaded(file) {
  const known = LASTING.test(file) && (await caches.match(file));
  if (known) return known;
  const answer = await fetch(file, { cache: LASTING.test(file) ? 'default' : 'no-cache' });
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return answer;
}

async function forgetOld() {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX)); // the latest is the last
  await Promise.all(ours.slice(0, -2).map((name) => caches.delete(name)));
}
