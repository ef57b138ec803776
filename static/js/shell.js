/* Where the browser has service workers (HTTPS), the table page opens again while the server is away. On plain HTTP it works without. */
'use strict';

(function () {
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/service-worker.js').then(() => navigator.serviceWorker.ready).then(async () => {
    if (!navigator.serviceWorker.controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    /* the first visit was not governed yet: what it loaded is asked for once more, now for keeping */
    const loaded = performance.getEntriesByType('resource').map((one) => one.name).filter((name) => name.indexOf(location.origin + '/static/') === 0);
    await Promise.all([location.pathname].concat(loaded).map((name) => fetch(name, { credentials: 'same-origin' }).catch(() => null)));
    document.documentElement.dataset.shell = 'kept';
  }).catch(() => null);
})();
