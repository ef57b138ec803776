/* The footer of the table page: the slot says exactly one thing, and the key beside it does exactly that.
 * Order of precedence: why a grey key is grey > what was just done > what will be saved > what is missing. */
'use strict';

(function () {
  const V = Mingpai.view;
  const foot = {};
  Mingpai.foot = foot;

  foot.messageOf = function (refusal) {
    const all = (refusal.problems || []).map((p) => [p.message, p.clause_ref ? '〔' + p.clause_ref + '〕' : '', p.remedy].filter(Boolean).join(' '));
    return all.length ? all.join(' ') : refusal.message || refusal.code || '';
  };

  function ready(said) {
    V.byId('slot').dataset.show = 'ready';
    const big = V.byId('pv-number');
    V.text(big, said.number);
    V.classes(big, { 'ns-t': said.side === 'NS', 'ew-t': said.side === 'EW' });
    const shape = V.byId('pv-shape');
    V.show(shape, Boolean(said.shape));
    V.shape(shape, said.shape || '');
    V.text(V.byId('pv-1'), said.line);
    V.text(V.byId('pv-2'), said.under);
    if (Mingpai.game.drawReady) Mingpai.game.drawReady(said);
    V.show(V.byId('how'), Boolean(said.explained));
  }

  function hint(text) {
    V.byId('slot').dataset.show = 'hint';
    V.text(V.byId('slot-hint'), text);
  }

  /* What the game says of the entry: {save, need, hint} while something is missing, {save, ready} else, {save, refused} when the
   * server would not take it. */
  function enter(page) {
    const said = Mingpai.game.entered(page);
    const save = V.byId('save');
    V.text(save, said.save || V.word(Mingpai.game.fixing ? 'save_fix' : 'save'));
    V.grey(save, said.refused || said.need || '');
    if (said.refused) {
      V.byId('slot').dataset.show = 'reason';
      V.text(V.byId('slot-reason'), said.refused);
    } else if (said.ready) ready(said.ready);
    else hint(said.hint);
  }

  function calm(page) {
    const game = Mingpai.game;
    if (page.phase === 'unpaired' || ['forfeited', 'decided', 'annulled'].indexOf(page.phase) >= 0) return '';
    if (page.asked) return V.word('check_hand', { hand: game.label(page.asked), what: Mingpai.rows.said(page.hands[page.asked]) });
    if (page.checking) return V.word('check_total') + ' ' + game.total(page.state);
    if (page.phase === 'confirmed') return V.word('confirmed_text');
    const wait = page.state.unit === 'hand' ? 'check_wait_hand' : 'check_wait';
    if (page.phase === 'full') return V.word(page.scorer || page.signed ? 'wait_check' : wait, { side: V.join(page.unsigned.map(game.sideName || ((side) => V.word('side_' + side)))) });
    if (page.stopped) return V.word('notice_' + page.stopped);
    if (page.phase === 'playing') return V.word(page.scorer ? 'nothing_next' : wait);
    return V.word('waiting_text');
  }

  /* page: {state, hands, phase, stopped, entering, checking, asked, scorer, reviewed, disputed, slot, reason, band, mayUndo} */
  foot.render = function (page) {
    const match = page.state.match;
    const call = V.byId('call');
    V.show(call, Boolean(match) && page.phase !== 'unpaired');
    V.text(call, match && match.call ? V.word('called') : call.dataset.label);
    V.classes(call, { out: Boolean(match && match.call) });
    V.show(V.byId('yes'), page.checking);
    V.show(V.byId('no'), page.checking);
    V.show(V.byId('save'), page.entering);
    V.grey(V.byId('yes'), !page.checking ? '' : page.disputed ? V.word('check_disputed') : !page.asked && page.reviewed.length ? V.word('check_review') : '');
    V.classes(document.body, { checking: page.checking, bare: !page.checking && !page.entering });
    if (page.entering) enter(page);
    else hint(calm(page));
    if (page.reason) {
      V.byId('slot').dataset.show = 'reason';
      V.text(V.byId('slot-reason'), page.reason);
    } else if (page.band) {
      V.byId('slot').dataset.show = 'band';
      V.text(V.byId('slot-band'), page.band);
      V.show(V.byId('band-undo'), page.mayUndo);
    }
  };
})();
