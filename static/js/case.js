/* A case that is open asks every three seconds whether its match changed. Nothing typed: the page is drawn anew; something
 * typed, unfolded or looked at: a calm notice with a link, and what was typed stays. */
'use strict';

(function () {
  const news = document.getElementById('news');
  const form = document.querySelector('main');
  let typed = Boolean(document.querySelector('.told, #effect'));
  let etag = '';
  form.addEventListener('input', () => { typed = true; });
  form.addEventListener('toggle', (event) => { if (event.target.open && document.readyState === 'complete') typed = true; }, true);
  form.addEventListener('submit', () => { typed = true; });
  form.addEventListener('click', (event) => { if (event.target.closest('button[name=preview]')) typed = true; });

  async function look() {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), 8000);
    try {
      const answer = await fetch(news.dataset.state, { headers: etag ? { 'If-None-Match': etag } : {}, credentials: 'same-origin', cache: 'no-store', signal: stop.signal });
      if (answer.status === 200) {
        etag = answer.headers.get('ETag') || '';
        if (String((await answer.json()).version) !== news.dataset.version) {
          if (!typed) { location.reload(); return; }
          news.hidden = false;
        }
      }
    } catch (e) {
      /* asked again below */
    } finally {
      clearTimeout(timer);
    }
    setTimeout(look, document.hidden ? 15000 : 3000);
  }

  look();
})();
