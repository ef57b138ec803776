/* Keeps the bearer token of a fresh pairing and moves on. The page shows it once; the attribute is emptied at once. */
'use strict';

(function () {
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
