/* What the tables of 炒地皮 and 80分 have in common: who defends, points and kitty, what stands on a row. */
'use strict';

(function () {
  const V = Mingpai.view;
  const NS = ['N', 'S'];
  /* Steps whose value is a level, and which of their operands are. */
  const LEVELS = { climb: [0], climb_stopped: [0], climb_refused: [0], hook_main: [], hook_sub: [] };
  const given = JSON.parse(V.byId('given').textContent);
  const tractor = { given: given };
  Mingpai.tractor = tractor;

  tractor.sideOf = (seat) => (!seat ? '' : NS.indexOf(seat) >= 0 ? 'NS' : 'EW');
  tractor.other = (side) => (side === 'NS' ? 'EW' : side === 'EW' ? 'NS' : '');
  tractor.sideName = (side) => (side ? V.word('side_' + side) : '');
  tractor.seatName = (seat) => V.word('seat_' + seat);
  tractor.dug = (v) => v.last === 'defenders';

  /* The player in a seat: S and E are the first of their pair. */
  tractor.player = function (seat) {
    const match = Mingpai.state.match;
    return match && seat ? match[tractor.sideOf(seat)].players[seat === 'S' || seat === 'E' ? 0 : 1] || '' : '';
  };

  /* The questions about points, last trick and dig, alike in both games. `q()` gives the engine they belong to. */
  tractor.questions = function (q) {
    return {
      trump: { id: 'trump', need: 'need_trump', sum: (value) => q().keyName('trump', value) },
      points: { id: 'points', need: 'need_points', stay: true, fold: tractor.dug, sum: (n) => V.word('points', { n: n }) },
      last: { id: 'last', need: 'need_last', sum: (value) => V.word('sum_' + value) },
      dig: { id: 'dig', need: 'need_dig', when: tractor.dug, sum: (value) => V.word('times', { what: q().keyName('dig', value), times: given.digs[value] }) },
      kitty: { id: 'kitty', need: 'need_kitty', when: tractor.dug, sum: (n) => V.word('points', { n: n }) },
    };
  };

  /* What of a record is points and kitty. A kitty that stays with the declarers scores nothing and is written as none. */
  tractor.scored = function (v) {
    const dug = tractor.dug(v);
    return { table_points: v.points, kitty_points: dug ? v.kitty : 0, last_trick: v.last, dig: dug ? v.dig : 'none' };
  };

  /* The answers a stored hand would have been given, for a correction. */
  tractor.answers = function (hand) {
    const v = { trump: hand.trump === null ? 'none' : hand.trump, points: hand.table_points, last: hand.last_trick };
    if (hand.last_trick === 'defenders' && hand.dig !== 'none') {
      v.dig = hand.dig.replace('throw:', '');
      v.kitty = hand.kitty_points;
    }
    return v;
  };

  /* "85 + 底10×2 = 105": the sum is the server's; offline it is left out. */
  tractor.account = function (v, earned) {
    if (!tractor.dug(v)) return '';
    return V.word(earned === undefined ? 'dug_offline' : 'dug', { points: v.points, kitty: v.kitty, times: given.digs[v.dig], sum: earned });
  };

  /* What the points of a stored hand are made of: trump, table points, the kitty as it was dug. */
  tractor.detail = function (q, hand) {
    const v = tractor.answers(hand);
    const trump = q().keyName('trump', v.trump);
    return V.word('detail', { what: Mingpai.game.name(hand), how: V.join([trump, tractor.dug(v) && v.dig ? tractor.account(v) : V.word('not_dug_of', { points: hand.table_points })]) });
  };

  /* One of several results told for a hand, by what it is made of: they differ in that. */
  tractor.told = function (result) {
    const dug = result.kitty_points && result.dig !== 'none' && result.last_trick !== 'declarers';
    const times = result.times || given.digs[String(result.dig).replace('throw:', '')];
    return dug ? V.word('dug_offline', { points: result.table_points, kitty: result.kitty_points, times: times }) : V.word('not_dug_of', { points: result.table_points });
  };

  /* Sides on keys and in titles: who declares and who defends this hand. */
  tractor.renderSides = function (declarers) {
    const sides = { declarers: declarers, defenders: tractor.other(declarers) };
    V.all('[data-side-key]').forEach((key) => {
      const side = sides[key.dataset.sideKey];
      V.shape(key, side);
      V.shape(key.querySelector('.sh'), side);
    });
    V.all('[data-of]').forEach((node) => V.text(node, tractor.sideName(sides[node.dataset.of])));
  };

  /* A kitty that cannot be: more points than the pack has. */
  tractor.renderKitty = function (v) {
    const most = given.most;
    V.all('[data-ask=kitty] .k').forEach((key) => {
      const n = Number(key.dataset.do.split(':')[2]);
      V.grey(key, v.points !== undefined && v.points + n > most ? V.word('too_much', { points: v.points, kitty: n, most: most }) : '');
    });
  };

  tractor.renderDealer = function (seat) {
    V.all('[data-dealer]').forEach((mark) => V.show(mark, mark.dataset.dealer === seat));
    V.all('[data-deal-shape]').forEach((shape) => V.shape(shape, tractor.sideOf(seat)));
  };

  /* The first thing that a record contradicts, in words. */
  tractor.finding = function (found) {
    if (!found || !found.length) return '';
    return V.word(V.has('find_' + found[0].code) ? 'find_' + found[0].code : 'finding');
  };

  /* What a row has to say besides its result: what it contradicts, and the fines that stand about it. */
  tractor.odd = function (hand) {
    const shown = (Mingpai.state.match && Mingpai.state.match.shown) || {};
    const fines = (shown.penalties || []).filter((fine) => fine.number === hand.number && fine.game === (hand.game || 1) && fine.amount);
    const said = fines.map((fine) => V.word('fined', { side: tractor.sideName(fine.side), amount: fine.amount }));
    return [tractor.finding(hand.findings), said.length ? V.join(said) : ''].filter(Boolean).join(V.word('semicolon'));
  };

  /* 怎么算的: a step in words; `level(n)` names the levels among its numbers. */
  tractor.step = function (step, level) {
    const sentence = given.steps[step.op];
    const levels = LEVELS[step.op];
    const told = step.operands.map((n, place) => (levels && levels.indexOf(place) >= 0 ? level(n) : n));
    return sentence ? Mingpai.sheets.step(sentence, told, levels ? level(step.value) : step.value, tractor.sideName(step.of)) : tractor.sideName(step.of);
  };
  tractor.sum = (step) => (given.steps[step.op] ? '' : String(step.value));

  /* Taps on keys that answer a question. */
  tractor.acts = (q) => ({
    set(id, value) { q().set(id, id === 'kitty' ? Number(value) : value); },
    ten(id, value) { q().ten(id, Number(value)); },
    five(id) { q().five(id); },
    open(id) { q().reopen(id); },
  });
})();
