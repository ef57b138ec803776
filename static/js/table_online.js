/* What cannot wait in the outbox because a person waits for it: confirming, and calling a referee.
 * Each resolves to {done} or {reason}: what happened, or why nothing did. */
'use strict';

(function () {
  const V = Mingpai.view;
  const online = {};
  Mingpai.online = online;
  let kept = { covers: '', key: '' };

  function post(to, sent, key) {
    return Mingpai.ask(to.url, {
      method: 'POST',
      credentials: 'omit',
      headers: { Authorization: 'Bearer ' + to.token, 'Content-Type': 'application/json', 'Idempotency-Key': key, 'Accept-Language': document.documentElement.lang },
      body: JSON.stringify(sent),
    });
  }

  online.post = post;

  const taken = (answer) => answer.status >= 200 && answer.status < 300;
  const refused = (answer) => answer.status >= 400 && answer.status < 500;

  /* 核对: exactly these hashes. The same ones again go out under the same key. */
  online.confirm = async function (to, covers) {
    if (kept.covers !== covers.join()) kept = { covers: covers.join(), key: Mingpai.uuid() };
    const answer = await post(to, { covers: covers }, kept.key);
    if (taken(answer)) return { done: true };
    return { reason: refused(answer) ? Mingpai.foot.messageOf(answer.body || {}) : V.word('confirm_failed') };
  };

  /* 叫裁判, to hand `number` when there is one. */
  online.call = async function (to, why, number) {
    const sent = { reason: why };
    if (number) sent.number = number;
    const answer = await post(to, sent, Mingpai.uuid());
    if (taken(answer)) return { done: true };
    return { reason: refused(answer) ? V.word('try_again', { message: Mingpai.foot.messageOf(answer.body || {}) }) : V.word('call_failed') };
  };
})();
