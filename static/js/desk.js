/* The desk keeps itself fresh: asks for the moving regions every three seconds and patches what changed. The ETag makes an
 * unchanged desk a 304. */
'use strict';

(function () {
  const Desk = window.Desk;
  const pulse = document.getElementById('pulse');
  const live = document.getElementById('live');
  let etag = '';

  function say(well) {
    const text = well ? pulse.dataset.on : pulse.dataset.off;
    if (pulse.textContent !== text) pulse.textContent = text;
    pulse.classList.toggle('lost', !well);
  }

  async function look() {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), 8000);
    try {
      const answer = await fetch(pulse.dataset.liveUrl, { headers: etag ? { 'If-None-Match': etag } : {}, credentials: 'same-origin', cache: 'no-store', signal: stop.signal });
      if (Desk.heard) Desk.heard(answer);
      if (answer.status === 200) {
        etag = answer.headers.get('ETag') || '';
        Desk.patch(live, await answer.text());
      }
      say(answer.status === 200 || answer.status === 304);
    } catch (e) {
      say(false);
    } finally {
      clearTimeout(timer);
      setTimeout(look, document.hidden ? 15000 : 3000);
    }
  }

  look();
})();
