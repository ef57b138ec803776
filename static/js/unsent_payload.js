/* What waits on this device, written down for another road than the network: a file, a QR code, an address that another server opens.
 *
 * Only what the server needs to do the same act under the same key: key, match, kind, body, the device's time and id. Never a token.
 * Packed: base64url of {"v": 1, "s": [{"p": "event/competition", "i": [[key, match, kind, body, at in ms, device, owner] …]}]};
 * the owner is whose page it is: a table's number, a player or an official.
 */
'use strict';
window.Mingpai = window.Mingpai || {};

(function () {
  const payload = {};
  Mingpai.payload = payload;
  const SHORT = { hand: 'h', correction: 'c', void: 'v' };
  const LONG = { h: 'hand', c: 'correction', v: 'void' };
  const DOORS = { hand: 'hands', correction: 'corrections', void: 'voids' };
  const WHAT = { hand: 'hand', correction: 'fix', void: 'void' };
  const MOST_QR = 1000; /* characters: 105 modules a side, which a phone still reads off a small screen */

  /* Items whose kind only this device can send are left out. */
  payload.able = (items) => items.filter((item) => SHORT[item.kind]);

  const parts = (item) => item.place.split('/');
  const competition = (item) => parts(item).slice(0, 2).join('/');
  const row = (item) => [item.key, item.match || item.about.match, SHORT[item.kind], item.body, item.at, item.device || '', parts(item)[2]];

  function grouped(items) {
    const found = {};
    items.forEach((item) => { (found[competition(item)] = found[competition(item)] || []).push(item); });
    return found;
  }

  function encode(text) {
    const bytes = new TextEncoder().encode(text);
    let raw = '';
    bytes.forEach((byte) => { raw += String.fromCharCode(byte); });
    return btoa(raw).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  }

  function decode(text) {
    const raw = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(raw, (letter) => letter.charCodeAt(0)));
  }

  payload.pack = function (items) {
    const groups = grouped(payload.able(items));
    return encode(JSON.stringify({ v: 1, s: Object.keys(groups).map((place) => ({ p: place, i: groups[place].map(row) })) }));
  };

  /* Addresses for QR codes, each with as many items as fit; every one of them stands for itself. */
  payload.pages = function (items, origin) {
    const pages = [];
    const groups = grouped(payload.able(items));
    const address = (own) => origin + '/take-in/#' + payload.pack(own);
    Object.keys(groups).forEach((place) => {
      let own = [];
      groups[place].forEach((item) => {
        if (own.length && address(own.concat(item)).length > MOST_QR) {
          pages.push(address(own));
          own = [];
        }
        own.push(item);
      });
      if (own.length) pages.push(address(own));
    });
    return pages;
  };

  /* The file: the same in a form that a person can read. */
  payload.file = (items) => JSON.stringify({ mingpai: 1, items: payload.able(items).map((item) => ({ place: competition(item), table: item.about.table || 0, key: item.key, match: row(item)[1], kind: item.kind, body: item.body, device_time: new Date(item.at).toISOString(), device: item.device || '' })) }, null, 1);

  /* What a packed text holds, as items of an outbox at an address whose API is under `api`; null for anything else. */
  payload.unpack = function (text, api) {
    let told;
    try {
      told = JSON.parse(decode(text));
    } catch (e) {
      return null;
    }
    if (!told || told.v !== 1 || !Array.isArray(told.s)) return null;
    const items = [];
    for (const group of told.s) {
      if (!group || !/^[a-z0-9-]{1,40}\/[a-z0-9-]{1,40}$/.test(group.p) || !Array.isArray(group.i)) return null;
      for (const one of group.i) {
        const item = Array.isArray(one) ? itemOf(group.p, one, api) : null;
        if (!item) return null;
        items.push(item);
      }
    }
    return items.length ? items : null;
  };

  function itemOf(place, one, api) {
    const kind = LONG[one[2]];
    const text = (value, pattern) => typeof value === 'string' && pattern.test(value);
    const sound = kind && text(one[0], /^[A-Za-z0-9_-]{8,64}$/) && text(one[1], /^[A-Za-z0-9-]{1,40}$/) && one[3] && typeof one[3] === 'object' && !Array.isArray(one[3])
      && Number.isSafeInteger(one[4]) && one[4] > 0 && one[4] < 1e14 && text(one[5], /^([dgp][0-9a-f]{12})?$/) && text(one[6], /^([1-9][0-9]{0,2}|[pg][0-9a-f]{12})$/);
    if (!sound) return null;
    const names = place.split('/');
    const url = api + names[0] + '/competitions/' + names[1] + '/tables/' + one[1] + '/' + DOORS[kind] + '/';
    const id = 'mingpai.outbox.' + String(one[4]).padStart(15, '0') + '.' + one[0];
    return { id: id, key: one[0], at: one[4], place: place + '/' + one[6], device: one[5], url: url, kind: kind, match: one[1], body: one[3], about: { what: WHAT[kind], match: one[1], table: Number(one[6]) || 0, hand: '', label: '' }, state: 'queued', tries: 0 };
  }

  /* Six digits that only somebody who has seen these very items arrive can know. */
  payload.receipt = function (items) {
    let sum = 0x811c9dc5;
    for (const letter of 'arrived ' + items.map((item) => item.key).sort().join(' ')) sum = Math.imul(sum ^ letter.codePointAt(0), 0x01000193) >>> 0;
    return String(sum % 1000000).padStart(6, '0');
  };
})();
