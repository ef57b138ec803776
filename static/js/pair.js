/* Keeps the bearer token of a fresh pairing and moves on: the page shows it once; the attribute is emptied at once. Forgets it where the
 * device was put away. Either way the table page that was kept of the pairing before, if any, is forgotten first. */
'use strict';

(async function () {
  try {
    await (await caches.open('mingpai-shell-1')).delete('/table/');
  } catch (e) {
    /* plain HTTP: nothing is kept there */
  }
  const left = document.getElementById('left');
  if (left) {
    try {
      localStorage.removeItem('mingpai.token.' + left.dataset.device);
    } catch (e) {
      /* nothing was kept there */
    }
    return;
  }
  const holder = document.getElementById('token');
  const token = holder.dataset.token;
  const device = holder.dataset.device;
  holder.removeAttribute('data-token');
  try {
    localStorage.setItem('mingpai.token.' + device, token);
    location.replace(document.getElementById('go').href);
  } catch (e) {
    document.getElementById('forgetful').hidden = false;
  }
})();
