/* The table page: one state from the server, one outbox, one click listener. What a hand is, the module of the game knows.
 *
 * The module is `Mingpai.game` (table_<game>.js). It names hands: slot, number, compare, label, shortLabel, side, name, what, tail,
 * and, where it wants, said, rival, odd, mark, sideName. It knows what comes next: next, full, where, total. It gathers taps into a
 * record: clear, moved, startFixing, record, told, same, acts, and, where it needs them, several, settled. It says what the footer
 * shows: entered, band, step, sum, and, where it needs it, drawReady. It draws its own part: render(page).
 *
 * Reads the state inside the page, then asks for it every two seconds (ETag: an unchanged table costs a 304).
 * What is saved goes through the outbox; what must be online (confirming, calling a referee) is sent at once.
 * No score is computed here: previews, totals and outcomes come from the server.
 */
'use strict';

(function () {
  const V = Mingpai.view;
  const game = Mingpai.game;
  const rows = Mingpai.rows;
  const sheets = Mingpai.sheets;
  const body = document.body;
  let hands = {};
  let online = true;
  let started = false; /* once the outbox knows what it holds */
  let band = '';
  let reason = '';
  let undoing = '';
  let waited = ''; /* the hand that the other side was asked about when this was drawn last */
  let tapped = false;
  let keyed = false; /* by the keyboard */
  let landed = []; /* stored by the server, not yet in the state: {about, place, version} */
  Mingpai.state = JSON.parse(V.byId('state').textContent);

  const now = () => Mingpai.state;
  const match = () => now().match;
  const token = () => (now().device.kind === 'official' ? 'session' : V.store.get('mingpai.token.' + now().device.pid) || '');
  const scorer = () => now().device.role === 'scorer';
  const byHand = () => now().unit === 'hand';
  const path = (name) => now().api + name + '/';
  const to = (name) => ({ url: path(name), token: token() });

  const place = body.dataset.place;
  const ours = '/events/' + place.split('/')[0] + '/competitions/' + place.split('/')[1] + '/';
  const outbox = new Mingpai.Outbox({ place: place, token: token, device: () => now().device.pid, stored: stored, changed: () => { if (started) render(); } });
  Mingpai.unsent.attach(outbox);

  /* ---- what the device may do now ---- */

  const unpaired = () => sheets.revoked || outbox.held === 'unpaired' || !token();
  /* Why nothing is entered any more at this table, or ''. */
  const stopped = () => (!match() ? '' : now().published ? 'published' : match().closed ? 'closed' : now().locked ? 'locked' : '');
  const mayWrite = () => scorer() && !unpaired() && Boolean(match()) && !stopped() && !match().confirmed && !match().annulled && !match().forfeited_by.length;
  const next = () => game.next(now(), hands);
  const slotNow = () => (game.fixing ? game.fixing.slot : next());
  const entering = () => mayWrite() && Boolean(slotNow());
  const full = () => Boolean(match()) && game.full(now(), hands);
  const reviewed = () => rows.order(hands).filter((slot) => hands[slot].status === 'review');
  const unsentHere = () => outbox.waiting().filter((item) => match() && item.about.match === match().code);
  const mayConfirm = () => unsigned().indexOf(now().device.side) >= 0 && Boolean(match()) && ['playing', 'full'].indexOf(phase()) >= 0 && ['', 'closed'].indexOf(stopped()) >= 0; /* a closed table may still be confirmed */
  /* The sides whose signature is wanted still. */
  const unsigned = () => now().confirming.filter((side) => !match() || match().signed_by.indexOf(side) < 0);
  /* Where every hand is confirmed: the first one that waits for it. */
  const asked = () => (byHand() && mayConfirm() ? rows.order(hands).find((slot) => hands[slot].status === 'stored') || '' : '');
  const checking = () => (byHand() ? Boolean(asked()) : mayConfirm() && phase() === 'full');

  /* Officials decided it and nothing is written: there is nothing to sign. */
  const unplayed = () => Boolean(match().done) && !rows.order(hands).length;

  const phase = () => (unpaired() ? 'unpaired' : !match() ? 'waiting' : match().annulled ? 'annulled' : match().forfeited_by.length ? 'forfeited' : match().confirmed ? 'confirmed' : unplayed() ? 'decided' : full() ? 'full' : 'playing');

  /* ---- the server's answers ---- */

  /* What was just stored is laid over the state until the state has it, so that it never seems to be missing again. */
  function stored(item, status, answer) {
    if (!item.about.hand || answer.proposal) return poll(); /* from another address, with nothing to draw here; or it waits for a second official */
    const about = game.settled ? game.settled(item.about, answer) : item.about;
    if (answer.match && answer.match.shown) takeWhole(answer.match);
    else if (answer.match) landed.push({ about: Object.assign({}, about, status === 202 ? Object.assign({ status: 'review' }, answer.live) : { status: 'stored' }), place: item.place, version: answer.match.version });
    const how = about.what === 'void' ? 'void' : status === 202 ? 'conflict' : answer.echo ? 'echo' : about.what === 'fix' ? 'fixed' : 'saved';
    band = () => bandOf(how, about, answer);
    poll();
  }

  /* A match judged as a whole comes with the answer as the rules see it now. */
  function takeWhole(whole) {
    if (!match() || whole.match !== match().code || whole.version < match().version) return;
    ['hands', 'shown', 'version', 'done', 'winner', 'confirmed', 'signed_by', 'on_behalf', 'closed', 'forfeited_by'].forEach((name) => { if (name in whole) match()[name] = whole[name]; });
  }

  function bandOf(how, about, answer) {
    const slot = String(about.hand);
    if (how === 'void') return V.word('band_void', { hand: game.label(slot) });
    return game.band(how, Object.assign({}, about, { slot: slot }), answer);
  }

  const behind = (item) => Boolean(match()) && item.about.match === match().code && match().version < item.version;

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
    if (online) Mingpai.preview.retry();
    render();
  }

  /* A player's page is made for the table and side where he sits: when that changes, another page is due. What is saved stays saved. */
  const satElsewhere = (fresh) => now().device.kind === 'player' && (!fresh.device || ['pid', 'table', 'side'].some((name) => fresh.device[name] !== now().device[name]));

  /* A table's device that became another table's (paired anew in another window, or a page kept from before): this page is not its own. */
  const pairedElsewhere = (fresh) => now().device.kind === 'table' && (['table', 'side'].some((name) => fresh.device[name] !== now().device[name]) || (fresh.api !== '' && fresh.api.indexOf(ours) < 0));

  function takeState(fresh) {
    if (satElsewhere(fresh) || pairedElsewhere(fresh)) {
      if (!outbox.volatile() || !outbox.waiting().length) location.reload();
      return;
    }
    const same = fresh.match && match() && fresh.match.code === match().code;
    if (same && fresh.match.version < match().version) return; /* asked before what we know already */
    if (scorer() && fresh.match && fresh.match.confirmed && match() && !match().confirmed) band = '';
    const moved = (fresh.match && fresh.match.code) !== (match() && match().code);
    if (fresh.device.pid !== now().device.pid) outbox.held = ''; /* paired anew in another window: another token */
    Mingpai.state = fresh;
    landed = landed.filter(behind);
    if (moved) {
      stopFixing();
      game.moved();
      band = reason = '';
      V.close();
    }
  }

  /* ---- drawing: patches only ---- */

  function render() {
    hands = rows.merged(now(), landed.filter(behind).concat(outbox.waiting()), place);
    if (game.fixing && (!hands[game.fixing.slot] || hands[game.fixing.slot].hash !== game.fixing.hash)) stopFixing();
    if (phase() === 'unpaired' && body.dataset.phase !== 'unpaired') V.close(); /* nothing may hide what to do now */
    body.dataset.phase = phase();
    const newest = hands[rows.newest(hands)];
    const anew = asked() !== '' && asked() !== waited;
    waited = asked();
    if (anew) band = ''; /* the thanks for the hand before would hide the question about this one */
    const page = {
      state: now(),
      hands: hands,
      phase: phase(),
      stopped: stopped(),
      mayWrite: mayWrite(),
      entering: entering(),
      unsigned: unsigned(),
      signed: Boolean(match()) && match().signed_by.indexOf(now().device.side) >= 0,
      checking: checking(),
      asked: asked(),
      scorer: scorer(),
      full: full() && phase() !== 'decided',
      byHand: byHand(),
      reviewed: reviewed(),
      disputed: Mingpai.dispute.ofMatch(match()),
      slot: slotNow(),
      place: place,
      online: online,
      volatile: outbox.volatile(),
      waiting: outbox.waiting(),
      unsentHere: unsentHere().length,
      refused: outbox.refused().length,
      tapped: tapped,
      keyed: keyed,
      reason: reason,
      band: typeof band === 'function' ? band() : band,
      mayUndo: Boolean(newest) && newest.status === 'stored' && mayWrite(),
    };
    tapped = keyed = false;
    V.show(V.byId('leave'), now().published && now().device.kind !== 'official');
    rows.render(page);
    if (anew) rows.reveal(waited);
    game.render(page);
    ask(page);
    Mingpai.frame.render(page);
    Mingpai.dispute.render(page);
    Mingpai.handover.render(page);
    Mingpai.foot.render(page);
    askFirst();
  }

  /* First tap of a round: are these the people at the table? Asked until somebody says 对: 不是, a call and Esc only put it off. */
  function askFirst() {
    if (!match() || ['playing', 'full'].indexOf(phase()) < 0 || stopped() || V.isOpen()) return;
    if (V.store.get('mingpai.ours.' + now().device.pid) === match().code) return;
    V.text(V.byId('first-title'), V.word('first', { table: match().table }));
    V.show(V.byId('first-called'), Boolean(match().call));
    if (match().call) V.text(V.byId('first-called'), V.word('first_called', { time: match().call.time || V.word('called_now') }));
    V.open('first');
  }

  /* ---- saving ---- */

  function put(name, sent, about) {
    outbox.add(path(name), sent, Object.assign({ label: rows.label(about) }, about));
  }

  const about = (what, slot, told) => Object.assign({}, told, { what: what, match: match().code, table: match().table, hand: slot });

  function save() {
    const several = game.several ? game.several({ state: now(), hands: hands }) : null;
    if (several) {
      if (several.length) band = V.word('band_several_kept', { n: several.length });
      several.forEach((one) => put('hands', { record: one.record }, about('hand', one.slot, one.told)));
      return;
    }
    const slot = slotNow();
    const record = game.record(slot);
    if (!record) return;
    const fixing = game.fixing;
    const told = game.told(record, slot);
    if (fixing && game.same(fixing, told)) {
      reason = V.word('same_as_before');
      return;
    }
    band = game.band('kept', Object.assign({}, told, { slot: slot }), {});
    game.clear();
    game.fixing = null;
    if (fixing) put('corrections', { supersedes: fixing.hash, record: record }, Object.assign(about('fix', slot, told), { supersedes: fixing.hash }));
    else put('hands', { record: record }, about('hand', slot, told));
    if (navigator.vibrate) navigator.vibrate(40);
  }

  function stopFixing() {
    game.fixing = null;
    game.clear();
  }

  /* What is on the screen, asked of the server as soon as nothing is missing. */
  function ask(page) {
    if (page.tapped) Mingpai.preview.retry();
    Mingpai.preview.ask(path('hands/preview'), token(), match() ? match().version : 0, page.entering ? game.record(page.slot) : null, render);
  }

  /* ---- online only: confirm, call ---- */

  async function confirm() {
    const one = asked();
    const covers = one ? [hands[one].hash] : match().hands.map((hand) => hand.hash);
    const total = one ? game.label(one) : game.total(now());
    const answer = await Mingpai.online.confirm(to('confirmations'), covers);
    if (answer.done) band = V.word('band_confirmed', { total: total });
    else reason = answer.reason;
    poll();
    render();
  }

  async function callReferee(why, number) {
    V.close();
    const answer = await Mingpai.online.call(to('calls'), why, number);
    if (answer.done) {
      await poll(); /* the time of the call is the server's */
      if (!match().call) match().call = { reason: why, time: '' };
      sheets.called(match().call);
    } else reason = answer.reason;
    poll();
    render();
  }

  /* A dispute is raised or appealed about this table: sent at once, then the server says how it stands. */
  async function disputed(sending) {
    V.close();
    const answer = await sending;
    if (!answer.done) reason = answer.reason;
    await poll();
    render();
  }

  const numberOf = (slot) => (slot && hands[slot] ? hands[slot].number : slot ? game.number(slot) : null);

  /* ---- one listener ---- */

  const acts = Object.assign({
    save: save,
    call() { if (match().call) sheets.called(match().call); else openCall(); },
    called(why) { callReferee(why, numberOf(next())); },
    wrong() { V.text(V.byId('wrong-title'), V.word(asked() ? 'wrong_hand' : 'wrong_which')); V.open('wrong'); },
    wrongrow(slot) { callReferee('disagreement', numberOf(slot)); },
    confirm: confirm,
    dispute() { V.open('dispute'); },
    case() { V.byId('dispute').scrollIntoView({ block: 'center' }); },
    subject(code) { Mingpai.dispute.ask(code, rows.order(hands).filter((slot) => hands[slot].hash), next()); },
    noticed() { Mingpai.dispute.trick(0); V.open('noticed'); },
    trick(step) { Mingpai.dispute.trick(step); },
    after(code) { Mingpai.dispute.noticed(code); V.open('disputed'); },
    disputed(slot) { disputed(Mingpai.dispute.raise({ url: now().api, token: token() }, match().code, slot)); },
    appealed() { disputed(Mingpai.dispute.appeal({ url: now().api, token: token() }, match())); },
    undo(slot) { undoing = slot || rows.newest(hands); const hand = hands[undoing]; V.text(V.byId('undo-title'), V.word('undo_title', { hand: game.label(undoing) })); V.text(V.byId('undo-what'), rows.said(hand)); V.open('undo'); },
    undone() { V.close(); const hand = hands[undoing]; if (hand && hand.hash) put('voids', { supersedes: hand.hash }, { what: 'void', match: match().code, table: match().table, hand: undoing, supersedes: hand.hash }); },
    fix(slot) { stopFixing(); game.fixing = Object.assign({}, hands[slot]); game.startFixing(game.fixing); document.querySelector('.main').scrollTop = 0; },
    unfix: stopFixing,
    ours() { V.store.set('mingpai.ours.' + now().device.pid, match().code); V.close(); },
    notours() { if (match().call) return sheets.called(match().call); V.open('call'); const key = document.querySelector('[data-do="called:not_ours"]'); key.classList.add('go'); key.focus(); },
    sheet(name) { if (name === 'why') sheets.why(); if (name === 'refused') sheets.refused(outbox.refused()); V.open(name); },
    dismiss() { outbox.refused().forEach((item) => outbox.putAway(item.id)); V.close(); },
    refusedcall() { openCall(); },
    retry() { outbox.pump(); poll(); },
    leave() { if (outbox.waiting().length) V.open('unsent'); else V.byId('leave').submit(); },
    close() { V.close(); },
  }, Mingpai.handover.acts, game.acts);
  Mingpai.handover.changed = () => poll();
  Mingpai.handover.wrong = () => acts.wrong();
  Mingpai.pictures.told = (text, well) => { band = well ? text : ''; reason = well ? '' : text; render(); };

  function openCall() {
    document.querySelector('[data-do="called:not_ours"]').classList.remove('go');
    V.open('call');
  }

  document.addEventListener('click', (event) => {
    const key = event.target.closest('[data-do]');
    if (!key || !started) return;
    reason = '';
    tapped = true;
    keyed = event.detail === 0;
    if (key.dataset.why) reason = key.dataset.why;
    else {
      const parts = key.dataset.do.split(':');
      if (game.acts[parts[0]] || parts[0] === 'fix') band = '';
      acts[parts[0]].apply(null, parts.slice(1));
    }
    render();
  });

  V.byId('call').dataset.label = V.byId('call').textContent;
  document.addEventListener('visibilitychange', () => { if (!document.hidden) poll(); });
  addEventListener('resize', () => render());
  outbox.loaded.then(() => {
    started = true;
    render();
    poll();
    outbox.pump();
    if (location.hash === '#call' && match() && !match().call && phase() !== 'unpaired') {
      V.close(); /* whoever came to call is not asked first whether this is the match */
      openCall();
    }
  });
})();
