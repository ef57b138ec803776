/* Entering one board of 80分. Dealer, rank and a trump once fixed are the server's (`match.shown.boards`); a board has the defenders'
 * points and nothing signed. Which board is next is the server's too, unless the table says that it plays another one. */
'use strict';

(function () {
  const V = Mingpai.view;
  const T = Mingpai.tractor;
  const given = T.given;
  const game = { fixing: null };
  Mingpai.game = game;
  let picked = 0;
  let asking = 0;
  let slot = '';

  const boards = () => (Mingpai.state.match && Mingpai.state.match.shown && Mingpai.state.match.shown.boards) || [];
  const boardAt = (of) => boards().find((board) => String(board.board) === String(of)) || null;
  const now = () => boardAt(slot);
  const declarers = () => (now() ? now().declarers : '');
  const defenders = () => T.other(declarers());

  /* ---- what a board is called ---- */

  game.slot = (hand) => String(hand.number);
  game.number = Number;
  game.compare = (a, b) => Number(a) - Number(b);
  game.label = (of) => V.word('hand', { hand: of });
  game.shortLabel = (of) => V.word('hand_short', { hand: of });
  game.side = (hand) => hand.defenders;
  const points = (hand) => (hand.D === undefined ? '' : hand.D === 0 ? V.word('shutout', { points: 0 }) : String(hand.D));
  game.name = (hand) => V.word('hand_name', { side: T.sideName(hand.defenders), points: points(hand) });
  game.what = (hand) => V.word('row_what', { side: T.sideName(hand.defenders) });
  game.tail = points;
  game.said = (hand) => T.detail(() => q, hand);
  game.rival = (result) => q.keyName('trump', result.trump) + ' ' + T.told(result);
  game.odd = T.odd;
  game.step = (step) => T.step(step, String);
  game.sum = T.sum;
  const counted = () => ({ done: boards().filter((board) => board.done).length, all: boards().length });
  game.total = () => V.word('boards_done', counted());

  /* ---- what comes next ---- */

  game.next = function (state, hands) {
    if (!state.match || state.match.done) return '';
    if (picked && !hands[picked]) return String(picked);
    const due = boards().find((board) => !board.done && !hands[board.board]);
    return due ? String(due.board) : '';
  };
  game.full = (state) => Boolean(state.match && state.match.done);
  /* The number on the board says nothing of how far the round is: boards 9 to 16 are its eight. */
  const place = (of) => boards().findIndex((board) => String(board.board) === of) + 1;
  game.where = (state, of) => game.label(of) + ' · ' + place(of) + '/' + boards().length;

  /* ---- what was tapped ---- */

  const fixed = (name) => (now() && !game.fixing ? now()[name] : null);
  /* Whether the kitty's points are asked: dug, or by a rulebook under which they may count though nobody dug. */
  const counts = (v) => T.dug(v) || given.kitty_always;
  const ask = T.questions(() => q);
  const q = Mingpai.questions([
    { id: 'rank', need: 'need_rank', when: () => !fixed('rank') && !(game.fixing && printed()), sum: (value) => q.keyName('rank', value) },
    Object.assign({ when: () => !fixed('trump') }, ask.trump),
    ask.points,
    ask.last,
    ask.dig,
    Object.assign({}, ask.kitty, { when: counts }),
  ], given);

  /* The rulebook prints the rank of every board: then no record states one. */
  const printed = () => boards().every((board) => board.rank);

  game.clear = function () {
    q.clear();
    Mingpai.preview.clear();
  };
  game.moved = function () { picked = 0; };

  game.startFixing = function (hand) {
    slot = hand.slot;
    q.v = T.answers(hand);
    q.v.rank = hand.rank;
    if (given.kitty_always) q.v.kitty = hand.kitty_points;
  };

  game.record = function (of) {
    slot = of;
    const match = Mingpai.state.match;
    if (!now() || q.missing()) return null;
    const where = given.by_room ? { room: match.room } : { ns: match.numbers.NS, ew: match.numbers.EW };
    const record = Object.assign({ board: Number(of) }, where, { trump: fixed('trump') || q.v.trump }, T.scored(q.v), { kitty_points: counts(q.v) ? q.v.kitty : null });
    if (!printed()) record.rank = fixed('rank') || q.v.rank;
    return record;
  };

  const judged = (outcome) => ({ D: outcome.D, defenders: outcome.defenders || defenders() });
  game.told = (record) => Object.assign({}, record, { number: record.board, kitty_points: record.kitty_points || 0, rank: record.rank || (now() && now().rank), defenders: defenders() }, Mingpai.preview.outcome() ? judged(Mingpai.preview.outcome()) : {});
  game.settled = (about, answer) => (answer.outcome ? Object.assign({}, about, judged(answer.outcome)) : about);
  const SAID = ['trump', 'rank', 'table_points', 'kitty_points', 'last_trick', 'dig'];
  game.same = (hand, told) => SAID.every((name) => hand[name] === told[name]);

  game.acts = Object.assign(T.acts(() => q), {
    board(of) {
      if (of === slot) return V.close();
      asking = Number(of);
      const values = { due: slot, other: of };
      V.text(V.byId('sure-title'), V.word('sure', values));
      V.text(V.byId('sure-no'), V.word('sure_no', values));
      V.text(V.byId('sure-yes'), V.word('sure_yes', values));
      V.open('sure');
    },
    sure() { picked = asking; game.clear(); V.close(); },
  });

  /* ---- what the footer says ---- */

  const byHand = () => Mingpai.state.unit === 'hand';
  const checker = () => (Mingpai.state.device.side === 'NS' ? 'E' : 'S');

  game.band = function (how, hand, answer) {
    const values = { hand: game.label(hand.slot), what: game.name(hand), seat: T.seatName(checker()) };
    if (how === 'conflict') return V.word('band_conflict', Object.assign(values, { live: game.rival(answer.live.record), kept: game.rival(answer.kept.record) }));
    return V.word(how === 'saved' && byHand() ? 'band_saved_check' : 'band_' + how, values);
  };

  function said(outcome) {
    const side = outcome.defenders || defenders();
    const D = outcome.D;
    const under = [T.account(q.v, outcome.by_play === undefined ? D : outcome.by_play) || V.word('not_dug')];
    if (outcome.by_play !== undefined && outcome.by_play !== D) under.push(V.word('with_fines', { points: D }));
    const odd = T.finding(outcome.findings);
    if (odd) under.push(odd);
    else if (byHand()) under.push(V.word('then_check', { seat: T.seatName(checker()), name: T.player(checker()) }));
    return { number: D, side: side, shape: side, line: V.word('earned', { side: T.sideName(side), points: D === 0 ? V.word('shutout', { points: 0 }) : D }), under: under.join(V.word('semicolon')), explained: true };
  }

  game.entered = function () {
    const missing = q.missing();
    if (missing) {
      const what = V.word(missing.id === 'points' ? 'need_points_of' : missing.need, { side: T.sideName(defenders()) });
      return { need: V.word('need', { what: what }), hint: V.word('board_hint', { hand: game.label(slot), side: T.sideName(defenders()) }) + ' ' + V.word('asks', { what: what }) };
    }
    const seen = Mingpai.preview.answer || {};
    if (seen.refused) return { refused: Mingpai.foot.messageOf(seen.refused) };
    if (seen.outcome) return { ready: said(seen.outcome) };
    return { ready: { number: '', line: T.account(q.v) || V.word('earned', { side: T.sideName(defenders()), points: q.v.points }), under: seen.offline ? V.word('preview_offline') : '' } };
  };

  /* ---- drawing ---- */

  const rankName = (rank) => (rank ? V.word('rank', { rank: rank === 'T' ? '10' : rank }) : V.word('no_answer'));

  function renderBoard(page) {
    const board = now();
    V.show(V.byId('board'), Boolean(board) && page.entering);
    V.fill('[data-board]', board ? board.board : '');
    T.renderDealer(board ? board.dealer : '');
    if (!board) return;
    V.text(V.byId('board-dealer'), T.seatName(board.dealer) + ' ' + T.player(board.dealer));
    V.text(V.byId('board-rank'), rankName(fixed('rank') || q.v.rank || board.rank));
    const trump = fixed('trump');
    V.text(V.byId('board-trump'), trump ? V.word('fixed', { what: q.keyName('trump', trump) }) : q.v.trump ? q.keyName('trump', q.v.trump) : V.word('no_answer'));
    V.show(V.byId('other-board'), !game.fixing);
  }

  function renderChoice(hands) {
    V.list(V.byId('board-keys'), 'board-key', boards().map((board) => String(board.board)), (key, of) => {
      const board = boardAt(of);
      const taken = board.done || Boolean(hands[of]);
      V.attribute(key, 'data-do', 'board:' + of);
      V.text(key.querySelector('.l'), of);
      V.text(key.querySelector('small'), taken ? V.word('board_done') : V.word(board.rank ? 'board_of' : 'board_of_open', { seat: T.seatName(board.dealer), rank: rankName(board.rank) }));
      V.pressed(key, of === slot);
      V.grey(key, taken ? V.word('board_taken', { hand: game.label(of) }) : '');
    });
  }

  game.render = function (page) {
    slot = page.slot;
    const match = page.state.match;
    V.text(V.byId('at-room'), match && match.room ? V.word('room_' + match.room) : '');
    renderBoard(page);
    Mingpai.renderTime(page);
    V.text(V.byId('felt-note'), match ? V.word('boards_done', counted()) : '');
    V.text(V.byId('sum-note'), counted().done + ' / ' + counted().all);
    renderChoice(page.hands);
    T.renderSides(declarers());
    T.renderKitty(q.v);
    q.render(page.entering, page);
  };
})();
