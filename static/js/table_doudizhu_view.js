/* The table page of 斗地主 as it is drawn: keys and why they are grey, the three cards, what the footer says. */
'use strict';

(function () {
  const V = Mingpai.view;
  const T = Mingpai.three;
  const S = Mingpai.handSaid;
  const E = Mingpai.handEntry;
  const game = Mingpai.game;
  const given = E.given;
  const q = E.q;

  /* ---- what the footer says ---- */

  /* What the band says of a hand just kept or stored. `how`: kept, saved, fixed, echo, conflict. */
  game.band = function (how, hand, answer) {
    const values = { hand: game.label(hand.slot), what: S.full(hand) };
    if (how === 'conflict') return V.word('band_conflict', Object.assign(values, { live: S.name({ record: answer.live.record }), kept: S.name({ record: answer.kept.record }) }));
    if (how === 'saved') {
      const then = answer.match && answer.match.shown ? answer.match.shown : hand.then;
      const scored = given.counted && hand.points && T.seats.some((seat) => hand.points[seat]);
      return [V.word('band_saved', { hand: values.hand, what: scored ? T.eachWhole(hand.points) : S.name(hand) }), S.passed(hand) ? S.next(then, true) : ''].filter(Boolean).join('\u3000');
    }
    return V.word('band_' + how, values);
  };

  /* What is missing of an answer that is made of several. */
  function needed(one, asked) {
    if (one.id === 'dbl') {
      const left = given.parts.filter((part) => E.parts()[part] === undefined);
      return left.length === given.parts.length ? V.word(asked ? 'need_dbl' : 'need_dbl_key') : V.join(left.map((part) => V.word('part_' + part)));
    }
    if (one.id === 'pay') {
      const left = E.beans.peasants(E.landlord()).filter((seat) => E.beans.paid[seat] === undefined);
      return left.length === 1 ? V.word('need_pay_of', { name: T.name(left[0]) }) : V.word('need_pay');
    }
    return V.word(one.need);
  }

  function hinted(missing) {
    if (missing.id === 'bid' && E.first()) {
      const top = E.bidding.top(E.bids());
      const name = T.name(E.bidding.turn(E.first(), E.bids()));
      return V.word(top ? 'turn_over' : 'turn', { name: name, n: top });
    }
    const known = E.landlord() ? [given.auction ? E.bidSaid() : V.word('landlord_is', { name: T.name(E.landlord()) })] : [];
    if (q.v.out) known.splice(0, 1, E.outSaid(q.v.out));
    return known.concat(V.word('asks', { what: needed(missing, true) })).join(V.word('stop'));
  }

  function trioOf(outcome) {
    const totals = outcome.shown && outcome.shown.totals;
    const trio = {};
    T.seats.forEach((seat) => {
      const won = outcome.winner ? (outcome.winner === 'landlord') === (seat === E.landlord()) : null;
      trio[seat] = {
        points: given.counted ? T.signed(outcome.points[seat]) : won === null ? '' : V.word(won ? 'result_win' : 'result_loss'),
        total: given.counted && totals ? totals[seat] : null,
      };
    });
    return trio;
  }

  function said(outcome) {
    const passed = E.passedOut();
    const then = outcome.shown || {};
    const scored = given.counted && T.seats.some((seat) => outcome.points[seat]);
    const odd = game.odd(outcome);
    const adds = given.counted && then.totals && (scored || !passed) ? T.adds(then.totals, then.sums_to) : '';
    const how = passed ? '' : [given.numbers ? V.word('bid', { n: outcome.bid }) : '', given.parts.length ? E.doubled() : ''].filter(Boolean).join(' ');
    const again = passed ? V.word('passed_in_row', { n: (E.standing().passed || 0) + 1 }) : '';
    const ready = { number: '', line: '', under: [odd, scored ? again : '', how, adds, S.next(then, passed, E.standing())].filter(Boolean).join('\u3000'), explained: Boolean(outcome.trace && outcome.trace.length) };
    if (passed && !scored) Object.assign(ready, { line: V.word('all_passed_again'), under: [V.word('not_counted'), again, S.next(then, true)].join('\u3000') });
    else ready.trio = trioOf(outcome);
    return ready;
  }

  game.entered = function () {
    const missing = q.missing();
    if (missing) return { need: missing.id === 'bid' && E.first() ? hinted(missing) : V.word('need', { what: needed(missing) }), hint: hinted(missing) };
    const seen = Mingpai.preview.answer || {};
    if (seen.refused) return { refused: Mingpai.foot.messageOf(seen.refused) };
    if (seen.outcome) return { ready: said(seen.outcome) };
    const line = E.passedOut() ? V.word('all_passed_again') : [given.auction ? E.bidSaid() : V.word('landlord_is', { name: T.name(E.landlord()) }), E.outSaid(q.v.out)].join(V.word('stop'));
    return { ready: { number: '', line: line, under: seen.offline ? V.word('preview_offline') : '' } };
  };

  game.drawReady = function (ready) {
    V.show(V.byId('trio'), Boolean(ready.trio));
    V.show(V.byId('pv-1'), !ready.trio);
    if (!ready.trio) return;
    V.all('[data-pv]').forEach((cell) => {
      const seat = cell.dataset.pv;
      V.text(cell.querySelector('[data-part=name]'), T.name(seat));
      V.text(cell.querySelector('[data-part=role]'), seat === E.landlord() ? V.word('landlord') : '');
      V.text(cell.querySelector('[data-part=points]'), ready.trio[seat].points);
      V.text(cell.querySelector('[data-part=total]'), ready.trio[seat].total === null ? '' : V.word('total_of', { n: T.plain(ready.trio[seat].total) }));
    });
  };

  /* ---- drawing ---- */

  const why = (found) => (found ? V.word(found.word, { n: found.least, name: T.name(E.bidding.seatAt(E.first(), 0)) }) + T.cited(given.law[found.word]) : '');

  function renderBids() {
    const bids = E.bids();
    const first = E.first();
    const turn = E.bidding.turn(first, bids);
    const early = first ? '' : V.word('first_first');
    V.text(V.byId('bid-title'), turn ? V.word('turn_title', { name: T.name(turn) }) : V.word('bids'));
    V.all('[data-do^="bid:"]').forEach((key) => V.grey(key, early || why(E.bidding.why(bids, Number(key.dataset.do.split(':')[1]), E.least()))));
    const all = document.querySelector('[data-do=allpass]');
    V.pressed(all, E.passedOut());
    V.grey(all, E.passedOut() ? '' : early || why(E.bidding.whyNotAllPass(bids, E.least())));
    V.all('[data-do^="first:"]').forEach((key) => V.pressed(key, first === key.dataset.do.split(':')[1]));
    V.grey(V.byId('other-first'), early || (bids.length ? V.word('why_first_stands') : ''));
  }

  function renderCall() {
    const bids = E.bids();
    V.all('[data-first]').forEach((line) => V.show(line, Boolean(game.fixing) || !E.due() || E.due() === line.dataset.first));
    V.all('[data-do^="claim:"]').forEach((key) => {
      const part = key.dataset.do.split(':');
      const passes = (Number(part[2]) - Number(part[1]) + 3) % 3;
      V.pressed(key, E.first() === part[1] && E.landlord() === part[2]);
      V.text(key.querySelector('[data-passes]'), passes ? V.word('passes', { n: passes }) : V.word('call'));
    });
    const all = document.querySelector('[data-do=allpass]');
    if (!all) return;
    V.pressed(all, E.passedOut());
    V.grey(all, E.passedOut() || !bids.length ? '' : V.word('why_called_one'));
    V.all('[data-do^="first:"]').forEach((key) => V.pressed(key, E.first() === key.dataset.do.split(':')[1]));
  }

  function renderPlay() {
    const landlord = E.landlord();
    const early = landlord ? '' : V.word(given.auction ? 'bids_first' : 'landlord_first');
    V.all('[data-do^="landlord:"]').forEach((key) => V.pressed(key, landlord === key.dataset.do.split(':')[1]));
    V.all('[data-do^="out:"]').forEach((key) => {
      const seat = key.dataset.do.split(':')[1];
      V.pressed(key, q.v.out === seat);
      V.grey(key, early);
      V.text(key.querySelector('[data-role]'), landlord ? V.word(seat === landlord ? 'landlord' : 'peasant') : '');
    });
  }

  const ANSWERS = { rocket: { yes: true, no: false }, shown: { yes: true, no: false } };

  function renderDoubling() {
    if (!given.parts.length) return;
    const parts = E.parts();
    const early = q.v.out ? '' : V.word('first_out');
    const none = document.querySelector('[data-do=none]');
    V.pressed(none, given.parts.every((part) => parts[part] === E.none[part]));
    V.grey(none, early);
    V.all('[data-do^="part:"]').forEach((key) => {
      const part = key.dataset.do.split(':');
      const now = parts[part[1]];
      const on = part[1] === 'bombs' ? now === Number(part[2]) : part[1] === 'spring' ? now !== undefined && (part[2] === 'none') === (now === 'none') : now === ANSWERS[part[1]][part[2]];
      V.pressed(key, on);
      V.grey(key, early);
      if (part[1] === 'bombs') V.show(key, E.more() || Number(part[2]) <= (V.narrow() ? given.few - 1 : given.few) || on);
    });
    const more = V.byId('more-bombs');
    if (more) V.classes(V.byId('bomb-keys'), { many: E.more() });
    if (more) { V.show(more, !E.more()); V.grey(more, early); }
    const spring = V.byId('spring-name');
    if (!spring) return;
    const kind = !q.v.out ? 'spring_or_anti' : E.won() ? 'spring' : 'anti_spring';
    V.text(spring, V.word(kind));
    V.text(V.byId('spring-how'), q.v.out ? V.word(kind + '_how') : '');
  }

  /* Said above the questions: extra hands and whom they are about, the bell, two who are bust at once. */
  function phaseNote(page) {
    const now = page.entering && !game.fixing ? E.standing() : T.shown();
    const tied = V.join((now.tied || []).map((one) => T.names(one)));
    if (now.phase === 'extra') return V.word('note_extra', { names: tied });
    if (now.busted && now.busted.length > 1) return V.word('note_two_bust', { names: T.names(now.busted) });
    if (now.decides_by === 'lot' && tied) return V.word('note_lot', { names: tied });
    if (now.time_up && now.phase === 'regular') return V.word('note_bell');
    return '';
  }

  let drawn = '';

  game.render = function (page) {
    if (page.slot !== drawn) {
      if (!game.fixing) game.clear(); /* calls that were tapped for another hand say nothing of this one */
      document.querySelector('.main').scrollTop = 0;
    }
    drawn = page.slot;
    E.gather();
    const shown = T.shown();
    const now = page.entering ? E.standing() : shown;
    const note = page.phase === 'playing' || page.phase === 'full' ? phaseNote(page) : '';
    V.show(V.byId('phase-note'), Boolean(note));
    V.text(V.byId('phase-note'), note);
    T.renderSeats(page, {
      first: E.first(),
      landlord: E.passedOut() ? '' : E.landlord(),
      turn: given.auction && E.first() ? E.bidding.turn(E.first(), E.bids()) : '',
      calls: (seat) => (E.first() ? E.bidding.of(E.first(), E.bids(), seat) : { calls: [], at: -1 }),
      busted: now.busted || [],
    });
    T.renderTotals(page, now.totals || shown.totals, shown.sums_to);
    T.renderSigned(page);
    T.renderForms(page);
    Mingpai.renderTime(page);
    if (page.entering) {
      if (given.numbers) renderBids();
      else if (given.auction) renderCall();
      renderPlay();
      renderDoubling();
      E.beans.render(E.landlord(), q.v.out, T.name);
    }
    q.render(page.entering, page);
  };
})();
