/* 未上传 n, on every page of a device: the count where it cannot be missed, the sheet that lists what waits, what was refused and why,
 * and the roads that need no server: a file, QR codes, another address. It draws what the outbox says and asks it to act; it sends nothing.
 */
'use strict';

(function () {
  const V = Mingpai.view;
  const P = Mingpai.payload;
  const unsent = {};
  Mingpai.unsent = unsent;
  const LATE = 4000; /* milliseconds: a hand that is just being sent makes no alarm */
  const title = document.title;
  let outbox = null;
  let asked = ''; /* the item whose removal was asked about once */
  let leaving = false; /* by a road of our own */
  let pages = [];
  let page = 0;

  /* Everything the server said against an item: message, clause, remedy. */
  unsent.told = function (item) {
    const body = (item.refusal && item.refusal.body) || {};
    const all = (body.problems || []).map((one) => [one.message, one.clause_ref ? '〔' + one.clause_ref + '〕' : '', one.remedy].filter(Boolean).join(' '));
    return all.length ? all.join(' ') : body.message || V.word('refused_status', { status: item.refusal ? item.refusal.status : '' });
  };

  /* What an item is, in one line that needs no game: table, hand, what is done with it. */
  function named(item) {
    const kind = V.has('unsent_kind_' + item.kind) ? V.word('unsent_kind_' + item.kind) : '';
    return [item.about.table ? V.word('table', { table: item.about.table }) : '', item.about.label || item.match || item.about.match, item.kind === 'hand' ? '' : kind].filter(Boolean).join(' ');
  }

  const saved = (item) => new Date(item.at).toLocaleString(document.documentElement.lang, { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false });

  function draw(node, item) {
    V.text(node.querySelector('[data-part=what]'), named(item));
    V.text(node.querySelector('[data-part=when]'), saved(item));
    const state = item.state === 'queued' ? (item.kept === 'memory' ? 'unsent_only_here' : '') : item.state === 'over' ? 'unsent_over' : '';
    const why = node.querySelector('[data-part=why]');
    const text = state ? V.word(state) : item.state === 'queued' ? '' : unsent.told(item) + ' (' + ((item.refusal && item.refusal.body && item.refusal.body.code) || '') + ')';
    V.text(why, text);
    V.show(why, Boolean(text));
    const shown = { again: item.state !== 'queued', away: item.state === 'refused', remove: item.state !== 'queued' };
    V.all('[data-unsent]', node).forEach((key) => {
      const act = key.dataset.act;
      V.show(key, shown[act]);
      V.attribute(key, 'data-unsent', act + ':' + item.id);
      if (act === 'remove') V.text(key, V.word(asked === item.id ? 'unsent_remove_sure' : 'unsent_remove'));
    });
  }

  function list(id, items) {
    const by = {};
    items.forEach((item) => { by[item.id] = item; });
    V.list(V.byId(id), 'unsent-row', items.map((item) => item.id), (node, key) => draw(node, by[key]));
    V.show(V.byId(id + '-part'), items.length > 0);
  }

  /* page: {ended: this device is not paired any more, online} */
  unsent.render = function (page) {
    const waiting = outbox.waiting();
    const refused = outbox.refused();
    const laid = outbox.laid();
    const n = waiting.length;
    const late = n > 0 && (page.ended || !page.online || outbox.failures > 0 || Date.now() - waiting[0].at > LATE);
    V.classes(document.body, { 'has-unsent': late, 'has-volatile': outbox.volatile() });
    const told = (n ? '(' + V.word('conn_unsent', { n: n }) + ') ' : refused.length ? '(' + V.word('flag_refused', { n: refused.length }) + ') ' : '') + title;
    if (document.title !== told) document.title = told;
    V.text(V.byId('unsent-title'), page.ended && !n ? V.word('conn_unpaired') : n ? V.word('unsent_title', { n: n }) : refused.length ? V.word('flag_refused', { n: refused.length }) : V.word('unsent_none'));
    V.text(V.byId('unsent-text'), page.ended ? V.word(n ? 'unsent_ended' : 'unpaired_text') : !n ? '' : V.word(outbox.volatile() ? 'unsent_volatile' : 'unsent_safe'));
    list('unsent-rows', waiting);
    list('unsent-refused', refused);
    list('unsent-laid', laid);
    V.text(V.byId('unsent-laid-title'), V.word('unsent_laid', { n: laid.length }));
    V.show(V.byId('unsent-roads'), unsent.items().length > 0);
    V.show(V.byId('unsent-retry'), n > 0);
    const band = V.byId('unsent-band'); /* pages that have no header of their own for it */
    if (band) {
      V.show(band, n + refused.length + laid.length > 0);
      V.text(band, n ? V.word('conn_unsent', { n: n }) : refused.length ? V.word('flag_refused', { n: refused.length }) : V.word('unsent_laid', { n: laid.length }));
    }
  };

  /* What may go by another road: all that is not stored, as far as the server would take it that way. */
  unsent.items = () => P.able(outbox.items().filter((item) => item.state !== 'over'));

  /* ---- the roads ---- */

  function file() {
    const text = P.file(unsent.items());
    V.byId('unsent-file-text').value = text;
    const link = V.byId('unsent-file-save');
    if (link.href) URL.revokeObjectURL(link.href);
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    link.download = 'mingpai-' + new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-') + '.json';
    V.show(V.byId('unsent-wechat'), /MicroMessenger/i.test(navigator.userAgent));
    V.open('unsent-file');
  }

  function select() {
    const text = V.byId('unsent-file-text');
    text.focus();
    text.select();
    text.setSelectionRange(0, text.value.length);
    let done = false;
    try {
      done = document.execCommand('copy'); /* plain HTTP has no other clipboard */
    } catch (e) {
      done = false;
    }
    V.text(V.byId('unsent-copied'), V.word(done ? 'unsent_copied' : 'unsent_copy_by_hand'));
  }

  function codes(step) {
    if (step === undefined) {
      pages = P.pages(unsent.items(), unsent.address() || location.origin);
      page = 0;
      V.open('unsent-qr');
    } else {
      page = Math.min(pages.length - 1, Math.max(0, page + step));
    }
    const holder = V.byId('unsent-qr-code');
    const label = V.word('unsent_page', { i: page + 1, m: pages.length });
    const drawn = pages.length ? Mingpai.qr.draw(pages[page], label) : null;
    holder.replaceChildren(drawn || V.word('unsent_too_large'));
    V.text(V.byId('unsent-qr-page'), pages.length > 1 ? label : '');
    V.show(V.byId('unsent-qr-turn'), pages.length > 1);
    V.grey(V.byId('unsent-qr-back'), page > 0 ? '' : label);
    V.grey(V.byId('unsent-qr-next'), page < pages.length - 1 ? '' : label);
  }

  /* The address typed in, as an origin; '' for what is none. */
  unsent.address = function () {
    const typed = V.byId('unsent-address').value.trim();
    if (!typed) return '';
    try {
      const found = new URL(/^https?:/i.test(typed) ? typed : location.protocol + '//' + typed);
      return /^https?:$/.test(found.protocol) ? found.origin : '';
    } catch (e) {
      return '';
    }
  };

  const MOVED = 'mingpai.moved';

  function move() {
    const address = unsent.address();
    if (!address || address === location.origin) return V.text(V.byId('unsent-move-said'), V.word(address ? 'unsent_same_address' : 'unsent_no_address'));
    const items = unsent.items();
    V.store.set(MOVED, JSON.stringify({ receipt: P.receipt(items), ids: items.map((item) => item.id) }));
    leaving = true;
    location.href = address + '/arrive/#' + P.pack(items);
    return undefined;
  }

  /* Only the six digits that the other address showed are proof; without them everything stays where it is. */
  function arrived() {
    let moved = null;
    try {
      moved = JSON.parse(V.store.get(MOVED) || 'null');
    } catch (e) {
      moved = null;
    }
    const right = moved && V.byId('unsent-receipt').value.trim() === moved.receipt;
    if (right) moved.ids.forEach((id) => outbox.handOver(id));
    V.text(V.byId('unsent-move-said'), V.word(right ? 'unsent_moved' : 'unsent_wrong_receipt'));
  }

  function remove(id) {
    if (asked === id) {
      asked = '';
      return outbox.drop(id);
    }
    asked = id;
    return undefined;
  }

  const acts = {
    open() { V.open('unsent'); },
    back() { V.open('unsent'); },
    close() { V.close(); },
    file: file,
    select: select,
    qr() { codes(); },
    turn(step) { codes(Number(step)); },
    move() { V.text(V.byId('unsent-move-said'), ''); V.open('unsent-move'); },
    go: move,
    arrived: arrived,
    again(id) { outbox.sendAgain(id); },
    away(id) { outbox.putAway(id); },
    remove: remove,
  };

  document.addEventListener('click', (event) => {
    const key = event.target.closest('[data-unsent]');
    if (!key || !outbox || key.getAttribute('aria-disabled') === 'true') return;
    const at = key.dataset.unsent.indexOf(':');
    const name = at < 0 ? key.dataset.unsent : key.dataset.unsent.slice(0, at);
    if (name !== 'remove') asked = '';
    acts[name](at < 0 ? undefined : key.dataset.unsent.slice(at + 1));
    outbox.changed();
  });

  addEventListener('beforeunload', (event) => {
    if (!outbox || leaving || !outbox.waiting().length) return;
    event.preventDefault();
    event.returnValue = '';
  });

  unsent.attach = function (own) {
    outbox = own;
    return unsent;
  };
})();
