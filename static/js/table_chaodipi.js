/* Entering one hand of 炒地皮. Levels, the deal, the next dealer and what a result moves are the server's (`match.shown`, the preview);
 * this gathers what was tapped, and asks who deals only where the server cannot know it yet. */
'use strict';

(function () {
  const V = Mingpai.view;
  const T = Mingpai.tractor;
  const given = T.given;
  const game = { fixing: null };
  Mingpai.game = game;
  let more = false;
  let buried = '';
  let slot = '';
  let unfolded = false;

  const shown = () => (Mingpai.state.match && Mingpai.state.match.shown) || {};
  const levels = () => shown().levels || { NS: given.levels[0], EW: given.levels[0] };
  const several = () => (shown().to_win || 1) > 1;

  /* ---- what a hand is called ---- */

  const part = (of) => String(of).split('-').map(Number);
  game.slot = (hand) => hand.game + '-' + hand.number;
  game.number = (of) => part(of)[1];
  game.compare = (a, b) => part(a)[0] - part(b)[0] || part(a)[1] - part(b)[1];
  game.label = (of) => V.word(several() ? 'hand_of_game' : 'hand', { game: part(of)[0], hand: part(of)[1] });
  game.shortLabel = (of) => V.word(several() ? 'hand_of_game_short' : 'hand_short', { game: part(of)[0], hand: part(of)[1] });
  game.side = (hand) => T.sideOf(hand.declarer);
  game.name = (hand) => V.word(hand.D === undefined ? 'hand_name_unknown' : 'hand_name', { seat: T.seatName(hand.declarer), points: hand.D });
  game.what = (hand) => V.word(hand.D === undefined ? 'row_what_unknown' : 'row_what', { seat: T.seatName(hand.declarer), points: hand.D });
  game.said = (hand) => T.detail(() => q, hand) + ' ' + game.tail(hand);
  game.rival = (result) => V.word('hand_name_unknown', { seat: T.seatName(result.declarer) }) + ' ' + T.told(result) + (result.hook && result.hook !== 'none' ? ' ' + q.keyName('hook', result.hook) : '');
  game.odd = T.odd;
  game.total = () => V.ratio(levels());
  /* Levels come as numbers: the first of the ladder is 2. */
  const levelName = (n) => given.levels[n - 2] || V.word('passed_short', { level: given.levels[given.levels.length - 1] });
  game.step = (step) => T.step(step, levelName);
  game.sum = T.sum;

  const won = (hand) => hand.ended === 'passed_A';

  /* "8→10" of whoever moved, 换庄 where nobody did. */
  game.tail = function (hand) {
    if (!hand.before || !hand.after) return '';
    if (won(hand)) return V.word('passed_short', { level: given.levels[given.levels.length - 1] });
    const moves = ['NS', 'EW'].filter((side) => hand.before.levels[side] !== hand.after.levels[side]);
    if (moves.length) return V.join(moves.map((side) => V.word('climbs', { from: hand.before.levels[side], to: hand.after.levels[side] })));
    return hand.before.deal && hand.before.deal === hand.after.deal ? '' : V.word('swapped');
  };

  /* ---- what comes next ---- */

  game.next = function (state, hands) {
    const now = state.match && state.match.shown;
    if (!now || state.match.done || !now.next_hand) return '';
    let number = now.next_hand;
    while (hands[now.game + '-' + number]) number += 1; /* saved here, not yet with the server */
    return now.game + '-' + number;
  };
  game.full = (state) => Boolean(state.match && state.match.done);
  game.where = (state, of) => game.label(of);

  /* Whether the server's levels and dealer are those before the hand that is entered. */
  const fresh = () => !game.fixing && slot === shown().game + '-' + shown().next_hand;
  const dealer = () => (fresh() && shown().dealer) || q.v.dealer || '';
  const before = () => (fresh() ? levels() : game.fixing && game.fixing.before ? game.fixing.before.levels : null);
  const hookable = () => T.dug(q.v) && (!before() || !dealer() || before()[T.sideOf(dealer())] === given.hook);

  /* ---- what was tapped ---- */

  const ask = T.questions(() => q);
  const q = Mingpai.questions([
    { id: 'dealer', need: 'need_dealer', fold: () => true, when: () => !(fresh() && shown().dealer), sum: (seat) => T.seatName(seat) + ' ' + T.player(seat) },
    ask.trump,
    ask.points,
    ask.last,
    ask.dig,
    ask.kitty,
    { id: 'hook', need: 'need_hook', when: hookable, sum: (value) => q.keyName('hook', value) },
  ], given);

  game.clear = function () {
    q.clear();
    more = false;
    buried = '';
    Mingpai.preview.clear();
  };
  game.moved = function () {};

  game.startFixing = function (hand) {
    slot = hand.slot;
    q.v = Object.assign(T.answers(hand), { dealer: hand.declarer });
    if (T.dug(q.v)) q.v.hook = hand.hook;
    buried = hand.buried_by === hand.declarer ? '' : hand.buried_by;
  };

  game.record = function (of) {
    slot = of;
    if (!of || q.missing()) return null;
    const v = q.v;
    return Object.assign({ game: part(of)[0], hand: part(of)[1], declarer: dealer(), trump: v.trump === 'none' ? null : v.trump, buried_by: buried || dealer() }, T.scored(v), { hook: hookable() ? v.hook : 'none' });
  };

  game.told = function (record) {
    const outcome = Mingpai.preview.outcome() || {};
    return Object.assign({}, record, { number: record.hand, D: outcome.D, before: outcome.before, after: outcome.after, ended: outcome.ended });
  };

  /* The outbox calls the slot `hand`; a record's own number would hide it. */
  game.settled = (about, answer) => (answer.outcome ? Object.assign({}, about, { D: answer.outcome.D, before: answer.outcome.before, after: answer.outcome.after, ended: answer.outcome.ended }) : about);

  const SAID = ['declarer', 'trump', 'buried_by', 'table_points', 'kitty_points', 'last_trick', 'dig', 'hook'];
  game.same = (hand, told) => SAID.every((name) => hand[name] === told[name]);

  game.acts = Object.assign(T.acts(() => q), {
    moredig() { more = true; },
    bands() { unfolded = !unfolded; },
    bury(seat) { buried = seat === dealer() ? '' : seat; V.close(); },
  });

  /* ---- what the footer says ---- */

  const move = (hand, side) => {
    const from = hand.before.levels[side];
    const to = hand.after.levels[side];
    return from === to ? V.word('side_stays', { side: T.sideName(side), level: from }) : V.word('side_climbs', { side: T.sideName(side), from: from, to: to }) + (hand.demoted === side ? V.word('hooked') : '');
  };

  const nextDealer = (after) => (after.dealer ? V.word('next_dealer', { seat: T.seatName(after.dealer), name: T.player(after.dealer) }) : V.word('next_dealer_free', { side: T.sideName(after.deal) }));

  /* How far the defenders were from the next row of the table. */
  function gap(points) {
    const up = (shown().bands || []).find((row) => row.least > points);
    return up ? V.word('gap_to', { least: up.least, short: up.least - points }) : (shown().bands || []).length ? V.word('top_band') : '';
  }

  game.band = function (how, hand, answer) {
    const values = { hand: game.label(hand.slot), what: game.name(hand), points: hand.D };
    if (how === 'conflict') return V.word('band_conflict', Object.assign(values, { live: game.rival(answer.live.record), kept: game.rival(answer.kept.record) }));
    if (how !== 'saved' || !hand.after) return V.word('band_' + (how === 'saved' ? 'fixed' : how), values);
    values.levels = V.join(['NS', 'EW'].map((side) => V.word('level_said', { side: T.sideName(side), level: hand.after.levels[side] })));
    values.next = won(hand) ? V.word('game_won', { side: T.sideName(hand.after.deal) }) : V.word('deal_of', { side: T.sideName(hand.after.deal) });
    return V.word('band_saved', values);
  };

  function said(outcome) {
    const v = q.v;
    const defenders = T.other(T.sideOf(dealer()));
    const account = [T.account(v, outcome.earned) || V.word('defended', { points: outcome.earned })];
    if (outcome.D !== outcome.earned) account.push(V.word('with_fines', { points: outcome.D }));
    const odd = T.finding(outcome.findings);
    if (odd) account.push(odd);
    if (!outcome.before || !outcome.after) return { number: outcome.D, line: V.word('uncounted'), under: account.join(V.word('semicolon')), explained: true };
    const swaps = outcome.after.deal === defenders;
    const first = swaps ? defenders : T.other(defenders);
    if (won(outcome)) return { number: outcome.D, line: V.word('passed', { side: T.sideName(first), level: given.levels[given.levels.length - 1] }), under: account.join(V.word('semicolon')), explained: true };
    account.push(move(outcome, T.other(first)), nextDealer(outcome.after), gap(outcome.D));
    return { number: outcome.D, shape: first, line: swaps ? V.word('takes_deal', { what: move(outcome, first) }) : move(outcome, first), under: account.filter(Boolean).join(V.word('semicolon')), explained: true };
  }

  game.entered = function () {
    const missing = q.missing();
    const side = T.sideOf(dealer());
    if (missing) {
      const what = V.word(missing.need);
      const where = side && before() ? V.word('playing_level', { side: T.sideName(side), level: before()[side] }) + ' ' : '';
      return { need: V.word('need', { what: what }), hint: where + V.word('asks', { what: what }) };
    }
    const seen = Mingpai.preview.answer || {};
    if (seen.refused) return { refused: Mingpai.foot.messageOf(seen.refused) };
    if (seen.outcome) return { ready: said(seen.outcome) };
    return { ready: { number: '', line: T.account(q.v) || V.word('defended', { points: q.v.points }), under: seen.offline ? V.word('preview_offline') : '' } };
  };

  /* ---- drawing ---- */

  /* Who won the games that are over, and how. */
  function gamesWon() {
    const last = given.levels[given.levels.length - 1];
    const over = (shown().games || []).filter((one) => one.winner);
    return over.map((one) => V.word(several() ? 'game_won_by' : 'won_by', { game: one.game, side: T.sideName(one.winner), how: V.word('how_' + one.reason, { level: last }) }));
  }

  function results(match) {
    const said = gamesWon();
    if (several()) said.unshift(V.word('wins', { wins: V.ratio(shown().wins || { NS: 0, EW: 0 }) }));
    if (several() && match.done && match.winner) said.unshift(V.word('match_won', { side: T.sideName(match.winner) }));
    return said;
  }

  /* Levels as they stand, hollow where this hand would lead; one line says who won what is over and who must play on. */
  function renderLadder(visible) {
    V.show(V.byId('ladder'), visible);
    const outcome = Mingpai.preview.outcome();
    const to = outcome && outcome.after && outcome.before ? outcome.after.levels : null;
    const at = before() || levels();
    V.all('#ladder .lv').forEach((rung) => {
      const level = rung.dataset.level;
      V.classes(rung, { at: at.NS === level || at.EW === level });
      V.all('[data-at]', rung).forEach((mark) => V.show(mark, at[mark.dataset.at] === level));
      V.all('[data-to]', rung).forEach((mark) => V.show(mark, Boolean(to) && to[mark.dataset.to] === level && at[mark.dataset.to] !== level));
    });
    const match = Mingpai.state.match || {};
    const told = results(match);
    if (!match.done) {
      ['NS', 'EW'].filter((side) => shown().must_play && shown().must_play[side]).forEach((side) => told.push(V.word('must_play', { side: T.sideName(side), level: levels()[side] })));
      if (shown().wanted === 'lot') told.push(V.word('lot_wanted'));
      else if (shown().time_up && shown().last_hand) told.push(V.word('time_is_up', { hand: shown().last_hand }));
    }
    V.text(V.byId('ladder-said'), told.join(V.word('semicolon')));
  }

  const short = (side) => V.word('side_short_' + side);

  /* What a row of the table does: with the server's word on it (`known`) by side and level, without by declarers and defenders. */
  function does(row, known) {
    const last = given.levels[given.levels.length - 1];
    if (known && known.wins) return V.word('passed', { side: short(known.wins), level: last });
    const moves = ['declarers', 'defenders'].filter((role) => row[role]).map((role) => {
      if (!known) return V.word('band_climb', { side: V.word(role), n: row[role] });
      const side = role === 'declarers' ? shown().deal : T.other(shown().deal);
      const to = known.levels[side];
      if (to === levels()[side]) return V.word('side_stays', { side: short(side), level: to });
      const whole = given.levels.indexOf(to) - given.levels.indexOf(levels()[side]) === row[role];
      return V.word(whole ? 'band_climb_to' : 'band_stops_at', { side: short(side), n: row[role], to: to });
    });
    if (!row.swaps) return moves.length ? V.join(moves) : V.word('band_stays');
    return moves.length ? V.word('band_takes', { what: V.join(moves) }) : V.word('swapped');
  }

  /* Every row of the table, the one of the points entered marked. Folded on phones and in 字大, to that row or to the next threshold. */
  function renderBands(visible) {
    V.show(V.byId('bands'), visible);
    const outcome = Mingpai.preview.outcome();
    const least = outcome && outcome.band ? outcome.band.least : null;
    const up = given.bands.find((row) => row.swaps);
    let now = up ? V.word('next_bands', { least: up.least, what: V.word('swapped') }) : '';
    given.bands.forEach((row) => {
      const node = document.querySelector('#bands-rows [data-least="' + row.least + '"]');
      const told = fresh() && shown().deal ? (shown().bands || []).find((one) => one.least === row.least) : null;
      const known = told && told.levels ? told : null;
      const text = does(row, known);
      const shape = node.querySelector('.sh');
      V.text(node.querySelector('[data-part=does]'), text);
      V.show(shape, Boolean(known));
      if (known) V.shape(shape, known.wins || known.deal);
      V.text(node.querySelector('[data-part=deals]'), known && known.dealer && !known.wins ? V.word('band_dealer', { seat: V.word('seat_short_' + known.dealer) }) : '');
      V.attribute(node, 'aria-current', row.least === least ? 'true' : null);
      if (row.least === least) now = V.word('band_now', { range: node.querySelector('.range').textContent, what: text });
    });
    V.text(V.byId('bands-now'), now);
    V.attribute(V.byId('bands-unfold'), 'aria-expanded', String(unfolded));
    V.classes(V.byId('bands'), { open: unfolded });
  }

  function renderBuried(visible) {
    V.show(V.byId('facts'), visible);
    const by = buried || dealer();
    V.text(V.byId('fact-buried'), by ? T.player(by) : V.word('no_answer'));
    V.all('[data-bury]').forEach((key) => {
      const seat = key.dataset.bury;
      V.pressed(key, seat === by);
      V.text(key.querySelector('small'), V.word(seat === dealer() ? 'buried_dealer' : 'buried_other'));
    });
  }

  game.render = function (page) {
    slot = page.slot;
    const deals = page.entering ? dealer() : shown().dealer || '';
    V.fill('[data-level-of=NS]', levels().NS);
    V.fill('[data-level-of=EW]', levels().EW);
    T.renderDealer(deals);
    const side = T.sideOf(deals) || shown().deal || '';
    V.all('.felt [data-deal-shape]').forEach((shape) => V.shape(shape, side));
    V.text(V.byId('felt-note'), side ? V.word('deal_of', { side: T.sideName(side) }) : V.word('deal_open'));
    V.text(V.byId('sum-note'), several() ? V.word('sum_note', { game: shown().game }) : '');
    if (page.full) V.text(V.byId('sum-note'), results(page.state.match).join(V.word('semicolon')));
    V.show(V.byId('felt-wins'), several());
    V.text(V.byId('felt-wins'), several() ? V.word('wins', { wins: V.ratio(shown().wins || { NS: 0, EW: 0 }) }) : '');
    Mingpai.renderTime(page);
    renderBands(page.phase === 'playing' && !page.stopped);
    renderLadder(Boolean(page.state.match) && ['playing', 'full', 'confirmed'].indexOf(page.phase) >= 0);
    renderBuried(page.entering);
    T.renderSides(T.sideOf(deals));
    T.renderKitty(q.v);
    const chosen = q.v.dig && V.byId('asks').querySelector('.more[data-do="set:dig:' + q.v.dig + '"]');
    V.all('.more').forEach((key) => V.show(key, more || Boolean(chosen)));
    if (V.byId('moredig')) V.show(V.byId('moredig'), !more && !chosen);
    V.grey(document.querySelector('[data-do="set:hook:main"]'), q.v.trump === 'NT' ? V.word('no_main_hook') : '');
    q.render(page.entering, page);
  };
})();
