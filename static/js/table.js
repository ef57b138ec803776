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
  const foot = Mingpai.foot;
  const sheets = Mingpai.sheets;
  const body = document.body;
  let state = JSON.parse(V.byId('state').textContent);
  let hands = {};
  let online = true;
  let volatile = false;
  let band = '';
  let reason = '';
  let undoing = 0;
  let confirmKey = { covers: '', key: '' };

  const token = () => V.store.get('mingpai.token.' + state.device.pid) || '';
  const scorer = () => state.device.role === 'scorer';
  const path = (name) => state.api + name + '/';
  const match = () => state.match;

  const place = body.dataset.place;
  const outbox = new Mingpai.Outbox({ place: place, token: token, stored: stored, changed: () => render() });

  /* ---- what the device may do now ---- */

  const unpaired = () => sheets.revoked || outbox.held === 'unpaired' || !token();
  /* Why nothing is entered any more at this table, or ''. */
  const stopped = () => (!match() ? '' : state.published ? 'published' : match().closed ? 'closed' : state.locked ? 'locked' : '');
  const mayWrite = () => scorer() && !unpaired() && Boolean(match()) && !stopped() && !match().confirmed && !match().annulled && !match().forfeited_by.length;
  const entering = () => mayWrite() && (Boolean(entry.fixing) || rows.next(state, hands) > 0);
  const handNow = () => (entry.fixing ? entry.fixing.number : rows.next(state, hands));
  const full = () => Boolean(match()) && rows.next(state, hands) === 0;
  const checking = () => !scorer() && phase() === 'full' && ['', 'closed'].indexOf(stopped()) >= 0; /* a closed table may still be confirmed */
  const reviewed = () => Object.keys(hands).filter((n) => hands[n].status === 'review');
  const unsentHere = () => outbox.waiting().filter((item) => match() && item.about.match === match().code);

  /* ---- the server's answers ---- */

  /* The answer brings the match as it stands now; it is taken over at once, so that the hand just stored never seems
   * to be missing again, not even until the next poll. */
  function stored(item, status, answer) {
    if (answer.match && match() && answer.match.match === match().code) takeSummary(answer.match);
    band = () => bandFor(item, status, answer);
    poll();
  }

  function takeSummary(summary) {
    const now = match();
    if (summary.version < now.version) return;
    const rivals = {};
    now.hands.forEach((hand) => { rivals[hand.hash] = hand.rivals; });
    now.hands = summary.hands.map((hand) => Object.assign({ rivals: rivals[hand.hash] || [] }, hand));
    now.version = summary.version;
    now.confirmed = summary.confirmed;
    now.on_behalf = summary.on_behalf;
    now.closed = summary.closed;
    now.forfeited_by = summary.forfeited_by;
  }

  function bandFor(item, status, answer) {
    const about = item.about;
    const values = { hand: about.hand, total: match() ? V.ratio(match().totals.points) : '' };
    if (about.what === 'void') return V.word('band_void', values);
    if (status === 202) return V.word('band_conflict', { hand: about.hand, live: rows.name(answer.live), kept: rows.name(answer.kept) });
    const told = about.kind ? about : hands[about.hand] || about;
    values.who = V.word('side_' + told.side);
    values.what = told.kind ? V.word('kind_' + told.kind) : '';
    values.points = told.points ? told.points[told.side] : '';
    if (answer.echo) return V.word('band_echo', values);
    if (about.slip) return V.word('band_slip', values);
    return V.word(about.what === 'fix' ? 'band_fixed' : 'band_saved', values);
  }

  /* ---- polling ---- */

  let polling = false;
  let wanted = false;
  let again = 0;

  async function poll() {
    wanted = true;
    if (polling) return;
    polling = true;
    clearTimeout(again);
    try {
      while (wanted) {
        wanted = false;
        const answer = await Mingpai.fetchState(outbox);
        online = answer !== null;
        if (answer) takeState(answer);
      }
    } finally {
      polling = false;
      again = setTimeout(poll, document.hidden ? 10000 : 2000);
    }
    if (online && outbox.sendable().length) outbox.pump();
    render();
  }

  function takeState(fresh) {
    const same = fresh.match && match() && fresh.match.code === match().code;
    if (same && fresh.match.version < match().version) return; /* asked before our own entry was stored */
    if (scorer() && fresh.match && fresh.match.confirmed && match() && !match().confirmed) band = '';
    const moved = (fresh.match && fresh.match.code) !== (match() && match().code);
    if (fresh.device.pid !== state.device.pid) outbox.held = ''; /* paired anew in another window: another token */
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
    hands = rows.merged(state, outbox.waiting(), place);
    if (entry.fixing && (!hands[entry.fixing.number] || hands[entry.fixing.number].hash !== entry.fixing.hash)) stopFixing();
    if (phase() === 'unpaired' && body.dataset.phase !== 'unpaired') V.close(); /* nothing may hide what to do now */
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

  const phase = () => (unpaired() ? 'unpaired' : !match() ? 'waiting' : match().annulled ? 'annulled' : match().forfeited_by.length ? 'forfeited' : match().confirmed ? 'confirmed' : full() ? 'full' : 'playing');

  function renderHeader() {
    V.text(V.byId('at-round'), match() ? V.word('round', { round: match().round }) : '');
    const at = V.byId('at-hand');
    V.classes(at, { fixed: Boolean(entry.fixing) && entering() });
    if (!match()) V.text(at, '');
    else if (entry.fixing && entering()) V.text(at, V.word('fixing_short', { hand: entry.fixing.number }));
    else if (full()) V.text(at, V.word('all_in'));
    else if (entry.mode === 'slip' && entering()) V.text(at, V.word('slip'));
    else V.text(at, V.word('hand', { hand: handNow() || rows.next(state, hands) }) + '/' + state.hands_total);
    const unsent = outbox.waiting().length;
    const conn = V.byId('conn');
    const ended = unpaired();
    const well = online && !unsent && !ended;
    V.classes(conn, { ok: well, wait: !well });
    V.text(V.byId('conn-text'), ended ? V.word('conn_unpaired') : online ? (unsent ? V.word('conn_unsent', { n: unsent }) : V.word('conn_on')) : V.word(unsent ? 'conn_off_unsent' : 'conn_off', { n: unsent }));
    const refused = outbox.refused().length;
    V.show(V.byId('flag'), refused > 0);
    if (refused) V.text(V.byId('flag'), V.word('flag_refused', { n: refused }));
    V.show(V.byId('review'), reviewed().length > 0);
    V.text(V.byId('review'), V.word('review_short', { hands: reviewed().join(V.word('join')) }));
    V.text(V.byId('unsent-title'), ended ? V.word('conn_unpaired') : unsent ? V.word('unsent_title', { n: unsent }) : V.word('unsent_none'));
    V.text(V.byId('unsent-text'), ended ? V.word('unpaired_text') : !unsent ? '' : V.word(volatile ? 'unsent_volatile' : 'unsent_safe'));
    V.text(V.byId('unsent-list'), outbox.waiting().map(labelOf).join(V.word('join')));
  }

  function labelOf(item) {
    const hand = V.word('hand', { hand: item.about.hand });
    return item.place === place ? hand : V.word('table', { table: item.about.table }) + ' ' + hand;
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
    const five = Boolean(match()) && !entering() && ['forfeited', 'annulled', 'unpaired'].indexOf(now) < 0 && (checker || now === 'full' || now === 'confirmed' || match().closed || state.locked);
    V.show(V.byId('five'), five);
    if (five) V.text(V.byId('five-title'), now === 'confirmed' ? V.word(match().on_behalf ? 'confirmed_behalf' : 'confirmed_title') : stopped() && !checking() ? V.word(stopped() + '_title') : now === 'full' ? V.word(checker ? 'check_title' : 'wait_check_title') : V.word('check_live'));
    V.show(V.byId('log'), Boolean(match()) && (!five || mayWrite()));
    V.show(V.byId('seats'), Boolean(match()));
    const calm = { waiting: 'waiting', forfeited: 'forfeit', annulled: 'annulled', unpaired: 'unpaired' }[now];
    V.show(V.byId('calm'), Boolean(calm));
    if (calm) {
      const left = now === 'unpaired' ? outbox.waiting().length : 0;
      V.text(V.byId('calm-title'), V.word(calm + '_title'));
      V.text(V.byId('calm-text'), V.word(calm + '_text', { sides: match() ? match().forfeited_by.map((s) => V.word('side_' + s)).join(V.word('join')) : '' }) + (left ? ' ' + V.word('unpaired_unsent', { n: left }) : ''));
    }
  }

  function renderNotice() {
    const node = V.byId('notice');
    let text = '';
    let kind = 'info';
    if (phase() === 'unpaired') text = '';
    else if (reviewed().length) text = V.word('notice_review', { hands: reviewed().join(V.word('join')) });
    else if (stopped()) text = V.word('notice_' + stopped());
    else if (unsentHere().length && !online) {
      text = V.word(volatile ? 'unsent_volatile' : 'unsent_safe');
      kind = 'wait';
    }
    V.show(node, Boolean(text));
    V.text(node, text);
    V.classes(node, { stop: Boolean(text) && !reviewed().length && Boolean(stopped()), info: kind === 'info', wait: kind === 'wait' });
  }

  function renderFooter() {
    const newest = hands[rows.newest(hands)];
    foot.render({
      state: state,
      hands: hands,
      phase: phase(),
      stopped: stopped(),
      entering: entering(),
      checking: checking(),
      reviewed: reviewed().length > 0,
      handNow: handNow(),
      reason: reason,
      band: typeof band === 'function' ? band() : band,
      mayUndo: Boolean(newest) && newest.status === 'stored' && mayWrite(),
    });
  }

  /* First tap of a round: are these the four people at the table? Asked until somebody says 对: 不是, a call and Esc only put it off. */
  function askFirst() {
    if (!match() || ['playing', 'full'].indexOf(phase()) < 0 || stopped() || V.isOpen()) return;
    if (V.store.get('mingpai.ours.' + state.device.pid) === match().code) return;
    V.text(V.byId('first-title'), V.word('first', { table: match().table }));
    V.show(V.byId('first-called'), Boolean(match().call));
    if (match().call) V.text(V.byId('first-called'), V.word('first_called', { time: match().call.time || V.word('called_now') }));
    V.open('first');
  }

  /* ---- saving ---- */

  function put(name, sent, about) {
    if (!outbox.add(path(name), sent, about)) volatile = true;
  }

  const about = (what, n, record) => Object.assign({ what: what, match: match().code, table: match().table, hand: n }, entry.told(record));

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
    band = V.word('band_kept', { hand: n, who: V.word('side_' + said.side), what: said.kind ? V.word('kind_' + said.kind) : '' });
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
    band = V.word('band_slip_kept', { n: Object.keys(picks).length });
    Object.keys(picks).map(Number).sort().forEach((n) => {
      const record = { hand: n, side: picks[n].side, kind: picks[n].kind };
      put('hands', { record: record }, Object.assign({ slip: true }, about('hand', n, record)));
    });
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
    else reason = answer.status >= 400 && answer.status < 500 ? foot.messageOf(answer.body || {}) : V.word('confirm_failed');
    poll();
    render();
  }

  async function callReferee(why, n) {
    V.close();
    const sent = { reason: why };
    if (n) sent.number = n;
    const answer = await post('calls', sent, Mingpai.uuid());
    if (answer.status >= 200 && answer.status < 300) {
      await poll(); /* the time of the call is the server's */
      if (!match().call) match().call = { reason: why, time: '' };
      sheets.called(match().call);
    } else reason = answer.status >= 400 && answer.status < 500 ? V.word('try_again', { message: foot.messageOf(answer.body || {}) }) : V.word('call_failed');
    poll();
    render();
  }

  /* ---- one listener ---- */

  const acts = {
    mode(name) { entry.clear(); entry.mode = name; document.querySelector('.main').scrollTop = 0; },
    pick(side, kind) { entry.togglePick(side, kind); ask(); },
    seat(seat) { entry.toggleSeat(seat); ask(); },
    slip(n, side, kind) { entry.toggleSlip(Number(n), side, kind); },
    reopen(n) { entry.slipOpen = Number(n); },
    save: save,
    call() { if (match().call) sheets.called(match().call); else openCall(); },
    called(why) { callReferee(why, rows.next(state, hands) || null); },
    wrong() { V.open('wrong'); },
    wrongrow(n) { callReferee('disagreement', Number(n) || null); },
    confirm: confirm,
    undo(n) { undoing = Number(n) || rows.newest(hands); const hand = hands[undoing]; V.text(V.byId('undo-title'), V.word('undo_title', { hand: undoing })); V.text(V.byId('undo-what'), rows.name(hand) + '  ' + V.ratio(hand.points)); V.open('undo'); },
    undone() { V.close(); const hand = hands[undoing]; if (hand && hand.hash) put('voids', { supersedes: hand.hash }, { what: 'void', match: match().code, table: match().table, hand: undoing, supersedes: hand.hash }); },
    fix(n) { stopFixing(); entry.fixing = Object.assign({}, hands[n]); document.querySelector('.main').scrollTop = 0; },
    unfix: stopFixing,
    ours() { V.store.set('mingpai.ours.' + state.device.pid, match().code); V.close(); },
    notours() { if (match().call) return sheets.called(match().call); V.open('call'); const key = document.querySelector('[data-do="called:not_ours"]'); key.classList.add('go'); key.focus(); },
    sheet(name) { if (name === 'why') sheets.why(); if (name === 'refused') sheets.refused(outbox.refused()); V.open(name); },
    dismiss() { outbox.refused().forEach((item) => outbox.drop(item.id)); V.close(); },
    refusedcall() { openCall(); },
    retry() { outbox.pump(); poll(); V.close(); },
    close() { V.close(); },
  };

  function openCall() {
    document.querySelector('[data-do="called:not_ours"]').classList.remove('go');
    V.open('call');
  }

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
    const open = document.querySelector('[data-size="big"] #panel-slip .r.open');
    if (open && !V.byId('panel-slip').hidden) open.scrollIntoView({ block: 'nearest' });
  });

  V.byId('call').dataset.label = V.byId('call').textContent;
  document.addEventListener('visibilitychange', () => { if (!document.hidden) poll(); });
  render();
  poll();
  outbox.pump();
})();
