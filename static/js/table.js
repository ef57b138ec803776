/* The table page: one state from the server, one outbox, one click listener.
 *
 * Reads the state inside the page, then asks for it every two seconds (ETag: an unchanged table costs a 304).
 * What is saved goes through the outbox; what must be online (confirming, calling a referee) is sent at once.
 * No score is computed here: previews, totals and outcomes come from the server.
 */
'use strict';

(function () {
  const V = Mingpai.view;
  const rows = Mingpai.rows;
  const entry = Mingpai.entry;
  const body = document.body;
  let state = JSON.parse(V.byId('state').textContent);
  let hands = {};
  let online = true;
  let volatile = false;
  let band = '';
  let reason = '';
  let undoing = 0;
  let etag = '';
  let confirmKey = { covers: '', key: '' };

  const token = () => V.store.get('mingpai.token.' + state.device.pid) || '';
  const scorer = () => state.device.role === 'scorer';
  const path = (name) => state.api + name + '/';
  const match = () => state.match;

  const outbox = new Mingpai.Outbox({ device: state.device.pid, token: token, stored: stored, changed: () => render() });

  /* ---- what the device may do now ---- */

  const mayWrite = () => scorer() && Boolean(match()) && !match().closed && !state.locked && !match().confirmed && !match().forfeited_by.length;
  const entering = () => mayWrite() && (Boolean(entry.fixing) || rows.next(state, hands) > 0);
  const handNow = () => (entry.fixing ? entry.fixing.number : rows.next(state, hands));
  const full = () => Boolean(match()) && rows.next(state, hands) === 0;
  const reviewed = () => Object.keys(hands).filter((n) => hands[n].status === 'review');
  const unsentHere = () => outbox.waiting().filter((item) => match() && item.about.match === match().code);

  /* ---- the server's answers ---- */

  function stored(item, status, answer) {
    if (answer && answer.match && match() && item.about.match === match().code) takeSummary(answer.match);
    if (item.about.what !== 'call') band = bandFor(item, status, answer || {});
    poll();
  }

  /* The summary that came with the answer stands until the next poll, which is under way. */
  function takeSummary(summary) {
    if (summary.played) match().totals = { points: summary.played, double_downs: summary.double_downs || match().totals.double_downs };
  }

  function bandFor(item, status, answer) {
    const about = item.about;
    const values = { hand: about.hand, total: match() ? V.ratio(match().totals.points) : '' };
    if (about.what === 'void') return V.word('band_void', values);
    values.who = V.word('side_' + about.side);
    values.what = V.word('kind_' + about.kind);
    values.points = about.points ? about.points[about.side] : '';
    if (status === 202) return V.word('band_conflict', { hand: about.hand, live: resultName(answer.live), kept: resultName(answer.kept) });
    if (answer.echo) return V.word('band_echo', values);
    return V.word(about.what === 'fix' ? 'band_fixed' : 'band_saved', values);
  }

  const resultName = (result) => {
    const found = result && (result.normal || result.record || result);
    return found && found.side && found.kind ? rows.name(found) : '?';
  };

  /* ---- polling ---- */

  let polling = false;
  let again = 0;

  async function poll() {
    if (polling) return;
    polling = true;
    clearTimeout(again);
    try {
      const answer = await fetchState();
      online = answer !== null;
      if (answer) takeState(answer);
      if (online && outbox.waiting().length) outbox.pump();
    } finally {
      polling = false;
      again = setTimeout(poll, document.hidden ? 10000 : 2000);
    }
    render();
  }

  /* null: no usable answer; false: nothing new; else the state. */
  async function fetchState() {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), 8000);
    try {
      const headers = { 'X-Unsent': String(outbox.waiting().length) };
      if (etag) headers['If-None-Match'] = etag;
      const answer = await fetch(body.dataset.stateUrl, { headers: headers, credentials: 'same-origin', cache: 'no-store', signal: stop.signal });
      if (answer.status === 304) return false;
      if (answer.status === 401) {
        outbox.held = 'unpaired';
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
  }

  function takeState(fresh) {
    const moved = (fresh.match && fresh.match.code) !== (match() && match().code);
    state = fresh;
    if (moved) {
      entry.clear();
      entry.fixing = null;
      band = reason = '';
      V.close();
    }
  }

  /* ---- drawing: patches only ---- */

  function render() {
    hands = rows.merged(state, outbox.waiting());
    if (entry.fixing && (!hands[entry.fixing.number] || hands[entry.fixing.number].hash !== entry.fixing.hash)) stopFixing();
    body.dataset.phase = phase();
    renderHeader();
    renderNames();
    rows.render(state, hands, mayWrite());
    entry.render(state, hands, entering());
    renderMiddle();
    renderFooter();
    renderNotice();
    askFirst();
  }

  const phase = () => (!match() ? 'waiting' : match().forfeited_by.length ? 'forfeited' : match().confirmed ? 'confirmed' : full() ? 'full' : 'playing');

  function renderHeader() {
    V.text(V.byId('at-round'), match() ? V.word('round', { round: match().round }) : '');
    const at = V.byId('at-hand');
    if (!match()) V.text(at, '');
    else if (full()) V.text(at, V.word('all_in'));
    else if (entry.mode === 'slip' && entering()) V.text(at, V.word('slip'));
    else V.text(at, V.word('hand', { hand: handNow() || rows.next(state, hands) }) + '/' + state.hands_total);
    const unsent = outbox.waiting().length;
    const conn = V.byId('conn');
    const unpaired = outbox.held === 'unpaired' || !token();
    const well = online && !unsent && !unpaired;
    V.classes(conn, { ok: well, wait: !well });
    V.text(V.byId('conn-text'), unpaired ? V.word('conn_unpaired') : online ? (unsent ? V.word('conn_unsent', { n: unsent }) : V.word('conn_on')) : V.word(unsent ? 'conn_off_unsent' : 'conn_off', { n: unsent }));
    const refused = outbox.refused().length;
    V.show(V.byId('flag'), refused > 0);
    if (refused) V.text(V.byId('flag'), V.word('flag_refused', { n: refused }));
    V.text(V.byId('unsent-title'), unpaired ? V.word('conn_unpaired') : unsent ? V.word('unsent_title', { n: unsent }) : V.word('unsent_none'));
    V.text(V.byId('unsent-text'), unpaired ? V.word('unpaired_text') : !unsent ? '' : V.word(volatile ? 'unsent_volatile' : 'unsent_safe'));
    V.text(V.byId('unsent-list'), outbox.waiting().map((item) => V.word('hand', { hand: item.about.hand })).join(V.word('join')));
  }

  function renderNames() {
    if (!match()) return;
    ['NS', 'EW'].forEach((side) => {
      const names = match()[side].players;
      V.all('[data-pair=' + side + ']').forEach((node) => V.text(node, names.join(' ')));
      V.all('[data-team=' + side + ']').forEach((node) => V.text(node, match()[side].team));
      const seats = side === 'NS' ? ['S', 'N'] : ['E', 'W'];
      seats.forEach((seat, i) => V.all('[data-name=' + seat + ']').forEach((node) => V.text(node, names[i] || '')));
    });
  }

  function renderMiddle() {
    const checker = !scorer();
    const now = phase();
    const five = Boolean(match()) && !entering() && now !== 'forfeited' && (checker || now === 'full' || now === 'confirmed' || match().closed || state.locked);
    V.show(V.byId('five'), five);
    if (five) V.text(V.byId('five-title'), now === 'confirmed' ? V.word(match().on_behalf ? 'confirmed_behalf' : 'confirmed_title') : now === 'full' ? V.word(checker ? 'check_title' : 'wait_check_title') : V.word('check_live'));
    V.show(V.byId('log'), !five && Boolean(match()) || entering());
    V.show(V.byId('seats'), Boolean(match()));
    const calm = now === 'waiting' ? ['waiting_title', 'waiting_text'] : now === 'forfeited' ? ['forfeit_title', 'forfeit_text'] : null;
    V.show(V.byId('calm'), Boolean(calm));
    if (calm) {
      V.text(V.byId('calm-title'), V.word(calm[0]));
      V.text(V.byId('calm-text'), V.word(calm[1], { sides: match() ? match().forfeited_by.map((s) => V.word('side_' + s)).join(V.word('join')) : '' }));
    }
  }

  function renderNotice() {
    const node = V.byId('notice');
    let text = '';
    let kind = 'info';
    if (reviewed().length) text = V.word('notice_review', { hands: reviewed().join(V.word('join')) });
    else if (match() && match().closed) text = V.word('notice_closed');
    else if (match() && state.locked) text = V.word('notice_locked');
    else if (unsentHere().length && !online) {
      text = V.word(volatile ? 'unsent_volatile' : 'unsent_safe');
      kind = 'wait';
    }
    V.show(node, Boolean(text));
    V.text(node, text);
    V.classes(node, { info: kind === 'info', wait: kind === 'wait' });
  }

  /* The slot says exactly one thing; the key beside it does exactly that. */
  function renderFooter() {
    const call = V.byId('call');
    const open = match() && match().call;
    V.show(call, Boolean(match()));
    V.text(call, open ? V.word('called') : call.dataset.label);
    V.classes(call, { out: Boolean(open) });
    const checking = !scorer() && phase() === 'full';
    V.show(V.byId('yes'), checking);
    V.show(V.byId('no'), checking);
    V.show(V.byId('save'), entering());
    if (checking) V.grey(V.byId('yes'), reviewed().length ? V.word('check_review') : '');
    const slot = V.byId('slot');
    slot.dataset.show = 'hint';
    V.classes(body, { checking: checking, bare: !checking && !entering() });
    if (entering()) footEntry(slot);
    else V.text(V.byId('slot-hint'), calmHint(checking));
    if (reason) {
      slot.dataset.show = 'reason';
      V.text(V.byId('slot-reason'), reason);
    } else if (band) {
      slot.dataset.show = 'band';
      V.text(V.byId('slot-band'), band);
      const newest = hands[rows.newest(hands)];
      V.show(V.byId('band-undo'), Boolean(newest) && newest.status === 'stored' && mayWrite());
    }
  }

  function calmHint(checking) {
    if (checking) return V.word('check_total') + ' ' + V.ratio(match().totals.points);
    const now = phase();
    if (now === 'confirmed') return V.word('confirmed_text');
    if (now === 'full') return V.word('wait_check', { side: V.word('side_' + (state.device.side === 'NS' ? 'EW' : 'NS')) });
    if (now === 'playing') return V.word('check_wait');
    return V.word('waiting_text');
  }

  function footEntry(slot) {
    const save = V.byId('save');
    const n = handNow();
    if (entry.mode === 'slip' && !entry.fixing) {
      const left = entry.slipLeft(state, hands);
      V.text(save, V.word('save_slip'));
      V.grey(save, left.length ? V.word('need_slip', { left: left.join(V.word('join')) }) : '');
      if (left.length) {
        V.text(V.byId('slot-hint'), Object.keys(entry.slip).length ? V.word('slip_left', { done: Object.keys(entry.slip).length, left: left.join(V.word('join')) }) : V.word('ask_slip'));
        return;
      }
      ready(slot, V.ratio(entry.slipSum(state, hands)), '', V.word('slip_sum'), '', false);
      return;
    }
    const record = entry.record(n);
    V.text(save, V.word(entry.fixing ? 'save_fix' : 'save'));
    V.grey(save, record ? '' : V.word(entry.mode === 'order' && !entry.fixing ? 'need_order' : 'need_pick', { hand: n }));
    if (!record) {
      V.text(V.byId('slot-hint'), V.word(entry.mode === 'order' && !entry.fixing ? 'ask_order' : 'ask_kind', { hand: n }));
      return;
    }
    footPreview(slot, record);
  }

  function footPreview(slot, record) {
    const seen = entry.preview;
    if (seen && seen.refused) {
      slot.dataset.show = 'reason';
      V.text(V.byId('slot-reason'), messageOf(seen.refused));
      V.grey(V.byId('save'), messageOf(seen.refused));
      return;
    }
    const outcome = seen && seen.outcome;
    const points = outcome ? outcome.points : record.side ? entry.printed(record) : null;
    const side = points && (points.NS > 0 ? 'NS' : 'EW');
    const what = outcome && outcome.kind ? rows.name({ side: side, kind: outcome.kind }) : record.side ? rows.name(record) : '';
    const after = seen && seen.match ? V.word('preview_total', { before: V.ratio(match().totals.points), after: V.ratio(seen.match.played) }) : seen && seen.offline ? V.word('preview_offline') : '';
    ready(slot, points ? '+' + points[side] : '', side, what, after, Boolean(outcome));
  }

  function ready(slot, number, side, line, under, explained) {
    slot.dataset.show = 'ready';
    const big = V.byId('pv-number');
    V.text(big, number);
    V.classes(big, { 'ns-t': side === 'NS', 'ew-t': side === 'EW' });
    V.text(V.byId('pv-1'), line);
    V.text(V.byId('pv-2'), under);
    V.show(V.byId('how'), explained);
  }

  function messageOf(refusal) {
    const all = (refusal.problems || []).map((p) => [p.message, p.clause_ref ? '〔' + p.clause_ref + '〕' : '', p.remedy].filter(Boolean).join(' '));
    return all.length ? all.join(' ') : refusal.message || refusal.code || '';
  }

  /* First tap of a round: are these the four people at the table? */
  function askFirst() {
    if (!match() || phase() === 'forfeited' || phase() === 'confirmed' || V.isOpen()) return;
    if (V.store.get('mingpai.ours.' + state.device.pid) === match().code) return;
    V.text(V.byId('first-title'), V.word('first', { table: match().table }));
    V.open('first');
  }

  /* ---- saving ---- */

  function put(name, sent, about) {
    if (!outbox.add(path(name), sent, about)) volatile = true;
  }

  function about(what, n, record) {
    const points = entry.preview && entry.preview.outcome ? entry.preview.outcome.points : record.side ? entry.printed(record) : null;
    const side = record.side || (points && points.NS > 0 ? 'NS' : 'EW');
    const kind = record.kind || (entry.preview && entry.preview.outcome && entry.preview.outcome.kind) || Mingpai.kindByOrder(record.order);
    return { what: what, match: match().code, hand: n, side: side, kind: kind, points: points || entry.printed({ side: side, kind: kind }) };
  }

  function save() {
    if (entry.mode === 'slip' && !entry.fixing) return saveSlip();
    const n = handNow();
    const record = entry.record(n);
    if (!record) return;
    const said = about(entry.fixing ? 'fix' : 'hand', n, record);
    const fixing = entry.fixing;
    if (fixing && fixing.side === said.side && fixing.kind === said.kind) {
      reason = V.word('same_as_before');
      return;
    }
    band = V.word('band_kept', { hand: n, who: V.word('side_' + said.side), what: V.word('kind_' + said.kind) });
    entry.clear();
    entry.fixing = null;
    if (fixing) put('corrections', { supersedes: fixing.hash, record: record }, Object.assign(said, { supersedes: fixing.hash }));
    else put('hands', { record: record }, said);
    if (navigator.vibrate) navigator.vibrate(40);
  }

  function saveSlip() {
    if (entry.slipLeft(state, hands).length) return;
    const picks = entry.slip;
    entry.clear();
    entry.mode = 'kind';
    Object.keys(picks).map(Number).sort().forEach((n) => {
      const record = { hand: n, side: picks[n].side, kind: picks[n].kind };
      put('hands', { record: record }, about('hand', n, record));
    });
    band = V.word('band_slip_kept');
  }

  function stopFixing() {
    entry.fixing = null;
    entry.clear();
  }

  /* ---- online only: confirm, call ---- */

  function post(name, sent, key) {
    return Mingpai.ask(path(name), {
      method: 'POST',
      credentials: 'omit',
      headers: { Authorization: 'Bearer ' + token(), 'Content-Type': 'application/json', 'Idempotency-Key': key, 'Accept-Language': document.documentElement.lang },
      body: JSON.stringify(sent),
    });
  }

  async function confirm() {
    const covers = match().hands.map((hand) => hand.hash);
    if (confirmKey.covers !== covers.join()) confirmKey = { covers: covers.join(), key: Mingpai.uuid() };
    const total = V.ratio(match().totals.points);
    const answer = await post('confirmations', { covers: covers }, confirmKey.key);
    if (answer.status >= 200 && answer.status < 300) band = V.word('band_confirmed', { total: total });
    else reason = answer.status >= 400 && answer.status < 500 ? messageOf(answer.body || {}) : V.word('confirm_failed');
    poll();
    render();
  }

  async function callReferee(why, n) {
    V.close();
    const sent = { reason: why };
    if (n) sent.number = n;
    const answer = await post('calls', sent, Mingpai.uuid());
    if (answer.status >= 200 && answer.status < 300) {
      match().call = { reason: why, at: new Date().toISOString() };
      showCalled();
    } else reason = answer.status >= 400 && answer.status < 500 ? V.word('try_again', { message: messageOf(answer.body || {}) }) : V.word('call_failed');
    poll();
    render();
  }

  function showCalled() {
    const open = match().call;
    const key = document.querySelector('[data-do="called:' + open.reason + '"]');
    const at = new Date(open.at);
    const time = String(at.getHours()).padStart(2, '0') + ':' + String(at.getMinutes()).padStart(2, '0');
    V.text(V.byId('called-text'), V.word('called_text', { time: time, reason: key ? key.textContent : '' }));
    V.open('called');
  }

  /* ---- sheets with content ---- */

  function fillWhy() {
    const trace = (entry.preview && entry.preview.outcome && entry.preview.outcome.trace) || [];
    const list = V.byId('why-rows');
    list.textContent = '';
    trace.forEach((step) => {
      const row = list.insertRow();
      row.insertCell().textContent = step.words || V.word('kind_' + step.op);
      row.insertCell().textContent = step.operands.join(' + ') + (step.operands.length > 1 ? ' = ' + step.value : '');
      row.insertCell().textContent = V.word('clause', { clause: step.clause_ref || step.clause });
    });
  }

  function fillRefused() {
    const list = V.byId('refused-list');
    list.textContent = '';
    outbox.refused().forEach((item) => {
      const p = document.createElement('p');
      const title = document.createElement('b');
      title.textContent = V.word('refused_hand', { hand: item.about.hand || '', what: item.about.side ? rows.name(item.about) : '' }) + ' ';
      p.append(title, messageOf((item.refusal && item.refusal.body) || {}) || V.word('refused_status', { status: item.refusal.status }));
      list.append(p);
    });
  }

  /* ---- one listener ---- */

  const acts = {
    mode(name) { entry.clear(); entry.mode = name; },
    pick(side, kind) { entry.togglePick(side, kind); ask(); },
    seat(seat) { entry.toggleSeat(seat); ask(); },
    slip(n, side, kind) { entry.toggleSlip(Number(n), side, kind); },
    reopen(n) { entry.slipOpen = Number(n); },
    save: save,
    call() { if (match().call) showCalled(); else V.open('call'); },
    called(why) { callReferee(why, rows.next(state, hands) || null); },
    wrong() { V.open('wrong'); },
    wrongrow(n) { callReferee('disagreement', Number(n) || null); },
    confirm: confirm,
    undo(n) { undoing = Number(n) || rows.newest(hands); const hand = hands[undoing]; V.text(V.byId('undo-title'), V.word('undo_title', { hand: undoing })); V.text(V.byId('undo-what'), rows.name(hand) + '  ' + V.ratio(hand.points)); V.open('undo'); },
    undone() { V.close(); const hand = hands[undoing]; if (hand && hand.hash) put('voids', { supersedes: hand.hash }, { what: 'void', match: match().code, hand: undoing, supersedes: hand.hash }); },
    fix(n) { stopFixing(); entry.fixing = Object.assign({}, hands[n]); V.byId('panel-kind').scrollIntoView({ block: 'nearest' }); },
    unfix: stopFixing,
    ours() { V.store.set('mingpai.ours.' + state.device.pid, match().code); V.close(); },
    notours() { V.store.set('mingpai.ours.' + state.device.pid, match().code); V.open('call'); },
    sheet(name) { if (name === 'why') fillWhy(); if (name === 'refused') fillRefused(); V.open(name); },
    dismiss() { outbox.refused().forEach((item) => outbox.drop(item.id)); V.close(); },
    refusedcall() { V.open('call'); },
    retry() { outbox.pump(); poll(); V.close(); },
    close() { V.close(); },
  };

  function ask() {
    entry.ask(path('hands/preview'), token(), entry.record(handNow()), render);
  }

  document.addEventListener('click', (event) => {
    const key = event.target.closest('[data-do]');
    if (!key) return;
    reason = '';
    if (key.dataset.why) reason = key.dataset.why;
    else {
      const parts = key.dataset.do.split(':');
      if (['pick', 'seat', 'slip', 'mode', 'fix', 'reopen'].indexOf(parts[0]) >= 0) band = '';
      acts[parts[0]].apply(null, parts.slice(1));
    }
    render();
  });

  V.byId('call').dataset.label = V.byId('call').textContent;
  document.addEventListener('visibilitychange', () => { if (!document.hidden) poll(); });
  render();
  poll();
  outbox.pump();
})();
