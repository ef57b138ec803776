/* A page of a device that is not paired (any more): what was saved here is still shown, and may go by the roads that need no token. */
'use strict';

(function () {
  const outbox = new Mingpai.Outbox({ place: '', token: () => '', changed: () => draw() });
  const unsent = Mingpai.unsent.attach(outbox);
  const draw = () => unsent.render({ ended: true, online: true });
  outbox.loaded.then(draw);
})();
