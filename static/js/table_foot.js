/* The footer of the table page: the slot says exactly one thing, and the key beside it does exactly that.
 * Order of precedence: why a grey key is grey > what was just done > what will be saved > what is missing. */
'use strict';

(function () {
  const V = Mingpai.view;
  const rows = Mingpai.rows;
  const entry = Mingpai.entry;
  const foot = {};
  Mingpai.foot = foot;

  foot.messageOf = function (refusal) {
    const all = (refusal.problems || []).map((p) => [p.message, p.clause_ref ? '〔' + p.clause_ref + '〕' : '', p.remedy].filter(Boolean).join(' '));
    return all.length ? all.join(' ') : refusal.message || refusal.code || '';
  };

  function ready(number, side, line, under, explained) {
    V.byId('slot').dataset.show = 'ready';
    const big = V.byId('pv-number');
    V.text(big, number);
    V.classes(big, { 'ns-t': side === 'NS', 'ew-t': side === 'EW' });
    V.text(V.byId('pv-1'), line);
    V.text(V.byId('pv-2'), under);
    V.show(V.byId('how'), explained);
  }

  function hint(text) {
    V.byId('slot').dataset.show = 'hint';
    V.text(V.byId('slot-hint'), text);
  }

  function slip(page) {
    const left = entry.slipLeft(page.state, page.hands);
    const save = V.byId('save');
    const done = Object.keys(entry.slip).length;
    V.text(save, V.word('save_slip', { n: done || left.length }));
    const names = left.join(V.word('join'));
    V.grey(save, left.length ? V.word('need_slip', { left: names }) : '');
    if (left.length) hint(done ? V.word('slip_left', { done: done, left: names }) : V.word('ask_slip'));
    else ready(V.ratio(entry.slipSum(page.state, page.hands)), '', V.word('slip_sum'), '', false);
  }

  /* Before -> after: the server's sum of the hands and the server's points of this one, added. */
  function totalAfter(page, points) {
    const now = page.state.match.totals.points;
    const old = entry.fixing ? entry.fixing.points : { NS: 0, EW: 0 };
    const after = { NS: now.NS - old.NS + points.NS, EW: now.EW - old.EW + points.EW };
    return V.word('preview_total', { before: V.ratio(now), after: V.ratio(after) });
  }

  function preview(page, record) {
    const seen = entry.preview || {};
    if (seen.refused) {
      V.byId('slot').dataset.show = 'reason';
      V.text(V.byId('slot-reason'), foot.messageOf(seen.refused));
      V.grey(V.byId('save'), foot.messageOf(seen.refused));
      return;
    }
    const told = entry.told(record);
    const under = seen.outcome ? totalAfter(page, told.points) : seen.offline ? V.word('preview_offline') : '';
    ready(told.points ? '+' + told.points[told.side] : '', told.side, rows.name(told), under, Boolean(seen.outcome));
  }

  function enter(page) {
    if (entry.mode === 'slip' && !entry.fixing) return slip(page);
    const ordering = entry.mode === 'order' && !entry.fixing;
    const record = entry.record(page.handNow);
    const save = V.byId('save');
    V.text(save, V.word(entry.fixing ? 'save_fix' : 'save'));
    V.grey(save, record ? '' : V.word(ordering ? 'need_order' : 'need_pick', { hand: page.handNow }));
    if (record) preview(page, record);
    else hint(V.word(ordering ? 'ask_order' : 'ask_kind', { hand: page.handNow }));
  }

  function calm(page) {
    if (page.phase === 'unpaired' || page.phase === 'forfeited' || page.phase === 'annulled') return '';
    if (page.checking) return V.word('check_total') + ' ' + V.ratio(page.state.match.totals.points);
    if (page.phase === 'confirmed') return V.word('confirmed_text');
    if (page.phase === 'full') return V.word('wait_check', { side: V.word('side_' + (page.state.device.side === 'NS' ? 'EW' : 'NS')) });
    if (page.stopped) return V.word('notice_' + page.stopped);
    if (page.phase === 'playing') return V.word('check_wait');
    return V.word('waiting_text');
  }

  /* page: {state, hands, phase, stopped, entering, checking, reviewed, handNow, reason, band, mayUndo} */
  foot.render = function (page) {
    const match = page.state.match;
    const call = V.byId('call');
    V.show(call, Boolean(match) && page.phase !== 'unpaired');
    V.text(call, match && match.call ? V.word('called') : call.dataset.label);
    V.classes(call, { out: Boolean(match && match.call) });
    V.show(V.byId('yes'), page.checking);
    V.show(V.byId('no'), page.checking);
    V.show(V.byId('save'), page.entering);
    V.grey(V.byId('yes'), page.checking && page.reviewed ? V.word('check_review') : '');
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
