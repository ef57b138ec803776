/* What has been written at this table: the server's live hands, and over them what this device has not sent yet.
 *
 * A hand is known by its slot, a short text that the game's module makes of it (`game.slot`); what it says, the module tells too.
 */
'use strict';

(function () {
  const V = Mingpai.view;
  const rows = {};
  Mingpai.rows = rows;
  const LAST = 5; /* rows beside the keys */

  /* What a hand in the outbox says of itself was noted in `about` when it was saved. */
  rows.merged = function (state, items, place) {
    const hands = {};
    const match = state.match;
    const game = Mingpai.game;
    if (!match) return hands;
    match.hands.forEach((hand) => {
      const status = hand.under_review ? 'review' : match.confirmed || hand.confirmed ? 'confirmed' : 'stored';
      const slot = game.slot(hand);
      hands[slot] = Object.assign({}, hand, { slot: slot, status: status });
    });
    items.forEach((item) => {
      const about = item.about;
      if (item.place !== place || about.match !== match.code || !about.hand) return;
      const live = hands[about.hand];
      if (about.what === 'void') {
        if (live && live.hash === about.supersedes) live.status = 'unsent';
        return;
      }
      hands[about.hand] = Object.assign({}, about, { slot: String(about.hand), number: about.number || about.hand, hash: live ? live.hash : '', status: 'unsent', rivals: [], by: '' });
    });
    return hands;
  };

  /* The slots written to, first to last. */
  rows.order = (hands) => Object.keys(hands).sort(Mingpai.game.compare);

  rows.newest = (hands) => rows.order(hands).pop() || '';

  rows.unsent = (hands) => Object.keys(hands).filter((slot) => hands[slot].status === 'unsent');

  /* A hand in one line, for a question about it. */
  rows.said = (hand) => (Mingpai.game.said ? Mingpai.game.said(hand) : Mingpai.game.name(hand) + '  ' + Mingpai.game.tail(hand));

  /* Which hand an item of the outbox is about, for a page that does not know the game; no names of people. */
  rows.label = (about) => (about.hand ? Mingpai.game.label(String(about.hand)) : '');

  /* The row of a hand that is asked about comes into view: in a long match it is the last of many. */
  rows.reveal = function (slot) {
    const row = V.all('#five-rows > [data-row]').find((one) => one.dataset.row === slot);
    if (row) row.scrollIntoView({ block: 'center' });
  };

  function patch(row, hand, tools) {
    const game = Mingpai.game;
    row.dataset.row = hand.slot;
    V.shape(row.querySelector('.sh'), game.side(hand));
    if (game.mark) game.mark(row.querySelector('.sh'), hand);
    V.classes(row, { review: hand.status === 'review', unsent: hand.status === 'unsent', asked: tools.asked });
    V.text(row.querySelector('[data-part=no]'), tools.short ? game.shortLabel(hand.slot) : game.label(hand.slot));
    V.text(row.querySelector('[data-part=what]'), game.what(hand));
    V.text(row.querySelector('[data-part=points]'), game.tail(hand));
    const status = row.querySelector('[data-part=state]');
    const signed = tools.byHand && hand.status === 'confirmed';
    const changed = signed ? '' : hand.by === 'correction' ? 'corrected' : hand.by === 'ruling' ? 'ruled' : '';
    const kept = hand.status === 'stored' || hand.status === 'confirmed';
    const waits = tools.byHand && hand.status === 'stored';
    V.text(status, V.word('st_' + (kept && changed ? changed : waits ? 'waits' : hand.status)));
    V.classes(status, { ok: kept && !changed && !waits, changed: kept && changed, wait: waits || hand.status === 'unsent' || hand.status === 'review' });
    const why = row.querySelector('[data-part=why]');
    const rivals = V.join((hand.rivals || []).map((rival) => (game.rival ? game.rival(rival, hand) : game.name(rival))));
    const odd = game.odd ? game.odd(hand) : '';
    V.show(why, Boolean(rivals || odd));
    V.text(why, rivals ? V.word('rivals', { rivals: rivals }) : odd);
    const undo = row.querySelector('.undo');
    const fix = row.querySelector('.fix');
    if (!undo) return;
    V.attribute(undo, 'data-do', 'undo:' + hand.slot);
    V.attribute(fix, 'data-do', 'fix:' + hand.slot);
    V.show(undo, Boolean(tools.undo));
    V.show(fix, Boolean(tools.fix));
    V.show(status, !(tools.undo || tools.fix) || hand.status !== 'stored');
    const unsent = hand.status === 'unsent' ? V.word('not_yet_sent') : '';
    V.grey(undo, unsent);
    V.grey(fix, unsent);
  }

  /* page: {state, hands, mayWrite: this device enters at this table and nothing has closed it, asked: the slot to be confirmed} */
  rows.render = function (page) {
    const hands = page.hands;
    const order = rows.order(hands);
    const newest = order[order.length - 1];
    const byHand = page.state.unit === 'hand';
    const free = (hand) => page.mayWrite && hand.status !== 'review' && hand.status !== 'confirmed';
    V.list(V.byId('log-rows'), 'row', order.slice(-LAST).reverse(), (row, slot) => {
      const hand = hands[slot];
      patch(row, hand, { short: true, byHand: byHand, undo: free(hand) && slot === newest, fix: free(hand) });
    });
    V.list(V.byId('five-rows'), 'row', order, (row, slot) => {
      const keys = row.querySelector('.tools'); /* these rows are only looked at */
      if (keys) keys.remove();
      patch(row, hands[slot], { byHand: byHand, asked: slot === page.asked });
    });
    V.list(V.byId('wrong-rows'), 'wrong-row', page.asked ? [page.asked] : order, (key, slot) => {
      V.attribute(key, 'data-do', 'wrongrow:' + slot);
      V.text(key.querySelector('.no'), Mingpai.game.label(slot));
      V.text(key.querySelector('.what'), rows.said(hands[slot]));
    });
  };
})();
