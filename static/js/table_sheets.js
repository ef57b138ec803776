/* What the sheets say, filled in when they are opened; and the one question the page keeps asking: what has changed? */
'use strict';

(function () {
  const V = Mingpai.view;
  const rows = Mingpai.rows;
  const law = JSON.parse(V.byId('law').textContent);
  const sheets = {};
  Mingpai.sheets = sheets;
  let etag = '';
  sheets.revoked = false; /* the server does not know this device any more */

  /* 怎么算的: the steps of the previewed outcome, each with its clause. */
  sheets.why = function () {
    const preview = Mingpai.entry.preview;
    const list = V.byId('why-rows');
    list.textContent = '';
    ((preview && preview.outcome && preview.outcome.trace) || []).forEach((step) => {
      const row = list.insertRow();
      const clause = law[step.clause] || { ref: step.clause, text: '' };
      row.insertCell().textContent = V.word('kind_' + step.op);
      row.insertCell().textContent = step.operands.join(' + ') + (step.operands.length > 1 ? ' = ' + step.value : '');
      row.insertCell().textContent = clause.text + ' 〔' + clause.ref + '〕';
    });
  };

  /* 没采用: each refused item with the reasons the server gave. */
  sheets.refused = function (items) {
    const list = V.byId('refused-list');
    list.textContent = '';
    items.forEach((item) => {
      const line = document.createElement('p');
      const title = document.createElement('b');
      title.textContent = V.word('refused_hand', { hand: item.about.hand || '', what: item.about.side ? rows.name(item.about) : '' }) + ' ';
      const why = Mingpai.foot.messageOf((item.refusal && item.refusal.body) || {});
      line.append(title, why || V.word('refused_status', { status: item.refusal.status }));
      list.append(line);
    });
  };

  /* 已叫裁判: when, by the hall's clock as the server tells it, and why. */
  sheets.called = function (open) {
    const key = document.querySelector('[data-do="called:' + open.reason + '"]');
    V.text(V.byId('called-text'), V.word('called_text', { time: open.time || V.word('called_now'), reason: key ? key.textContent : '' }));
    V.open('called');
  };

  /* null: no usable answer; false: nothing new; else the state. */
  Mingpai.fetchState = async function (outbox) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), 8000);
    try {
      const headers = { 'X-Unsent': String(outbox.waiting().length) };
      if (etag) headers['If-None-Match'] = etag;
      const answer = await fetch(document.body.dataset.stateUrl, { headers: headers, credentials: 'same-origin', cache: 'no-store', signal: stop.signal });
      if (answer.ok || answer.status === 304) sheets.revoked = false;
      if (answer.status === 304) return false;
      if (answer.status === 401) {
        sheets.revoked = true;
        etag = '';
        return false;
      }
      if (!answer.ok) return null;
      const fresh = await answer.json();
      etag = answer.headers.get('ETag') || '';
      return fresh;
    } catch (e) {
      return null;
    } finally {
      clearTimeout(timer);
    }
  };
})();
