/* 有争议，先停牌: a hand is raised about a hand or the match, and the table follows what becomes of it. A person waits for it, so it is
 * sent at once or not at all: nothing is kept for later. What it is about, how it stands and who may appeal, the server says. */
'use strict';

(function () {
  const V = Mingpai.view;
  const dispute = {};
  Mingpai.dispute = dispute;
  const PLAYED = ['wrong_card', 'revoke', 'out_of_turn', 'exposed']; /* what somebody played: when it was noticed may decide */
  const MOST_TRICK = 99;
  let subject = '';
  let trick = 1;
  let noticed = null;
  let kept = { what: '', key: '' };

  const said = (match) => (match && match.dispute) || null;
  const about = (one) => (one.number ? Mingpai.game.label(Mingpai.game.slot(one)) : V.word('dispute_match'));
  const clauses = (one) => (one.refs && one.refs.length ? ' 〔' + V.join(one.refs) + '〕' : '');
  const phase = (one) => (one.final && one.state === 'ruled' ? 'final' : one.state);

  /* Whether the match as a whole is disputed: then nobody signs. */
  dispute.ofMatch = (match) => Boolean(said(match)) && said(match).number === 0 && ['raised', 'taken', 'appealed'].indexOf(said(match).state) >= 0;

  /* page: {state, phase, online} */
  dispute.render = function (page) {
    const one = page.phase === 'unpaired' ? null : said(page.state.match);
    V.show(V.byId('dispute'), Boolean(one));
    V.show(V.byId('case'), Boolean(one) && !one.final);
    V.show(V.byId('dispute-offline'), !page.online);
    if (!one) return;
    const told = { what: V.word('about_' + one.subject), about: about(one), time: one.time, outcome: one.outcome ? V.word('outcome_' + one.outcome) : '' };
    V.text(V.byId('dispute-title'), V.word('dispute_title', told));
    V.text(V.byId('case'), V.word('case_' + (one.state === 'ruled' ? 'ruled' : 'open')));
    V.text(V.byId('dispute-text'), V.word('dispute_' + phase(one), told) + (one.outcome ? clauses(one) : ''));
    V.all('#dispute-steps li').forEach((step) => {
      const steps = ['raised', 'taken', 'ruled', 'final'];
      const at = steps.indexOf(phase(one) === 'appealed' ? 'ruled' : phase(one));
      V.attribute(step, 'aria-current', steps[at] === step.dataset.step ? 'step' : null);
      V.classes(step, { past: steps.indexOf(step.dataset.step) <= at });
    });
    V.classes(V.byId('dispute'), { open: ['raised', 'taken', 'appealed'].indexOf(one.state) >= 0 });
    V.show(V.byId('appeal'), one.may_appeal && page.state.device.kind !== 'official');
  };

  /* One answer a question: what it is about, then which hand. `slots` are the recorded ones, `next` the one that is being played. */
  dispute.ask = function (code, slots, next) {
    subject = code;
    trick = 1;
    dispute.noticed('');
    V.show(V.byId('disputed-noticed'), PLAYED.indexOf(code) >= 0 && document.body.dataset.game !== 'gomoku'); /* stones make no tricks */
    const all = (next ? [next] : []).concat(slots.slice().reverse().filter((slot) => slot !== next));
    V.text(V.byId('disputed-title'), V.word('disputed_which', { what: V.word('about_' + code) }));
    V.list(V.byId('disputed-rows'), 'disputed-row', all, (node, slot) => {
      node.dataset.do = 'disputed:' + slot;
      V.text(node, V.word(slot === next ? 'disputed_now' : 'disputed_hand', { hand: Mingpai.game.label(slot) }));
    });
    V.open('disputed');
  };

  /* 打到哪里才发现, asked of those who want to say it: the trick, then how far it had gone on. */
  dispute.trick = function (step) {
    trick = Math.min(Math.max(trick + Number(step), 1), MOST_TRICK);
    V.text(V.byId('noticed-trick'), V.word('noticed_trick', { n: trick }));
  };

  /* `after`: '' takes back what was said. */
  dispute.noticed = function (after) {
    noticed = after ? { trick: trick, after: after } : null;
    V.text(V.byId('noticed-said'), noticed ? V.word('noticed_said', { n: trick, after: V.word('after_' + after) }) : '');
  };

  async function send(to, sent) {
    const what = to.url + JSON.stringify(sent);
    if (kept.what !== what) kept = { what: what, key: Mingpai.uuid() }; /* the same again goes out under the same key */
    const answer = await Mingpai.online.post(to, sent, kept.key);
    if (answer.status >= 200 && answer.status < 300) return { done: true };
    const refused = answer.status >= 400 && answer.status < 500;
    return { reason: refused ? V.word('try_again', { message: Mingpai.foot.messageOf(answer.body || {}) }) : V.word('dispute_failed') };
  }

  /* `to`: the address of the table's resources and the token. `slot`: '' for the match as a whole. */
  dispute.raise = function (to, match, slot) {
    const parts = slot ? slot.split('-').map(Number) : [0];
    const sent = { match: match, subject: subject, number: parts[parts.length - 1] };
    if (parts.length > 1) sent.game = parts[0];
    if (noticed) sent.noticed = noticed;
    return send({ url: disputes(to), token: to.token }, sent);
  };

  dispute.appeal = (to, match) => send({ url: disputes(to) + said(match).pid + '/appeal/', token: to.token }, {});

  const disputes = (to) => to.url.replace(/tables\/[^/]+\/$/, 'disputes/');
})();
