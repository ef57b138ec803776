/* Questions with keys as answers, for games that ask several things about a hand: which is next, what is folded away, what is missing.
 *
 * Everything stands in the page already (`.ask[data-ask]` with a card and a fold); this shows, marks and fills it. It knows no rule.
 * A question: {id, when(v), stay: its pad stays open until the next answer, fold(v): folded although there is room,
 * sum(value): the answer in words, need: what is missing in words}.
 */
'use strict';

Mingpai.questions = function (list, given) {
  const V = Mingpai.view;
  const q = { v: {}, open: '', last: '' };
  const done = (one) => q.v[one.id] !== undefined;
  const root = V.byId('asks');

  q.asked = () => list.filter((one) => !one.when || one.when(q.v));
  q.missing = () => q.asked().find((one) => !done(one)) || null;
  q.done = (id) => q.v[id] !== undefined;

  q.clear = function () {
    q.v = {};
    q.open = q.last = '';
  };

  /* An answer was tapped: whatever was opened again for it is folded, but a pad stays until the next answer. */
  function touched(id) {
    const one = list.find((known) => known.id === id);
    if (q.open !== id || !one.stay) q.open = '';
    q.last = id;
  }

  /* Of an answer that is made of several taps: it has just been given, in part or as a whole. */
  q.touched = touched;

  /* A tap on a chosen key unchooses it. */
  q.set = function (id, value) {
    if (q.v[id] === value) delete q.v[id];
    else q.v[id] = value;
    touched(id);
  };

  /* Points in two taps and never half typed: the ten, then one step more. */
  q.ten = function (id, ten) {
    const now = q.v[id];
    const double = 2 * given.step;
    if (now !== undefined && now !== given.step && now - (now % double) === ten) delete q.v[id];
    else q.v[id] = ten;
    touched(id);
  };

  q.five = function (id) {
    const now = q.v[id];
    const odd = now !== undefined && now % (2 * given.step) === given.step;
    if (now === given.step) delete q.v[id];
    else q.v[id] = now === undefined ? given.step : odd ? now - given.step : now + given.step;
    touched(id);
  };

  q.reopen = function (id) {
    q.open = q.open === id ? '' : id;
    q.last = '';
  };

  function isOpen(one, at, next) {
    if (!V.stepwise()) return !(one.fold && one.fold(q.v) && done(one) && q.open !== one.id && q.last !== one.id);
    if (q.open === one.id) return true;
    if (at === next && !q.open) return true;
    return q.last === one.id && (next < 0 || (Boolean(one.stay) && at === next - 1));
  }

  function patchKeys(card, id) {
    V.all('[data-do]', card).forEach((key) => {
      const part = key.dataset.do.split(':');
      if (part[0] === 'set') V.pressed(key, String(q.v[id]) === part[2]);
      if (part[0] === 'ten') V.pressed(key, q.v[id] !== undefined && q.v[id] !== given.step && q.v[id] - (q.v[id] % (2 * given.step)) === Number(part[2]));
    });
  }

  function patchFive(ask, id) {
    const now = q.v[id];
    const added = now !== undefined && now % (2 * given.step) === given.step;
    V.all('[data-do="five:' + id + '"]', ask).forEach((key) => {
      V.pressed(key, added);
      V.grey(key, now === given.most ? V.word('most_points', { most: given.most }) : '');
      if (key.classList.contains('k5')) V.text(key, V.word(added ? 'five_added' : 'add_five'));
    });
    const hint = ask.querySelector('[data-five]');
    if (hint) V.text(hint, now === undefined || added || now === given.most ? '' : V.word('five_to', { from: now, to: now + given.step }));
  }

  /* A key that is folded away gives the focus on to the next question, then to 保存, when it was pressed on a keyboard. */
  function passFocus(next) {
    const at = document.activeElement;
    if (at && at !== document.body && at.offsetParent) return;
    const to = next ? next.querySelector('.k') : V.byId('save');
    if (to) to.focus({ preventScroll: true });
  }

  q.render = function (visible, page) {
    V.show(root, visible);
    if (!visible) return;
    const asked = q.asked();
    const next = asked.findIndex((one) => !done(one));
    list.forEach((one) => {
      const ask = root.querySelector('[data-ask="' + one.id + '"]');
      const at = asked.indexOf(one);
      const open = at >= 0 && isOpen(one, at, next);
      const card = ask.querySelector('.q');
      const fold = ask.querySelector('.fold');
      V.show(ask, at >= 0 && (open || done(one)));
      V.show(card, open);
      V.show(fold, at >= 0 && !open && done(one));
      V.classes(card, { next: at === next, later: at > next && next >= 0 && !done(one) });
      const said = done(one) ? one.sum(q.v[one.id]) : '';
      const answer = card.querySelector('[data-answer]');
      if (answer) V.text(answer, said);
      V.text(fold.querySelector('b'), said);
      patchKeys(card, one.id);
      if (one.stay) patchFive(ask, one.id);
    });
    const now = root.querySelector('.q.next:not([hidden])');
    if (page.tapped && now && V.stepwise()) now.scrollIntoView({ block: 'nearest' });
    if (page.keyed) passFocus(now);
  };

  /* The words on a key, for the line an answered question folds to. */
  q.keyName = function (id, value) {
    const key = root.querySelector('[data-do="set:' + id + ':' + value + '"] .nm');
    return key ? key.textContent : String(value);
  };

  return q;
};
