/* What has been written at this table: the server's live hands, and over them what this device has not sent yet. */
'use strict';

(function () {
  const V = Mingpai.view;
  const rows = {};
  Mingpai.rows = rows;

  /* "南北 双下"; a hand told by its order, and not yet judged by the server, by who went out first. */
  rows.name = (hand) => V.word('side_' + hand.side) + ' ' + (hand.kind ? V.word('kind_' + hand.kind) : V.word('place_1'));

  /* What a hand in the outbox says of itself: {hand, side, kind, points} was noted when it was saved. */
  rows.merged = function (state, items, place) {
    const hands = {};
    const match = state.match;
    if (!match) return hands;
    match.hands.forEach((hand) => {
      const status = hand.under_review ? 'review' : match.confirmed ? 'confirmed' : 'stored';
      hands[hand.number] = Object.assign({ status: status }, hand);
    });
    items.forEach((item) => {
      const about = item.about;
      if (item.place !== place || about.match !== match.code || !about.hand) return;
      const live = hands[about.hand];
      if (about.what === 'void') {
        if (live && live.hash === about.supersedes) live.status = 'unsent';
        return;
      }
      hands[about.hand] = { number: about.hand, side: about.side, kind: about.kind, points: about.points, hash: live ? live.hash : '', status: 'unsent', rivals: [] };
    });
    return hands;
  };

  /* The lowest hand not yet written, 0 when all are. */
  rows.next = function (state, hands) {
    for (let n = 1; n <= state.hands_total; n++) if (!hands[n]) return n;
    return 0;
  };

  rows.newest = (hands) => Object.keys(hands).reduce((most, n) => Math.max(most, Number(n)), 0);

  function patchRow(row, hand, tools) {
    V.show(row, Boolean(hand));
    if (!hand) return;
    const shape = row.querySelector('.sh');
    V.classes(shape, { ns: hand.side === 'NS', ew: hand.side === 'EW' });
    V.classes(row, { review: hand.status === 'review', unsent: hand.status === 'unsent' });
    V.text(row.querySelector('[data-part=what]'), rows.name(hand));
    V.text(row.querySelector('[data-part=points]'), hand.points ? hand.points.NS + ' : ' + hand.points.EW : '');
    const status = row.querySelector('[data-part=state]');
    const changed = hand.by === 'correction' ? 'corrected' : hand.by === 'ruling' ? 'ruled' : '';
    const kept = hand.status === 'stored' || hand.status === 'confirmed';
    V.text(status, V.word('st_' + (kept && changed ? changed : hand.status)));
    V.classes(status, { ok: kept && !changed, changed: kept && changed, wait: hand.status === 'unsent' || hand.status === 'review' });
    const why = row.querySelector('[data-part=why]');
    const rivals = (hand.rivals || []).map((rival) => rows.name(rival)).join(V.word('join'));
    V.show(why, Boolean(rivals));
    if (rivals) V.text(why, V.word('rivals', { rivals: rivals }));
    const undo = row.querySelector('.undo');
    const fix = row.querySelector('.fix');
    if (!undo) return;
    V.show(undo, tools.undo);
    V.show(fix, tools.fix);
    V.show(status, !(tools.undo || tools.fix) || hand.status !== 'stored');
    const why2 = hand.status === 'unsent' ? V.word('not_yet_sent') : '';
    V.grey(undo, why2);
    V.grey(fix, why2);
  }

  /* mayWrite: this device enters at this table and nothing has closed it. */
  rows.render = function (state, hands, mayWrite) {
    const newest = rows.newest(hands);
    const free = (hand) => mayWrite && hand && hand.status !== 'review' && hand.status !== 'confirmed';
    V.all('#log-rows .row').forEach((row) => {
      const n = Number(row.dataset.row);
      patchRow(row, hands[n], { undo: free(hands[n]) && n === newest, fix: free(hands[n]) });
    });
    V.all('#five-rows .row').forEach((row) => patchRow(row, hands[Number(row.dataset.row)], {}));
    V.all('#sheet-wrong [data-ask]').forEach((key) => {
      const hand = hands[Number(key.dataset.ask)];
      V.show(key, Boolean(hand));
      if (hand) V.text(key.querySelector('.what'), rows.name(hand) + '  ' + (hand.points ? V.ratio(hand.points) : ''));
    });
    const totals = state.match ? state.match.totals : { points: { NS: 0, EW: 0 }, double_downs: { NS: 0, EW: 0 } };
    V.all('[data-points]').forEach((node) => V.text(node, totals.points[node.dataset.points]));
    V.text(V.byId('five-ns'), totals.points.NS);
    V.text(V.byId('five-ew'), totals.points.EW);
    const dd = V.word('double_downs', { ns: totals.double_downs.NS, ew: totals.double_downs.EW });
    V.text(V.byId('five-dd'), dd);
    V.text(V.byId('felt-note'), Object.keys(hands).some((n) => hands[n].status === 'review') ? V.word('felt_review') : dd);
  };
})();
