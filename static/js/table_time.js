/* What the time limit leaves, as the server last said it: nothing while it cannot be asked. */
'use strict';

(function () {
  const V = Mingpai.view;

  Mingpai.renderTime = function (page) {
    const left = page.state.match ? page.state.match.minutes_left : null;
    const runs = typeof left === 'number' && page.online && page.phase === 'playing' && !page.stopped;
    const node = V.byId('time-left');
    V.show(node, runs);
    if (!runs) return;
    const hours = Math.floor(left / 60);
    const name = left < 0 ? 'overtime' : left === 0 ? 'time_ended' : hours ? 'hours_left' : 'minutes_left';
    V.text(node, V.word(name, { n: Math.abs(left), hours: hours, minutes: String(left % 60).padStart(2, '0') }));
    V.classes(node, { late: left <= 0 });
  };
})();
