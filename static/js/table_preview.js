/* What the record on the screen would be worth, asked of the server: no score is computed on this page. */
'use strict';

(function () {
  const preview = { answer: null };
  Mingpai.preview = preview;
  let asked = 0;
  let text = '';

  /* Forget the answer, and whatever is still on its way. */
  preview.clear = function () {
    asked += 1;
    text = '';
    preview.answer = null;
  };

  /* Ask about `record` unless that was asked already of the match as it stands (`version`); done() is called when the answer
   * still fits what is on the screen. `answer` becomes the body of a 200, {refused: body} of a 4xx, or {offline: true}. */
  preview.ask = function (url, token, version, record, done) {
    const wanted = record ? JSON.stringify({ record: record }) : '';
    if (wanted + version === text) return;
    preview.clear();
    text = wanted + version;
    if (!record) return;
    const mine = asked;
    Mingpai.ask(url, {
      method: 'POST',
      credentials: 'omit',
      headers: { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json', 'Accept-Language': document.documentElement.lang },
      body: wanted,
    }).then((answer) => {
      if (mine !== asked) return;
      if (answer.status === 200) preview.answer = answer.body;
      else if (answer.status >= 400 && answer.status < 500 && answer.status !== 401 && answer.body) /* a 401 is about who asks, not about what */ preview.answer = { refused: answer.body };
      else preview.answer = { offline: true };
      done();
    });
  };

  /* The network is back, or somebody tapped: what could not be asked may be asked again. */
  preview.retry = function () {
    if (preview.answer && preview.answer.offline) preview.clear();
  };

  /* The outcome, or null while there is none. */
  preview.outcome = () => (preview.answer && preview.answer.outcome) || null;
})();
