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
  if (Object.hasOwn(FILES, file) || file.startsWith('static/')) event.respondWith(answer(file, request));
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

/** Keeps all files, or none: what an update that failed leaves behind would count as the version before. */
async function keepAll() {
  const answers = await Promise.all(Object.keys(FILES).map(load));
  const cache = await caches.open(NAME);
  try {
    await Promise.all(Object.keys(FILES).map((file, i) => cache.put(file, answers[i])));
  } catch (error) {
    await caches.delete(NAME);
    throw error;
  }
}

/**
 * A file, unless an earlier version had it: the names of files that change hold a digest. A network may cut a file, or send its
 * login page instead. The browser may have kept that for a while, so the host is asked once more, past the browser's own copy.
 * @param {string} file
 */
async function load(file) {
  const copy = LASTING.test(file) && (await caches.match(file));
  if (copy && (await isRight(file, copy))) return copy;
  for (const cache of /** @type {RequestCache[]} */ ([LASTING.test(file) ? 'default' : 'no-cache', 'reload'])) {
    const answer = await fetch(file, { cache }).catch(() => null);
    if (answer && (await isRight(file, answer).catch(() => false))) return answer;
  }
  throw new Error(`${file}: it did not come whole`);
}

/** Whether an answer is the whole file of this version. @param {string} file @param {Response} answer */
async function isRight(file, answer) {
  const digest = await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer());
  return answer.ok && btoa(String.fromCharCode(...new Uint8Array(digest))) === FILES[file];
}

async function forgetOld() {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX)); // the latest is the last
  await Promise.all(ours.slice(0, -2).map((name) => caches.delete(name)));
}
