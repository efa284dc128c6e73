/**
 * Keeps the page for times without a network. A new version is loaded as a whole, beside the old one, and is shown from the
 * next load on. The old one stays until the version after, for pages that are still open. It also takes the picture that another
 * app shares with the page, for which no host needs a program.
 */

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));
const { registration } = worker;

const PREFIX = `sapper ${registration.scope} `;
const NAME = PREFIX + VERSION;
const SHARE = 'share'; // the manifest sends pictures there, and the page asks for them there
const SHARED = `shared ${registration.scope}`;

worker.addEventListener('install', (event) => event.waitUntil(keepAll().then(() => worker.skipWaiting())));
worker.addEventListener('activate', (event) => event.waitUntil(forgetOld()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const place = request.url.split(/[?#]/)[0];
  if (!place.startsWith(registration.scope)) return;
  const file = place.slice(registration.scope.length) || './';
  if (file === SHARE) event.respondWith(request.method === 'POST' ? keepShared(request) : takeShared());
  if (request.method !== 'GET') return;
  if (FILES.includes(file) || file.startsWith('static/')) event.respondWith(answer(file, request));
});

/** A file of this version, or of the one before for a page that is still open. @param {string} file @param {Request} request */
async function answer(file, request) {
  const copy = await caches.match(file, { cacheName: NAME });
  return copy ?? (await caches.match(file)) ?? fetch(request);
}

/** Keeps what was shared until the page asks for it, and leads to the view that does. @param {Request} request */
async function keepShared(request) {
  const picture = (await request.formData()).get('picture');
  const cache = await caches.open(SHARED);
  if (picture) await cache.put(SHARE, new Response(picture));
  return Response.redirect('./#analyse=shared', 303);
}

/** What was shared, once. */
async function takeShared() {
  const shared = await caches.match(SHARE, { cacheName: SHARED });
  await caches.delete(SHARED);
  return shared ?? new Response(null, { status: 404 });
}

async function keepAll() {
  const cache = await caches.open(NAME);
  await Promise.all(FILES.map(async (file) => cache.put(file, await load(file))));
}

/** A file, unless an earlier version had it: the names of files that change hold a digest. @param {string} file */
async function load(file) {
  const copy = LASTING.test(file) && (await caches.match(file));
  if (copy) return copy;
  const answer = await fetch(file, { cache: LASTING.test(file) ? 'default' : 'no-cache' });
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return answer;
}

async function forgetOld() {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX)); // the latest is the last
  await Promise.all(ours.slice(0, -2).map((name) => caches.delete(name)));
}
