/* Sends what waits in the outbox, oldest first: several at once through the batch door, one by one where that does not answer.
 *
 * One item that is refused, or that the server stumbles over, does not hold up the others.
 */
'use strict';
window.Mingpai = window.Mingpai || {};

Mingpai.OutboxSender = class {
  constructor(outbox) {
    this.outbox = outbox;
    this.skipped = {}; /* stumbled over: tried again in the next round */
    this.oneByOne = false;
    this.most = 20; /* items a batch */
    this.mostBytes = 40000; /* the server reads 64 KiB */
  }

  async run() {
    for (let batch = this.next(); batch.length; batch = this.next()) {
      const token = this.outbox.token();
      if (!token) {
        this.outbox.held = 'unpaired';
        return;
      }
      await Promise.all(batch.filter((item) => !item.tries).map((item) => this.tried(item)));
      const going = batch.length > 1 ? await this.several(batch, token) : await this.single(batch[0], token);
      if (!going) return;
    }
    if (Object.keys(this.skipped).length) this.wait(0);
  }

  tried(item) {
    item.tries = 1;
    return this.outbox.store.change(item);
  }

  /* What goes next: the oldest, and with it those behind it that may share its batch. */
  next() {
    const waiting = this.outbox.sendable().filter((item) => !this.skipped[item.id]);
    if (!waiting.length || this.oneByOne) return waiting.slice(0, 1);
    const door = (item) => (item.kind ? item.url.split('/tables/')[0] : '');
    const batch = [];
    let bytes = 0;
    for (const item of waiting) {
      bytes += JSON.stringify(item.body).length * 3 + 200;
      if (batch.length && (!door(item) || door(item) !== door(batch[0]) || batch.length >= this.most || bytes > this.mostBytes)) break;
      batch.push(item);
      if (!door(item)) break;
    }
    return batch;
  }

  headers(token, more) {
    return Object.assign({ Authorization: 'Bearer ' + token, 'Content-Type': 'application/json', 'Accept-Language': document.documentElement.lang }, more);
  }

  async several(batch, token) {
    const items = batch.map((item) => ({ key: item.key, match: item.match || item.about.match, kind: item.kind, body: item.body, device_time: new Date(item.at).toISOString() }));
    const answer = await Mingpai.ask(batch[0].url.split('/tables/')[0] + '/uploads/', { method: 'POST', credentials: 'omit', headers: this.headers(token), body: JSON.stringify({ items: items }) });
    const results = answer.status === 200 && answer.body && Array.isArray(answer.body.results) ? answer.body.results : null;
    if (results && results.length === batch.length && results.every((result, i) => result && result.key === batch[i].key)) {
      this.outbox.failures = 0;
      this.outbox.held = '';
      results.forEach((result, i) => this.settle(batch[i], Number(result.status), result.body));
      return true;
    }
    if (answer.status === 401) return this.unpaired();
    if (this.silent(answer) || results) return this.wait(answer.retryAfter);
    this.oneByOne = true; /* the batch as such was refused, or broke something: each by itself */
    return true;
  }

  async single(item, token) {
    const body = item.kind ? Object.assign({}, item.body, { device_time: item.body.device_time || new Date(item.at).toISOString() }) : item.body;
    const answer = await Mingpai.ask(item.url, { method: 'POST', credentials: 'omit', headers: this.headers(token, { 'Idempotency-Key': item.key }), body: JSON.stringify(body) });
    if (answer.status === 401) return this.unpaired();
    if (this.silent(answer)) return this.wait(answer.retryAfter);
    if (this.settle(item, answer.status, answer.body)) {
      this.outbox.failures = 0;
      this.outbox.held = '';
    }
    return true;
  }

  /* Nothing to go by: nobody answered, somebody else did, or our server says: later. */
  silent(answer) {
    const foreign = answer.status >= 400 && answer.status < 500 && !(answer.body && answer.body.code);
    return answer.status === 0 || foreign || [408, 425, 429, 502, 503, 504].indexOf(answer.status) >= 0;
  }

  /* False when the item is neither stored nor refused, and is left for the next round. */
  settle(item, status, body) {
    if (status >= 200 && status < 300 && (!item.kind || (body && body.entry && body.entry.hash))) {
      this.outbox.forget(item.id);
      this.outbox.stored(item, status, body); /* before anything is drawn: what was saved is never missing in between */
      this.outbox.changed();
      return true;
    }
    if (status >= 400 && status < 500 && body && body.code && [408, 425, 429].indexOf(status) < 0) {
      this.outbox.turn(item.id, 'refused', { status: status, body: body });
      return true;
    }
    this.skipped[item.id] = true;
    return false;
  }

  unpaired() {
    this.outbox.held = 'unpaired';
    this.outbox.later(30);
    return false;
  }

  wait(asked) {
    this.outbox.failures += 1;
    this.outbox.later(asked || Math.min(30, Math.pow(2, this.outbox.failures - 1)));
    return false;
  }
};
