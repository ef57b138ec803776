/* A tablet that the hall's new server did not know yet: what its old page wrote behind the # of this address is shown, and taken into this
 * address's own storage only when the person says so: anybody can make such an address, only the one who came from the old page knows it.
 * The items keep their keys, so it does no harm when the old page sends them too. */
'use strict';

(function () {
  const V = Mingpai.view;
  const P = Mingpai.payload;
  const items = P.unpack(location.hash.slice(1), V.byId('arrive').dataset.api);
  V.show(V.byId('arrive-wrong'), !items);
  V.show(V.byId('arrive-offer'), Boolean(items));
  if (!items) return;
  V.text(V.byId('arrive-count'), V.word('arrive_count', { n: items.length }));
  items.forEach((item) => {
    const row = document.createElement('li');
    const what = document.createElement('b');
    what.textContent = [item.about.table ? V.word('table', { table: item.about.table }) : '', V.word('kind_' + item.kind), item.match].filter(Boolean).join(' ');
    const when = document.createElement('span');
    when.className = 'at';
    when.textContent = new Date(item.at).toLocaleString(document.documentElement.lang, { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false });
    row.append(what, when);
    V.byId('arrive-rows').append(row);
  });

  V.byId('arrive-take').addEventListener('click', async () => {
    const outbox = new Mingpai.Outbox({ place: '', token: () => '' });
    await outbox.loaded;
    const there = {};
    outbox.items().forEach((item) => { there[item.key] = true; });
    const kept = await Promise.all(items.filter((item) => !there[item.key]).map((item) => outbox.hold(item)));
    history.replaceState(null, '', location.pathname);
    V.show(V.byId('arrive-offer'), false);
    V.show(V.byId('arrive-done'), true);
    V.show(V.byId('arrive-volatile'), kept.indexOf('memory') >= 0);
    V.text(V.byId('arrive-receipt'), P.receipt(items));
  });
})();
