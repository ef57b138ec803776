/* The table page in a referee's hands: requests go with the session and its CSRF token instead of a device's bearer token.
 * Loaded after outbox.js, which asks through Mingpai.ask, and before table.js. */
'use strict';

(function () {
  const plain = Mingpai.ask;

  /* Read anew each time: signing in again, in another window, makes a new one. */
  function csrf() {
    const found = document.cookie.split('; ').find((one) => one.indexOf('csrftoken=') === 0);
    return found ? decodeURIComponent(found.slice('csrftoken='.length)) : '';
  }

  Mingpai.ask = async function (url, options) {
    const headers = Object.assign({}, options && options.headers, { 'X-CSRFToken': csrf() });
    delete headers.Authorization;
    const answer = await plain(url, Object.assign({}, options, { headers: headers, credentials: 'same-origin' }));
    /* A token of a login that has ended is no fault of what was entered: it waits for the next login, as it does after a 401. */
    if (answer.status === 403 && answer.body && answer.body.code === 'csrf_failed') return Object.assign({}, answer, { status: 401 });
    return answer;
  };
})();
