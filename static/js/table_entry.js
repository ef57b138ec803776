/* Entering one hand of 掼蛋: six keys, the order of going out, or the five rows of a slip.
 * It gathers what was tapped into a record and asks the server what that is worth; it decides nothing itself. */
'use strict';

(function () {
  const V = Mingpai.view;
  const entry = { mode: 'kind', pick: null, order: [], slip: {}, slipOpen: 0, fixing: null, preview: null };
  Mingpai.entry = entry;
  let asked = 0;

  const sideOf = (seat) => (seat === 'N' || seat === 'S' ? 'NS' : 'EW');
  const SEATS = ['N', 'W', 'S', 'E'];

  entry.clear = function () {
    entry.pick = null;
    entry.order = [];
    entry.slip = {};
    entry.slipOpen = 0;
    entry.preview = null;
    asked += 1;
  };

  /* Two of one side, or three seats, say all there is to say; the fourth seat is the one left over. */
  const enough = (order) => order.length >= 3 || (order.length === 2 && sideOf(order[0]) === sideOf(order[1]));

  /* The record to send for hand n, or null while something is missing. */
  entry.record = function (n) {
    if (entry.mode === 'order' && !entry.fixing) {
      if (!enough(entry.order)) return null;
      const rest = SEATS.filter((seat) => entry.order.indexOf(seat) < 0);
      return { hand: n, order: entry.order.length === 3 ? entry.order.concat(rest) : entry.order.slice() };
    }
    return entry.pick ? { hand: n, side: entry.pick.side, kind: entry.pick.kind } : null;
  };

  entry.togglePick = function (side, kind) {
    const same = entry.pick && entry.pick.side === side && entry.pick.kind === kind;
    entry.pick = same ? null : { side: side, kind: kind };
  };

  entry.toggleSeat = function (seat) {
    const at = entry.order.indexOf(seat);
    if (at >= 0) entry.order = entry.order.slice(0, at);
    else if (!enough(entry.order)) entry.order.push(seat);
  };

  entry.toggleSlip = function (n, side, kind) {
    const now = entry.slip[n];
    if (now && now.side === side && now.kind === kind) delete entry.slip[n];
    else entry.slip[n] = { side: side, kind: kind };
    entry.slipOpen = 0;
  };

  /* What the rulebook's key says the pick is worth; shown while the server cannot be asked. */
  entry.printed = function (pick) {
    const key = document.querySelector('#panel-kind [data-do="pick:' + pick.side + ':' + pick.kind + '"]');
    const points = { NS: 0, EW: 0 };
    if (key) points[pick.side] = Number(key.dataset.pointsOf);
    return points;
  };

  /* Side, kind and points of a record as far as they are known: by the server's preview, else as printed on the key.
   * A record by order that the server has not judged has a side and no kind. */
  entry.told = function (record) {
    const outcome = entry.preview && entry.preview.outcome;
    if (outcome) {
      const side = outcome.points.NS > outcome.points.EW ? 'NS' : 'EW';
      return { side: side, kind: outcome.trace[0].op, points: outcome.points };
    }
    if (record.side) return { side: record.side, kind: record.kind, points: entry.printed(record) };
    return { side: sideOf(record.order[0]), kind: '', points: null };
  };

  /* Asks what `record` is worth; done() is called when the answer still fits what is on the screen. */
  entry.ask = function (url, token, record, done) {
    const mine = ++asked;
    entry.preview = null;
    if (!record) return;
    Mingpai.ask(url, {
      method: 'POST',
      credentials: 'omit',
      headers: { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json', 'Accept-Language': document.documentElement.lang },
      body: JSON.stringify({ record: record }),
    }).then((answer) => {
      if (mine !== asked) return;
      if (answer.status === 200) entry.preview = answer.body;
      else if (answer.status >= 400 && answer.status < 500 && answer.body) entry.preview = { refused: answer.body };
      else entry.preview = { offline: true };
      done();
    });
  };

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
  function renderSlip(state, hands) {
    const left = entry.slipLeft(state, hands);
    const open = entry.slipOpen || left[0] || 0;
    V.all('#panel-slip [data-slip]').forEach((row) => {
      const n = Number(row.dataset.slip);
      const written = hands[n];
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
      if (chosen) V.text(fold.querySelector('b'), Mingpai.rows.name(chosen));
    });
  }

  entry.slipLeft = function (state, hands) {
    const left = [];
    for (let n = 1; n <= state.hands_total; n++) if (!hands[n] && !entry.slip[n]) left.push(n);
    return left;
  };

  /* The sum of the five rows as printed on their keys: only to hold against the sum on the paper. */
  entry.slipSum = function (state, hands) {
    const sum = { NS: 0, EW: 0 };
    for (let n = 1; n <= state.hands_total; n++) {
      const points = hands[n] ? hands[n].points : entry.slip[n] ? entry.printed(entry.slip[n]) : null;
      if (points) { sum.NS += points.NS; sum.EW += points.EW; }
    }
    return sum;
  };

  entry.render = function (state, hands, visible) {
    const mode = entry.fixing ? 'kind' : entry.mode;
    V.show(V.byId('tabs'), visible && !entry.fixing);
    V.all('#tabs button').forEach((tab) => V.pressed(tab, tab.dataset.do === 'mode:' + entry.mode));
    ['kind', 'order', 'slip'].forEach((name) => V.show(V.byId('panel-' + name), visible && mode === name));
    V.show(V.byId('fixing'), visible && Boolean(entry.fixing));
    if (entry.fixing) V.text(V.byId('fixing-text'), V.word('fixing', { hand: entry.fixing.number, old: Mingpai.rows.name(entry.fixing) }));
    if (!visible) return;
    renderKinds();
    renderOrder();
    renderSlip(state, hands);
  };
})();
