/* 我的桌 keeps itself fresh: asks for its moving part every three seconds and swaps it when it has changed. An unchanged one is a 304.
 * Where the focus was, it stays. What was saved at a table and is not sent yet goes out from here too; how much that is, is said beside
 * the name. Without this file the page shows what was so when it was loaded. */
'use strict';

(function () {
  const now = document.getElementById('now');
  const pulse = document.getElementById('pulse');
  let etag = '';
  let well = true;

  function token() {
    try {
      return localStorage.getItem('mingpai.token.' + now.dataset.device) || '';
    } catch (e) {
      return '';
    }
  }

  const outbox = new Mingpai.Outbox({ place: now.dataset.place, token: token, device: () => now.dataset.device, changed: () => say(well) });

  function say(reached) {
    well = reached;
    pulse.hidden = false;
    const held = [['unsent', outbox.waiting().length], ['refused', outbox.refused().length]].filter((one) => one[1]);
    const counts = held.map((one) => pulse.dataset[one[0]].replace('{n}', one[1]));
    const text = [well ? pulse.dataset.on : pulse.dataset.off].concat(counts).join(' · ');
    if (pulse.textContent !== text) pulse.textContent = text;
    pulse.classList.toggle('lost', !well || held.length > 0);
  }

  function swap(html) {
    const fresh = new DOMParser().parseFromString(html, 'text/html').body;
    if (fresh.innerHTML.trim() === now.innerHTML.trim()) return;
    const focused = now.contains(document.activeElement) ? document.activeElement.id : '';
    now.replaceChildren(...fresh.childNodes);
    const again = focused && document.getElementById(focused);
    if (again) again.focus({ preventScroll: true });
  }

  async function look() {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), 8000);
    try {
      const answer = await fetch(now.dataset.liveUrl, { headers: Object.assign(outbox.claims(), etag ? { 'If-None-Match': etag } : {}), credentials: 'same-origin', cache: 'no-store', signal: stop.signal });
      if (answer.status === 401) return location.replace(now.dataset.gone); /* ended: the page says what to do */
      if (answer.status === 200) {
        const html = await answer.text();
        etag = answer.headers.get('ETag') || '';
        swap(html);
      }
      say(answer.status === 200 || answer.status === 304);
    } catch (e) {
      say(false);
    } finally {
      clearTimeout(timer);
    }
    return setTimeout(look, document.hidden ? 15000 : 3000);
  }

  outbox.loaded.then(() => {
    look();
    outbox.pump();
  });
})();
