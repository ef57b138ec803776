/* What stands around the entry: header, names, what is corrected, the rows to look over, the calm states and the notice. */
'use strict';

(function () {
  const V = Mingpai.view;
  const frame = {};
  Mingpai.frame = frame;
  const game = () => Mingpai.game;

  function header(page) {
    const match = page.state.match;
    V.text(V.byId('at-round'), match ? V.word('round', { round: match.round }) : '');
    const at = V.byId('at-hand');
    const fixing = game().fixing && page.entering;
    V.classes(at, { fixed: Boolean(fixing) });
    if (!match) V.text(at, '');
    else if (fixing) V.text(at, V.word('fixing_short', { hand: game().shortLabel(game().fixing.slot) }));
    else if (page.full) V.text(at, V.word('all_in'));
    else V.text(at, page.slot ? game().where(page.state, page.slot) : '');
    V.show(V.byId('flag'), page.refused > 0);
    if (page.refused) V.text(V.byId('flag'), V.word('flag_refused', { n: page.refused }));
    V.show(V.byId('review'), page.reviewed.length > 0);
    V.text(V.byId('review'), V.word('review_short', { hands: V.join(page.reviewed.map(game().shortLabel)) }));
  }

  function connection(page) {
    const unsent = page.waiting.length;
    const ended = page.phase === 'unpaired';
    const well = page.online && !unsent && !ended;
    V.classes(V.byId('conn'), { ok: well, wait: !well });
    V.text(V.byId('conn-text'), ended ? V.word('conn_unpaired') : page.online ? (unsent ? V.word('conn_unsent', { n: unsent }) : V.word('conn_on')) : V.word(unsent ? 'conn_off_unsent' : 'conn_off', { n: unsent }));
    Mingpai.unsent.render({ ended: ended, online: page.online });
  }

  function names(page) {
    const match = page.state.match;
    if (!match) return;
    V.sides(match).forEach((side) => {
      const players = match[side].players;
      V.fill('[data-pair="' + side + '"]', players.join(' '));
      V.fill('[data-team="' + side + '"]', match[side].team);
      const seats = side === 'NS' ? ['S', 'N'] : side === 'EW' ? ['E', 'W'] : [side];
      seats.forEach((seat, i) => V.fill('[data-name="' + seat + '"]', players[i] || ''));
    });
  }

  function fixing(page) {
    const hand = game().fixing;
    V.show(V.byId('fixing'), page.entering && Boolean(hand));
    if (hand) V.text(V.byId('fixing-text'), V.word('fixing', { hand: game().label(hand.slot), old: game().name(hand) }));
  }

  /* What stands over the rows. */
  function title(page) {
    const match = page.state.match;
    if (page.phase === 'confirmed') return V.word(match.on_behalf ? 'confirmed_behalf' : 'confirmed_title');
    if (page.stopped && !page.checking) return V.word(page.stopped + '_title');
    if (page.asked) return V.word('check_hand_title', { hand: game().label(page.asked) });
    if (page.phase === 'full') return V.word(page.checking ? 'check_title' : 'wait_check_title');
    return V.word(page.scorer ? 'so_far' : 'check_live');
  }

  function middle(page) {
    const match = page.state.match;
    const seen = ['playing', 'full', 'confirmed'].indexOf(page.phase) >= 0;
    const five = Boolean(match) && !page.entering && seen;
    V.show(V.byId('five'), five);
    if (five) V.text(V.byId('five-title'), title(page));
    V.show(V.byId('log'), Boolean(match) && (!five || page.mayWrite));
    V.show(V.byId('seats'), Boolean(match));
    const calm = { waiting: 'waiting', forfeited: 'forfeit', decided: 'decided', annulled: 'annulled', unpaired: 'unpaired' }[page.phase];
    V.show(V.byId('calm'), Boolean(calm));
    if (!calm) return;
    const left = page.phase === 'unpaired' ? page.waiting.length : 0;
    const sides = match ? V.join(match.forfeited_by.map((side) => V.word('side_' + side))) : '';
    V.text(V.byId('calm-title'), V.word(calm + '_title'));
    V.text(V.byId('calm-text'), V.word(calm + '_text', { sides: sides }) + (page.phase === 'decided' ? ' ' + game().total(page.state) : '') + (left ? ' ' + V.word('unpaired_unsent', { n: left }) : ''));
  }

  function notice(page) {
    const node = V.byId('notice');
    const reviewed = page.reviewed.length > 0;
    let text = '';
    let kind = 'info';
    if (page.phase === 'unpaired') text = '';
    else if (reviewed) text = V.word('notice_review', { hands: V.join(page.reviewed.map(game().label)) });
    else if (page.stopped) text = V.word('notice_' + page.stopped);
    else if (page.volatile || (page.unsentHere && !page.online)) {
      text = V.word(page.volatile ? 'unsent_volatile' : 'unsent_safe');
      kind = 'wait';
    }
    V.show(node, Boolean(text));
    V.text(node, text);
    V.classes(node, { stop: Boolean(text) && !reviewed && Boolean(page.stopped), info: kind === 'info', wait: kind === 'wait', loud: kind === 'wait' && page.volatile });
  }

  /* What the desk says to the hall: the newest in the header, all of it in a sheet. */
  function announced(page) {
    const said = page.state.announcements || [];
    V.show(V.byId('announced'), said.length > 0);
    V.text(V.byId('announced-text'), said.length ? V.word('announced') + (said.length > 1 ? ' ' + said.length : '') : '');
    const list = V.byId('announced-list');
    const pids = V.join(said.map((one) => one.pid));
    if (list.dataset.of === pids) return;
    list.dataset.of = pids;
    list.replaceChildren(...said.map((one) => {
      const line = document.createElement('li');
      line.textContent = one.time + '　' + one.text;
      return line;
    }));
  }

  frame.render = function (page) {
    header(page);
    announced(page);
    connection(page);
    names(page);
    fixing(page);
    middle(page);
    notice(page);
  };
})();
