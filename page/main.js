/** The page: a worker has the engine and the games. */

import { start } from './app.js';
import { Connection } from './connection.js';
import { note } from './ui/announce.js';

/** Where Python answers, if `sapper serve` sent this page; empty if another host did. */
const address = /** @type {HTMLMetaElement|null} */ (document.querySelector('meta[name=sapper-socket]'))?.content;
const socket = address ? String(new URL(address, document.baseURI)).replace(/^http/, 'ws') : '';

start(new Connection(() => {
  const worker = new Worker(new URL('./host/worker.js', import.meta.url), { type: 'module', name: new URL('.', document.baseURI).pathname });
  worker.postMessage({ socket });
  return worker;
}));
navigator.serviceWorker?.register('./service_worker.js', { updateViaCache: 'none' }).then(watch, () => {}); // without it the page only needs a network

/** Says that there is a new version. It is what the next load shows. @param {ServiceWorkerRegistration} registration */
function watch(registration) {
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    const first = !navigator.serviceWorker.controller;
    installing?.addEventListener('statechange', () => {
      if (installing.state !== 'activated' || first) return;
      note('There is a new version of Sapper.', 'plain', { label: 'Load it', press: () => location.reload() });
    });
  });
}
