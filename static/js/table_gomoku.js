/* Entering one game of 五子棋: who won, with which stones, and how. The score in games and who has Black next are the server's. */
'use strict';

(function () {
  const V = Mingpai.view;
  const game = { fixing: null };
  Mingpai.game = game;
  const given = JSON.parse(V.byId('given').textContent);
  const PLAYER = { NS: 'A', EW: 'B' };
  const SIDE = { A: 'NS', B: 'EW' };
  const OTHER = { NS: 'EW', EW: 'NS' };
  let pick = null; /* {winner: side or '', reason} */
  let black = ''; /* as tapped; where the server knows it, that holds */
  let slot = '';

  const shown = () => (Mingpai.state.match && Mingpai.state.match.shown) || {};
  const nameOf = (side) => (Mingpai.state.match ? Mingpai.state.match[side].players.join(' ') : '');

  game.slot = (hand) => String(hand.number);
  game.number = Number;
  game.compare = (a, b) => Number(a) - Number(b);
  game.label = (of) => V.word('hand', { hand: of });
  game.shortLabel = (of) => V.word('hand_short', { hand: of });
  game.side = () => '';
  game.mark = (shape, hand) => V.classes(shape, { sh: true, black: Boolean(hand.winner) && hand.winner === hand.black, white: Boolean(hand.winner) && hand.winner !== hand.black });
  game.name = (hand) => (hand.winner ? V.word('row_won', { colour: V.word(hand.winner === hand.black ? 'black' : 'white'), name: nameOf(hand.winner), reason: hand.reason === 'five' ? V.word('reason_five') : '' }).trim() : V.word('reason_draw'));
  game.what = game.name;
  game.tail = (hand) => (hand.winner && hand.reason !== 'five' ? V.word('reason_' + hand.reason) : '');
  game.said = (hand) => game.name(hand) + ' ' + game.tail(hand);
  game.rival = game.said;
  game.odd = function (hand) {
    const found = (hand.findings || [])[0];
    return found ? V.word(V.has('find_' + found.code) ? 'find_' + found.code : 'finding') : '';
  };
  game.total = () => (shown().wins ? V.ratio(shown().wins) : '');
  game.step = (step) => (given.steps[step.op] ? Mingpai.sheets.step(given.steps[step.op], step.operands, step.value, step.of ? nameOf(step.of) : '') : '');
  game.sum = (step) => String(step.value);

  /* ---- what comes next ---- */

  game.next = function (state, hands) {
    const now = state.match && state.match.shown;
    if (!now || state.match.done || !now.next_game) return '';
    const wins = { NS: now.wins.NS, EW: now.wins.EW };
    let number = now.next_game;
    for (; hands[number]; number += 1) if (hands[number].winner) wins[hands[number].winner] += 1; /* saved here, not yet with the server */
    return Math.max(wins.NS, wins.EW) >= now.to_win ? '' : String(number);
  };
  game.full = (state) => Boolean(state.match && state.match.done);
  game.where = (state, of) => game.label(of) + '/' + (2 * (shown().to_win || 1) - 1);

  const due = () => (!game.fixing && slot === String(shown().next_game) ? shown().next_black || '' : '');
  const hasBlack = () => due() || black;

  /* ---- what was tapped ---- */

  game.clear = function () {
    pick = null;
    black = '';
    Mingpai.goban.moves = [];
    Mingpai.preview.clear();
  };
  game.moved = function () {};
  game.startFixing = function (hand) {
    pick = { winner: hand.winner, reason: hand.reason };
    black = hand.black;
  };

  game.record = function (of) {
    slot = of;
    if (!pick || !hasBlack()) return null;
    const record = { game: Number(of), black: PLAYER[hasBlack()], winner: pick.winner ? PLAYER[pick.winner] : null, reason: pick.reason };
    if (Mingpai.goban.moves.length) record.moves = Mingpai.goban.moves.slice();
    return record;
  };
  game.told = (record) => ({ number: record.game, black: hasBlack(), winner: pick.winner, reason: pick.reason });
  game.same = (hand, told) => hand.black === told.black && hand.winner === told.winner && hand.reason === told.reason;

  game.acts = {
    won(winner, stones) {
      const same = pick && pick.reason === 'five' && pick.winner === winner && hasBlack() === stones;
      pick = same ? null : { winner: winner, reason: 'five' };
      black = same ? '' : stones;
    },
    /* 认输 and 弃权 are tapped on the loser's name. */
    other(loser, reason) {
      const winner = loser ? OTHER[loser] : '';
      const same = pick && pick.reason === reason && pick.winner === winner;
      pick = same ? null : { winner: winner, reason: reason };
    },
    stone(column, row) { Mingpai.goban.put(Number(column), Number(row)); },
    takeback() { Mingpai.goban.moves.pop(); },
    black(side) { black = black === side ? '' : side; },
  };

  /* ---- what the footer says ---- */

  game.band = function (how, hand, answer) {
    const values = { hand: game.label(hand.slot), what: game.name(hand) + (game.tail(hand) ? ' ' + game.tail(hand) : ''), total: game.total() };
    const whole = (record) => game.said({ winner: SIDE[record.winner] || '', black: SIDE[record.black], reason: record.reason });
    if (how === 'conflict') return V.word('band_conflict', Object.assign(values, { live: whole(answer.live.record), kept: whole(answer.kept.record) }));
    return V.word('band_' + how, values);
  };

  const outcomeLine = () => (!pick.winner ? V.word('reason_draw') : pick.reason === 'five' ? V.word('won', { name: nameOf(pick.winner), reason: V.word('reason_five') }) : V.word('won_against', { name: nameOf(pick.winner), other: nameOf(OTHER[pick.winner]), reason: V.word('reason_' + pick.reason) }));

  function after(outcome) {
    const then = outcome.shown || {};
    const odd = game.odd(outcome);
    if (odd) return odd;
    if (!then.next_game) return V.word('over');
    return V.word(then.next_black ? 'next_game' : 'next_game_rps', { hand: then.next_game, name: then.next_black ? nameOf(then.next_black) : '' });
  }

  game.entered = function (page) {
    if (!pick) {
      const name = due() ? nameOf(due()) : '';
      return { need: V.word('need_pick', { hand: page.slot }), hint: V.word(name ? 'ask_pick' : 'ask_pick_open', { name: name }) };
    }
    if (!hasBlack()) return { need: V.word('need_black'), hint: outcomeLine() + ' ' + V.word('ask_black') };
    const seen = Mingpai.preview.answer || {};
    if (seen.refused) return { refused: Mingpai.foot.messageOf(seen.refused) };
    const wins = seen.outcome && seen.outcome.shown ? seen.outcome.shown.wins : null;
    return { ready: { number: wins ? wins.NS + ' : ' + wins.EW : '', line: outcomeLine(), under: seen.outcome ? after(seen.outcome) : seen.offline ? V.word('preview_offline') : '', explained: Boolean(seen.outcome) } };
  };

  /* ---- drawing ---- */

  function renderKeys() {
    const known = due();
    V.all('[data-do^="won:"]').forEach((key) => {
      const part = key.dataset.do.split(':');
      V.show(key, !known || known === part[2]);
      V.pressed(key, Boolean(pick) && pick.reason === 'five' && pick.winner === part[1] && hasBlack() === part[2]);
    });
    V.all('[data-do^="other:"]').forEach((key) => {
      const part = key.dataset.do.split(':');
      V.pressed(key, Boolean(pick) && pick.reason === part[2] && pick.winner === (part[1] ? OTHER[part[1]] : ''));
    });
    V.show(V.byId('black'), !known && Boolean(pick) && pick.reason !== 'five');
    V.all('[data-do^="black:"]').forEach((key) => V.pressed(key, black === key.dataset.do.split(':')[1]));
  }

  game.render = function (page) {
    slot = page.slot;
    ['NS', 'EW'].forEach((side) => {
      V.fill('[data-player=' + side + ']', nameOf(side));
      V.fill('[data-wins=' + side + ']', shown().wins ? shown().wins[side] : 0);
      const stones = page.entering ? hasBlack() : '';
      V.all('[data-stone=' + side + ']').forEach((stone) => {
        V.show(stone, Boolean(stones));
        V.classes(stone, { b: stones === side, w: stones !== side });
      });
      V.fill('[data-colour=' + side + ']', stones ? V.word(stones === side ? 'black_first' : 'white') : '');
    });
    V.text(V.byId('felt-note'), V.word('felt', { ns: nameOf('NS'), ew: nameOf('EW') }));
    V.show(V.byId('asks'), page.entering);
    V.show(V.byId('facts'), page.entering);
    Mingpai.goban.render();
    if (!page.entering) return;
    V.text(V.byId('won-title'), V.word('who_won', { hand: page.slot }));
    renderKeys();
    const now = V.byId('black');
    if (page.tapped && !now.hidden && !black) now.scrollIntoView({ block: 'nearest' });
  };
})();
