/* 未上传: what was saved on this device and is not yet known to be stored on the server.
 *
 * An item is written to localStorage BEFORE it is posted and keeps its key for good, so a lost answer, a reload or a
 * restart can only repeat it, never double it. Each item is a record of its own in localStorage: two tabs cannot
 * overwrite each other's lists, and the same item sent by both is one entry for the server (same key).
 *
 * Any 2xx with a JSON body removes it. Network faults, time-outs, 408, 425, 429 and 5xx keep it and try again later.
 * 401 keeps it too: the device must be paired anew, nothing is dropped. Any other 4xx marks it refused; it stays
 * until somebody dismisses it.
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
    const answer = await fetch(url, Object.assign({ signal: stop.signal, redirect: 'error' }, options));
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
   * token() gives the bearer token or ''; stored(item, status, body) and changed() are called after the fact. */
  constructor(options) {
    this.prefix = 'mingpai.outbox.';
    this.place = options.place;
    this.token = options.token;
    this.stored = options.stored;
    this.changed = options.changed;
    this.memory = {}; /* only what localStorage would not take */
    this.failures = 0;
    this.held = ''; /* 'unpaired' when the server no longer knows the token */
    this.busy = false;
    this.timer = 0;
    addEventListener('online', () => this.pump());
    addEventListener('storage', (e) => {
      if (e.key && e.key.indexOf(this.prefix) === 0) this.changed();
    });
  }

  /* All items, oldest first: {id, key, at, place, url, body, about, state: 'queued' | 'refused', tries, refusal}. */
  items() {
    const found = Object.assign({}, this.memory);
    try {
      for (let i = 0; i < localStorage.length; i++) {
        const name = localStorage.key(i);
        if (name.indexOf(this.prefix) !== 0) continue;
        try {
          found[name] = JSON.parse(localStorage.getItem(name));
        } catch (e) {
          /* not ours to judge: left where it is */
        }
      }
    } catch (e) {
      /* storage is switched off: memory is all there is */
    }
    return Object.keys(found).sort().map((name) => Object.assign(found[name], { id: name }));
  }

  waiting() {
    return this.items().filter((item) => item.state === 'queued');
  }

  sendable() {
    return this.waiting().filter((item) => item.place === this.place);
  }

  refused() {
    return this.items().filter((item) => item.state === 'refused');
  }

  /* True when the device could keep the item across a reload. */
  keep(item) {
    const copy = Object.assign({}, item);
    delete copy.id;
    try {
      localStorage.setItem(item.id, JSON.stringify(copy));
      delete this.memory[item.id];
      return true;
    } catch (e) {
      this.memory[item.id] = copy;
      return false;
    }
  }

  forget(id) {
    delete this.memory[id];
    try {
      localStorage.removeItem(id);
    } catch (e) {
      /* nothing was kept there */
    }
  }

  drop(id) {
    this.forget(id);
    this.changed();
  }

  /* Keep one item, then send. `about` is what the page shows of it. */
  add(url, body, about) {
    const key = Mingpai.uuid();
    const now = Date.now();
    const last = this.items().reduce((most, item) => Math.max(most, item.at), 0);
    const at = Math.max(now, last + 1); /* the order of saving, whatever the clock does */
    const item = { id: this.prefix + String(at).padStart(15, '0') + '.' + key, key: key, at: at, place: this.place, url: url, body: body, about: about, state: 'queued', tries: 0 };
    const kept = this.keep(item);
    this.changed();
    this.pump();
    return kept;
  }

  async pump() {
    if (this.busy) return;
    this.busy = true;
    clearTimeout(this.timer);
    try {
      for (let item = this.sendable()[0]; item; item = this.sendable()[0]) {
        if (!(await this.send(item))) break;
      }
    } finally {
      this.busy = false;
    }
    this.changed();
  }

  /* True when the next item may go. */
  async send(item) {
    const token = this.token();
    if (!token) {
      this.held = 'unpaired';
      return false;
    }
    item.tries += 1;
    this.keep(item);
    const answer = await Mingpai.ask(item.url, {
      method: 'POST',
      credentials: 'omit',
      headers: { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json', 'Idempotency-Key': item.key, 'Accept-Language': document.documentElement.lang },
      body: JSON.stringify(item.body),
    });
    const status = answer.status;
    if (status >= 200 && status < 300) {
      this.failures = 0;
      this.held = '';
      this.forget(item.id);
      this.stored(item, status, answer.body); /* before anything is drawn: what was saved is never missing in between */
      this.changed();
      return true;
    }
    if (status === 401) {
      this.held = 'unpaired';
      this.later(30);
      return false;
    }
    if (status === 0 || status >= 500 || status === 408 || status === 425 || status === 429) {
      this.failures += 1;
      this.later(answer.retryAfter || Math.min(30, Math.pow(2, this.failures - 1)));
      return false;
    }
    this.failures = 0;
    item.state = 'refused';
    item.refusal = { status: status, body: answer.body };
    this.keep(item);
    return true;
  }

  later(seconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.pump(), seconds * 1000);
  }
};
