/* Only where there is HTTPS: keeps the shell of the table page, so that a reload without a network still opens it with its queue.
 *
 * The network always comes first; what it last gave is used when it is silent. Answers of the API and the table's moving part are never
 * kept, nor is any page but the table's: an old number must not look like a new one. The page kept is one device's: where this browser
 * is paired anew, or the server says that it is no device any more, it is forgotten.
 */
'use strict';

const SHELL = 'mingpai-shell-1';
const PAGE = '/table/';
const STATE = '/table/state/';
const ANEW = ['/pair/', '/me/', '/table/leave/']; /* a form sent there makes this browser another device, or none */
const DEVICE = 'X-Device'; /* whose page or state it is, `none` for nobody's; only our own server says so */
const PATIENCE = 4000; /* milliseconds that a slow network has before the kept page is shown */

let era = 0; /* how often the page was forgotten: what was asked for before that is not kept any more */

const isShell = (url) => url.origin === self.location.origin && (url.pathname === PAGE || url.pathname.startsWith('/static/'));

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

async function forget() {
  era += 1;
  const shell = await caches.open(SHELL);
  await shell.delete(PAGE);
}

const keeps = (path, answer) => path !== STATE && answer.ok && answer.type === 'basic' && !answer.redirected && (path !== PAGE || answer.headers.has(DEVICE));

async function fresh(request) {
  const asked = era;
  const answer = await fetch(request);
  const path = new URL(request.url).pathname;
  if (answer.headers.get(DEVICE) === 'none') {
    await forget();
  } else if (keeps(path, answer) && asked === era) {
    const copy = answer.clone();
    const shell = await caches.open(SHELL);
    await shell.put(path, copy);
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
  if (event.request.method !== 'GET') {
    if (url.origin === self.location.origin && ANEW.some((path) => url.pathname.startsWith(path))) event.waitUntil(forget());
  } else if (isShell(url)) {
    event.respondWith(shown(event.request));
  } else if (url.origin === self.location.origin && url.pathname === STATE) {
    event.respondWith(fresh(event.request));
  }
});
