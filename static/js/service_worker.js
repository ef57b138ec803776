/* Only where there is HTTPS: keeps the shell of the table page, so that a reload without a network still opens it with its queue.
 *
 * The network always comes first; what it last gave is used when it is silent. Answers of the API and the table's moving part are never
 * kept, nor is any page but the table's: an old number must not look like a new one.
 */
'use strict';

const SHELL = 'mingpai-shell-1';
const PAGE = '/table/';
const PATIENCE = 4000; /* milliseconds that a slow network has before the kept page is shown */

const isShell = (url) => url.origin === self.location.origin && (url.pathname === PAGE || url.pathname.startsWith('/static/'));

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

async function fresh(request) {
  const answer = await fetch(request);
  if (answer.ok && answer.type === 'basic' && !answer.redirected) {
    const copy = answer.clone();
    const shell = await caches.open(SHELL);
    await shell.put(new URL(request.url).pathname, copy);
  }
  return answer;
}

async function shown(request) {
  const kept = await caches.open(SHELL).then((shell) => shell.match(new URL(request.url).pathname));
  if (!kept) return fresh(request);
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE));
  return Promise.race([fresh(request).catch(() => kept), late]);
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === 'GET' && isShell(url)) event.respondWith(shown(event.request));
});
