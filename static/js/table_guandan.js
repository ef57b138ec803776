/* Entering one hand of 掼蛋: six keys, the order of going out, or the five rows of a slip.
 * It gathers what was tapped into a record and asks the server what that is worth; it decides nothing itself. */
'use strict';

(function () {
  const V = Mingpai.view;
  const SEATS = ['N', 'W', 'S', 'E'];
  const entry = { mode: 'kind', pick: null, order: [], slip: {}, slipOpen: 0 };
  const sideOf = (seat) => (seat === 'N' || seat === 'S' ? 'NS' : 'EW');

  const game = { fixing: null };
  Mingpai.game = game;

  /* ---- what a hand is called ---- */

  game.slot = (hand) => String(hand.number);
  game.number = Number;
  game.compare = (a, b) => Number(a) - Number(b);
  game.label = (slot) => V.word('hand', { hand: slot });
  game.shortLabel = (slot) => V.word('hand_short', { hand: slot });
  game.side = (hand) => hand.side;
  /* "南北 双下"; a hand told by its order, and not yet judged by the server, by who went out first. */
  game.name = (hand) => V.word('side_' + hand.side) + ' ' + (hand.kind ? V.word('kind_' + hand.kind) : V.word('place_1'));
  game.what = game.name;
  game.tail = (hand) => (hand.points ? hand.points.NS + ' : ' + hand.points.EW : '');
  game.total = (state) => V.ratio(state.match.totals.points);
  game.step = (step) => V.word('kind_' + step.op);
  game.sum = (step) => step.operands.join(' + ') + (step.operands.length > 1 ? ' = ' + step.value : '');

  /* ---- what comes next ---- */

  /* The lowest hand not yet written, '' when all are. */
  game.next = function (state, hands) {
    for (let n = 1; n <= state.hands_total; n++) if (!hands[n]) return String(n);
    return '';
  };
  game.full = (state, hands) => game.next(state, hands) === '';
  game.where = (state, slot) => (entry.mode === 'slip' && !game.fixing && slot ? V.word('slip') : game.label(slot) + '/' + state.hands_total);

  /* ---- what was tapped ---- */

  game.clear = function () {
    entry.pick = null;
    entry.order = [];
    entry.slip = {};
    entry.slipOpen = 0;
    Mingpai.preview.clear();
  };

  game.moved = function () {};
  game.startFixing = function () {};

  /* Two of one side, or three seats, say all there is to say; the fourth seat is the one left over. */
  const enough = (order) => order.length >= 3 || (order.length === 2 && sideOf(order[0]) === sideOf(order[1]));
  const ordering = () => entry.mode === 'order' && !game.fixing;
  const slipping = () => entry.mode === 'slip' && !game.fixing;

  /* The record to send for the hand at `slot`, or null while something is missing. */
  game.record = function (slot) {
    const n = Number(slot);
    if (slipping()) return null;
    if (ordering()) {
      if (!enough(entry.order)) return null;
      const rest = SEATS.filter((seat) => entry.order.indexOf(seat) < 0);
      return { hand: n, order: entry.order.length === 3 ? entry.order.concat(rest) : entry.order.slice() };
    }
    return entry.pick ? { hand: n, side: entry.pick.side, kind: entry.pick.kind } : null;
  };

  /* What the rulebook's key says the pick is worth; shown while the server cannot be asked. */
  function printed(pick) {
    const key = document.querySelector('#panel-kind [data-do="pick:' + pick.side + ':' + pick.kind + '"]');
    const points = { NS: 0, EW: 0 };
    if (key) points[pick.side] = Number(key.dataset.pointsOf);
    return points;
  }

  /* Side, kind and points of a record as far as they are known: by the server's preview, else as printed on the key.
   * A record by order that the server has not judged has a side and no kind. */
  game.told = function (record) {
    const outcome = Mingpai.preview.outcome();
    if (outcome) {
      const side = outcome.points.NS > outcome.points.EW ? 'NS' : 'EW';
      return { side: side, kind: outcome.trace[0].op, points: outcome.points };
    }
    if (record.side) return { side: record.side, kind: record.kind, points: printed(record) };
    return { side: sideOf(record.order[0]), kind: '', points: null };
  };

  /* What the server made of a hand that was told by its order. */
  game.settled = (about, answer) => (about.kind || !answer.outcome ? about : Object.assign({}, about, { kind: answer.outcome.trace[0].op, points: answer.outcome.points }));

  game.same = (hand, told) => hand.side === told.side && hand.kind === told.kind;

  /* The rows of the slip, all saved with one key; null when one hand is entered. */
  game.several = function (page) {
    if (!slipping()) return null;
    if (slipLeft(page).length) return [];
    const picks = entry.slip;
    const sent = Object.keys(picks).map(Number).sort().map((n) => {
      const record = { hand: n, side: picks[n].side, kind: picks[n].kind };
      return { slot: String(n), record: record, told: { side: record.side, kind: record.kind, points: printed(record), slip: true } };
    });
    game.clear();
    entry.mode = 'kind';
    return sent;
  };

  game.acts = {
    mode(name) { game.clear(); entry.mode = name; document.querySelector('.main').scrollTop = 0; },
    pick(side, kind) {
      const same = entry.pick && entry.pick.side === side && entry.pick.kind === kind;
      entry.pick = same ? null : { side: side, kind: kind };
    },
    seat(seat) {
      const at = entry.order.indexOf(seat);
      if (at >= 0) entry.order = entry.order.slice(0, at);
      else if (!enough(entry.order)) entry.order.push(seat);
    },
    slip(n, side, kind) {
      const now = entry.slip[n];
      if (now && now.side === side && now.kind === kind) delete entry.slip[n];
      else entry.slip[n] = { side: side, kind: kind };
      entry.slipOpen = 0;
    },
    reopen(n) { entry.slipOpen = Number(n); },
  };

  /* ---- what the footer says ---- */

  /* What the band says of a hand just kept or stored. `how`: kept, saved, fixed, echo, conflict. */
  game.band = function (how, hand, answer) {
    const values = { hand: hand.slot, who: V.word('side_' + hand.side), what: hand.kind ? V.word('kind_' + hand.kind) : '', points: hand.points ? hand.points[hand.side] : '', total: Mingpai.state.match ? game.total(Mingpai.state) : '' };
    if (how === 'conflict') return V.word('band_conflict', { hand: game.label(hand.slot), live: game.name(answer.live), kept: game.name(answer.kept) });
    return V.word('band_' + (how === 'saved' && hand.slip ? 'slip' : how), values);
  };

  function slipLeft(page) {
    const left = [];
    for (let n = 1; n <= page.state.hands_total; n++) if (!page.hands[n] && !entry.slip[n]) left.push(n);
    return left;
  }

  /* The sum of the five rows as printed on their keys: only to hold against the sum on the paper. */
  function slipSum(page) {
    const sum = { NS: 0, EW: 0 };
    for (let n = 1; n <= page.state.hands_total; n++) {
      const points = page.hands[n] ? page.hands[n].points : entry.slip[n] ? printed(entry.slip[n]) : null;
      if (points) { sum.NS += points.NS; sum.EW += points.EW; }
    }
    return sum;
  }

  /* Before -> after: the server's sum of the hands and the server's points of this one, added. */
  function totalAfter(page, points) {
    const now = page.state.match.totals.points;
    const old = game.fixing ? game.fixing.points : { NS: 0, EW: 0 };
    const after = { NS: now.NS - old.NS + points.NS, EW: now.EW - old.EW + points.EW };
    return V.word('preview_total', { before: V.ratio(now), after: V.ratio(after) });
  }

  function enteredSlip(page) {
    const left = slipLeft(page);
    const done = Object.keys(entry.slip).length;
    const said = { save: V.word('save_slip', { n: done || left.length }) };
    const names = V.join(left);
    if (!left.length) said.ready = { number: V.ratio(slipSum(page)), side: '', line: V.word('slip_sum'), under: '', explained: false };
    else {
      said.need = V.word('need_slip', { left: names });
      said.hint = done ? V.word('slip_left', { done: done, left: names }) : V.word('ask_slip');
    }
    return said;
  }

  game.entered = function (page) {
    if (slipping()) return enteredSlip(page);
    const record = game.record(page.slot);
    if (!record) return { need: V.word(ordering() ? 'need_order' : 'need_pick', { hand: page.slot }), hint: V.word(ordering() ? 'ask_order' : 'ask_kind', { hand: page.slot }) };
    const seen = Mingpai.preview.answer || {};
    if (seen.refused) return { refused: Mingpai.foot.messageOf(seen.refused) };
    const told = game.told(record);
    const under = seen.outcome ? totalAfter(page, told.points) : seen.offline ? V.word('preview_offline') : '';
    return { ready: { number: told.points ? '+' + told.points[told.side] : '', side: told.side, line: game.name(told), under: under, explained: Boolean(seen.outcome) } };
  };

  /* ---- drawing ---- */

  function renderKinds() {
    V.all('#panel-kind .k').forEach((key) => {
      const part = key.dataset.do.split(':');
      V.pressed(key, Boolean(entry.pick) && entry.pick.side === part[1] && entry.pick.kind === part[2]);
    });
  }

  function renderOrder() {
    const full = enough(entry.order);
    const shown = full && entry.order.length === 3 ? entry.order.concat(SEATS.filter((s) => entry.order.indexOf(s) < 0)) : entry.order;
    V.text(V.byId('order-title'), full ? V.word('order_done') : V.word('who_is', { place: V.word('place_' + (entry.order.length + 1)) }));
    V.all('#panel-order .k').forEach((key) => {
      const at = shown.indexOf(key.dataset.do.split(':')[1]);
      V.pressed(key, at >= 0);
      V.grey(key, full && at < 0 ? V.word('order_settled') : '');
      V.text(key.querySelector('.place'), at >= 0 ? V.word('place_' + (at + 1)) : '\u00a0');
    });
  }

  /* Where the row with its 更正 stands: beside the keys, or below them on a narrow screen and in 字大. */
  const taken = (n) => V.word(V.beside() ? 'slip_taken_beside' : 'slip_taken_below', { hand: n });

  /* Rows already written are shown and left alone; the rest is tapped. In 字大 one row is open at a time. */
  function renderSlip(page) {
    const left = slipLeft(page);
    const open = entry.slipOpen || left[0] || 0;
    V.all('#panel-slip [data-slip]').forEach((row) => {
      const n = Number(row.dataset.slip);
      const written = page.hands[n];
      const chosen = written || entry.slip[n];
      V.classes(row, { cur: n === left[0], open: n === open, done: Boolean(chosen) && n !== open, written: Boolean(written) });
      V.all('.k', row).forEach((key) => {
        const part = key.dataset.do.split(':');
        V.pressed(key, Boolean(chosen) && chosen.side === part[2] && chosen.kind === part[3]);
        V.grey(key, written ? taken(n) : '');
      });
      const fold = row.querySelector('.fold');
      V.show(fold, Boolean(chosen) && n !== open);
      V.grey(fold, written ? taken(n) : '');
      if (chosen) V.text(fold.querySelector('b'), game.name(chosen));
    });
  }

  function renderTotals(page) {
    const totals = page.state.match ? page.state.match.totals : { points: { NS: 0, EW: 0 }, double_downs: { NS: 0, EW: 0 } };
    V.all('[data-points]').forEach((node) => V.text(node, totals.points[node.dataset.points]));
    V.text(V.byId('five-ns'), totals.points.NS);
    V.text(V.byId('five-ew'), totals.points.EW);
    const dd = V.word('double_downs', { ns: totals.double_downs.NS, ew: totals.double_downs.EW });
    V.text(V.byId('five-dd'), dd);
    V.text(V.byId('felt-note'), page.reviewed.length ? V.word('felt_review') : dd);
  }

  game.render = function (page) {
    const visible = page.entering;
    const mode = game.fixing ? 'kind' : entry.mode;
    V.show(V.byId('tabs'), visible && !game.fixing);
    V.all('#tabs button').forEach((tab) => V.pressed(tab, tab.dataset.do === 'mode:' + entry.mode));
    ['kind', 'order', 'slip'].forEach((name) => V.show(V.byId('panel-' + name), visible && mode === name));
    renderTotals(page);
    if (!visible) return;
    renderKinds();
    renderOrder();
    renderSlip(page);
    const open = document.querySelector('[data-size="big"] #panel-slip .r.open');
    if (open && page.tapped && mode === 'slip') open.scrollIntoView({ block: 'nearest' });
  };
})();
