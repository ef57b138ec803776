/* The desk keeps itself fresh: asks for the moving regions every three seconds and swaps those that changed.
 * The ETag makes an unchanged desk a 304. Where the focus was, it stays. */
'use strict';

(function () {
  const pulse = document.getElementById('pulse');
  let etag = '';

  function say(well) {
    const text = well ? pulse.dataset.on : pulse.dataset.off;
    if (pulse.textContent !== text) pulse.textContent = text;
    pulse.classList.toggle('lost', !well);
  }

  function swap(html) {
    const fresh = new DOMParser().parseFromString(html, 'text/html');
    const focused = document.activeElement && document.activeElement.id;
    fresh.querySelectorAll('[data-live]').forEach((region) => {
      const old = document.querySelector('[data-live="' + region.dataset.live + '"]');
      if (old && old.innerHTML !== region.innerHTML) old.replaceChildren(...region.childNodes);
    });
    if (focused && document.activeElement.id !== focused) {
      const again = document.getElementById(focused);
      if (again) again.focus({ preventScroll: true });
    }
  }

  async function look() {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), 8000);
    try {
      const answer = await fetch(pulse.dataset.liveUrl, { headers: etag ? { 'If-None-Match': etag } : {}, credentials: 'same-origin', cache: 'no-store', signal: stop.signal });
      if (answer.status === 200) {
        etag = answer.headers.get('ETag') || '';
        swap(await answer.text());
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
