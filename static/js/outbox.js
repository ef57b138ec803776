/* 未上传: what was saved on this device and is not yet known to be stored on the server.
 *
 * An item is kept (outbox_store.js) BEFORE it is posted and has its key for good, so a lost answer, a reload or a restart can only
 * repeat it, never double it. It never changes once it was made: an edit is another item, a correction.
 *
 * A 2xx of our server removes it, and nothing else does: not a page of somebody else's network, not silence. Network faults,
 * time-outs, 408, 425, 429 and 5xx keep it and try again later; 401 keeps it until the device is paired anew. Any other refusal of
 * our server marks it 'refused'; a person may put it away ('away'), send it once more, or remove it expressly.
 */
'use strict';
window.Mingpai = window.Mingpai || {};

/* A version 4 UUID; crypto.randomUUID does not exist on plain HTTP, getRandomValues does. */
Mingpai.uuid = function () {
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = (b[6] & 0x0f) | 0x40;
  b[8] = (b[8] & 0x3f) | 0x80;
  const hex = Array.from(b, (x) => (x + 0x100).toString(16).slice(1)).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

/* One request that knows the difference between an answer of our server and silence.
 * Resolves to {status, body}; status 0 means: no usable answer, ask again. */
Mingpai.ask = async function (url, options) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), 15000);
  try {
    const answer = await fetch(url, Object.assign({ signal: stop.signal, redirect: 'error', cache: 'no-store' }, options));
    const text = await answer.text();
    let body = null;
    try {
      body = text ? JSON.parse(text) : null;
    } catch (e) {
      body = null; /* a page of somebody else's network, or of a proxy */
    }
    const ours = body !== null && typeof body === 'object';
    if (!ours && answer.ok) return { status: 0, body: null };
    return { status: answer.status, body: body, retryAfter: Number(answer.headers.get('Retry-After')) || 0 };
  } catch (e) {
    return { status: 0, body: null };
  } finally {
    clearTimeout(timer);
  }
};

Mingpai.Outbox = class {
  /* `place` names event, competition and table: items of another table wait until this device is paired there again.
   * token() gives the bearer token or '', device() the id of this pairing; stored(item, status, body) and changed() are called after
   * the fact. Await `loaded` before the first look: from then on items() is all there is, without waiting. */
  constructor(options) {
    this.prefix = 'mingpai.outbox.';
    this.place = options.place;
    this.token = options.token;
    this.device = options.device || (() => '');
    this.stored = options.stored || (() => {});
    this.changed = options.changed || (() => {});
    this.store = new Mingpai.OutboxStore();
    this.mirror = {};
    this.mine = {}; /* made by this page and not yet answered */
    this.gone = {}; /* taken away by this page: a slower look must not bring them back */
    this.failures = 0;
    this.held = ''; /* 'unpaired' when the server no longer knows the token */
    this.busy = false;
    this.timer = 0;
    this.loaded = this.reload();
    this.bell = new Mingpai.OutboxBell(() => this.reload().then(() => this.pump()));
    addEventListener('online', () => this.pump());
    addEventListener('pageshow', (event) => { if (event.persisted) this.reload().then(() => this.pump()); });
  }

  async reload() {
    const found = await this.store.load();
    Object.keys(this.mine).forEach((id) => { if (!found[id]) found[id] = this.mirror[id]; }); /* kept while the look was under way; if another tab has sent it, a repeat */
    Object.keys(this.gone).forEach((id) => { delete found[id]; });
    this.mirror = found;
  }

  /* All items, oldest first: {id, key, at, place, device, url, kind, match, body, about, state, tries, refusal, kept};
   * state: 'queued' | 'refused' | 'away' (refused and put away) | 'over' (handed to another address or to the desk). */
  items() {
    return Object.keys(this.mirror).sort().map((id) => this.mirror[id]);
  }

  waiting() {
    return this.items().filter((item) => item.state === 'queued');
  }

  sendable() {
    return this.waiting().filter((item) => item.place === this.place && item.kept);
  }

  refused() {
    return this.items().filter((item) => item.state === 'refused');
  }

  /* Refused and put away, or handed over: kept, and shown when asked for. */
  laid() {
    return this.items().filter((item) => item.state === 'away' || item.state === 'over');
  }

  /* Whether something would be lost if this page were closed now. */
  volatile() {
    return this.items().some((item) => item.kept === 'memory');
  }

  /* What the desk may know: how many wait, how many were refused, how old the oldest is in seconds. */
  claims() {
    const waiting = this.waiting();
    const age = waiting.length ? Math.max(0, Math.round((Date.now() - waiting[0].at) / 1000)) : 0;
    return { 'X-Unsent': String(waiting.length), 'X-Refused': String(this.refused().length), 'X-Oldest': String(age) };
  }

  /* Keep one item, then send. `about` is what the page shows of it. Resolves to where it is kept, once it is. */
  add(url, body, about) {
    const key = Mingpai.uuid();
    const last = this.items().reduce((most, item) => Math.max(most, item.at), 0);
    const at = Math.max(Date.now(), last + 1); /* the order of saving, whatever the clock does */
    const id = this.prefix + String(at).padStart(15, '0') + '.' + key;
    return this.hold({ id: id, key: key, at: at, place: this.place, device: this.device(), url: url, kind: Mingpai.Outbox.kindOf(url), match: about.match || '', body: body, about: about, state: 'queued', tries: 0 });
  }

  async hold(item) {
    this.mirror[item.id] = item;
    this.mine[item.id] = true;
    this.changed();
    item.kept = await this.store.put(item);
    this.bell.ring();
    this.changed();
    this.pump();
    return item.kept;
  }

  turn(id, state, refusal) {
    const item = this.mirror[id];
    if (!item) return Promise.resolve(); /* another tab has it stored */
    item.state = state;
    if (refusal) item.refusal = refusal;
    this.changed();
    return this.store.change(item).then(() => this.bell.ring());
  }

  /* A refused item leaves the list of what is to be done; it is kept. */
  putAway(id) {
    return this.turn(id, 'away');
  }

  handOver(id) {
    return this.turn(id, 'over');
  }

  /* Once more, under its own key: a refusal uses no key up. */
  sendAgain(id) {
    return this.turn(id, 'queued').then(() => this.pump());
  }

  forget(id) {
    delete this.mirror[id];
    delete this.mine[id];
    this.gone[id] = true;
    return this.store.remove(id).then(() => this.bell.ring());
  }

  /* Removed for good, because a person said so. */
  drop(id) {
    const done = this.forget(id);
    this.changed();
    return done;
  }

  async pump() {
    if (this.busy) return;
    this.busy = true;
    clearTimeout(this.timer);
    try {
      await this.loaded;
      await new Mingpai.OutboxSender(this).run();
    } finally {
      this.busy = false;
    }
    this.changed();
  }

  later(seconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.pump(), seconds * 1000 * (0.75 + Math.random() / 2)); /* a hall's tablets do not all come back at once */
  }
};

/* 'hand', 'correction' or 'void' by the door an item goes to; '' for any other door. */
Mingpai.Outbox.kindOf = function (url) {
  const door = url.replace(/\/$/, '').split('/').pop();
  return { hands: 'hand', corrections: 'correction', voids: 'void' }[door] || '';
};

/* Tells the other tabs of this browser that the outbox has changed. */
Mingpai.OutboxBell = class {
  constructor(heard) {
    this.name = 'mingpai.outbox-bell';
    if (typeof BroadcastChannel === 'function') {
      this.channel = new BroadcastChannel(this.name);
      this.channel.onmessage = heard;
    } else {
      addEventListener('storage', (event) => { if (event.key === this.name) heard(); });
    }
  }

  ring() {
    if (this.channel) return this.channel.postMessage('');
    try {
      localStorage.setItem(this.name, String(Math.random()));
    } catch (e) {
      /* the other tabs look again when they are shown */
    }
    return undefined;
  }
};
