/* What the sheets say, filled in when they are opened; and the one question the page keeps asking: what has changed? */
'use strict';

(function () {
  const V = Mingpai.view;
  const law = JSON.parse(V.byId('law').textContent);
  const sheets = {};
  Mingpai.sheets = sheets;
  let etag = '';
  sheets.revoked = false; /* the server does not know this device any more */

  /* 怎么算的: the steps of the previewed outcome, each with its clause. */
  sheets.why = function () {
    const outcome = Mingpai.preview.outcome();
    const list = V.byId('why-rows');
    list.textContent = '';
    ((outcome && outcome.trace) || []).forEach((step) => {
      const row = list.insertRow();
      const clause = law[step.clause] || { ref: step.clause, text: '' };
      row.insertCell().textContent = Mingpai.game.step(step);
      row.insertCell().textContent = Mingpai.game.sum(step);
      row.insertCell().textContent = clause.text + ' 〔' + clause.ref + '〕';
    });
  };

  /* A step of a computation in words: `sentence` has places %(a)s, %(b)s … for operands, %(value)s, and %(of)s for who it is about. */
  sheets.step = function (sentence, operands, value, of) {
    const told = { a: operands[0], b: operands[1], c: operands[2], d: operands[3], value: value, of: of ? of + ' ' : '' };
    return sentence.replace(/%\((\w+)\)s/g, (whole, name) => (told[name] === undefined ? '…' : String(told[name]))).replace(/%%/g, '%');
  };

  /* 没采用: each refused item with the reasons the server gave. */
  sheets.refused = function (items) {
    const list = V.byId('refused-list');
    list.textContent = '';
    items.forEach((item) => {
      const line = document.createElement('p');
      const title = document.createElement('b');
      title.textContent = V.word('refused_hand', { hand: item.about.hand ? Mingpai.game.label(item.about.hand) : item.match, what: item.about.what === 'void' || !item.about.hand ? '' : Mingpai.game.name(item.about) }) + ' ';
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
      const headers = outbox.claims();
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
