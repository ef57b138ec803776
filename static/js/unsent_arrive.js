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

  /* What a record says, field by field in words; a field without a name is told by its value, a value without a word as it stands there. */
  const word = (keys, value) => {
    const key = keys.find(V.has);
    return key ? V.word(key) : String(value);
  };
  const held = (name, value) => {
    if (Array.isArray(value)) return value.map((one) => held(name, one)).join(V.word('list'));
    if (value && typeof value === 'object') return Object.keys(value).map((key) => said(name + '.' + key, key, value[key])).join(' ');
    if (value === null) return word(['value_' + name + '_null', 'nothing'], value);
    const told = typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
    return word(['value_' + name + '_' + told, 'term_' + told], value);
  };
  const said = (name, key, value) => [word(['field_' + name, 'field_' + key, 'term_' + key], ''), held(name, value)].filter(Boolean).join(' ');
  const line = (record) => Object.keys(record || {}).map((name) => said(name, name, record[name])).join(' · ').slice(0, 300);

  items.forEach((item) => {
    const row = document.createElement('li');
    const what = document.createElement('b');
    what.textContent = [item.about.table ? V.word('table', { table: item.about.table }) : '', V.word('kind_' + item.kind), item.match].filter(Boolean).join(' ');
    const when = document.createElement('span');
    when.className = 'at';
    when.textContent = new Date(item.at).toLocaleString(document.documentElement.lang, { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false });
    const result = document.createElement('span');
    result.className = 'said';
    result.textContent = line(item.body.record);
    row.append(what, when, result);
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
