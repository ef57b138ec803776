/* Where the outbox keeps its items: IndexedDB first, localStorage where that is missing or fails, memory where nothing else is left.
 *
 * Every item is a record of its own under its id, so two tabs never write over each other's lists. `put` resolves only when the
 * transaction is complete, with where the item lies now: 'database', 'local' or 'memory'. What older pages left in localStorage is
 * moved over by `load`, and taken from there only after the database has it. An item in two places is one item: same id, same key.
 */
'use strict';
window.Mingpai = window.Mingpai || {};

Mingpai.OutboxStore = class {
  constructor() {
    this.prefix = 'mingpai.outbox.';
    this.memory = {};
    this.opened = null; /* a promise of the database, or of null where there is none */
    this.patience = 4000; /* milliseconds: some browsers never answer an open() */
  }

  open() {
    if (this.opened) return this.opened;
    this.opened = new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), this.patience);
      const end = (db) => {
        clearTimeout(timer);
        resolve(db);
      };
      try {
        const asked = indexedDB.open('mingpai', 1);
        asked.onupgradeneeded = () => asked.result.createObjectStore('outbox', { keyPath: 'id' });
        asked.onerror = () => end(null);
        asked.onsuccess = () => {
          const db = asked.result;
          const again = () => { this.opened = null; };
          db.onclose = again;
          db.onversionchange = () => {
            db.close();
            again();
          };
          end(db);
        };
      } catch (e) {
        end(null);
      }
    });
    return this.opened;
  }

  /* One transaction: `work(records, give)` asks, `give(value)` says what the promise resolves to once it is complete. */
  async within(mode, work) {
    const db = await this.open();
    if (!db) throw new Error('no database');
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no answer')), this.patience);
      let result;
      let deal;
      try {
        deal = db.transaction('outbox', mode, { durability: 'strict' });
      } catch (e) {
        this.opened = null; /* closed under us: the next call opens it anew */
        clearTimeout(timer);
        reject(e);
        return;
      }
      deal.oncomplete = () => {
        clearTimeout(timer);
        resolve(result);
      };
      deal.onabort = () => {
        clearTimeout(timer);
        reject(deal.error || new Error('aborted'));
      };
      work(deal.objectStore('outbox'), (value) => { result = value; });
    });
  }

  /* Every item there is, {id: item}; each knows in `kept` where it lies. */
  async load() {
    const found = {};
    Object.keys(this.memory).forEach((id) => { found[id] = Object.assign({}, this.memory[id], { kept: 'memory' }); });
    const local = this.locals();
    Object.assign(found, local);
    try {
      const rows = await this.within('readonly', (records, give) => {
        const asked = records.getAll();
        asked.onsuccess = () => give(asked.result);
      });
      rows.forEach((item) => { found[item.id] = Object.assign(item, { kept: 'database' }); });
      await this.move(Object.keys(local).filter((id) => found[id].kept !== 'database').map((id) => local[id]), found);
      Object.keys(local).forEach((id) => { if (found[id].kept === 'database') this.forgetLocal(id); });
    } catch (e) {
      /* no database today: what lies in localStorage stays there */
    }
    return found;
  }

  async move(items, found) {
    if (!items.length) return;
    await this.within('readwrite', (records) => items.forEach((item) => records.put(bare(item))));
    items.forEach((item) => { found[item.id] = Object.assign({}, item, { kept: 'database' }); });
  }

  locals() {
    const found = {};
    try {
      for (let i = 0; i < localStorage.length; i++) {
        const id = localStorage.key(i);
        if (id.indexOf(this.prefix) !== 0) continue;
        try {
          found[id] = Object.assign(JSON.parse(localStorage.getItem(id)), { id: id, kept: 'local' });
        } catch (e) {
          /* not ours to judge: left where it is */
        }
      }
    } catch (e) {
      /* storage is switched off */
    }
    return found;
  }

  forgetLocal(id) {
    try {
      localStorage.removeItem(id);
    } catch (e) {
      /* nothing was kept there */
    }
  }

  /* Resolves, after the item is written, to where: 'database', 'local' or 'memory'. */
  async put(item) {
    try {
      await this.within('readwrite', (records) => records.put(bare(item)));
      delete this.memory[item.id];
      return 'database';
    } catch (e) {
      return this.putElsewhere(item);
    }
  }

  putElsewhere(item) {
    try {
      localStorage.setItem(item.id, JSON.stringify(bare(item)));
      delete this.memory[item.id];
      return 'local';
    } catch (e) {
      this.memory[item.id] = bare(item);
      return 'memory';
    }
  }

  /* Writes `item` where one of its id still lies; never brings back what another tab has taken away. */
  async change(item) {
    if (item.kept === 'memory') {
      if (this.memory[item.id]) this.memory[item.id] = bare(item);
      return;
    }
    if (item.kept === 'local') {
      if (this.locals()[item.id]) this.putElsewhere(item);
      return;
    }
    try {
      await this.within('readwrite', (records) => {
        const asked = records.getKey(item.id);
        asked.onsuccess = () => { if (asked.result !== undefined) records.put(bare(item)); };
      });
    } catch (e) {
      /* the database still has it as it was: sent again, and answered as a repeat */
    }
  }

  async remove(id) {
    delete this.memory[id];
    this.forgetLocal(id);
    try {
      await this.within('readwrite', (records) => records.delete(id));
    } catch (e) {
      /* still there: sent again, and answered as a repeat */
    }
  }
};

/* The item without what only this page knows of it. */
function bare(item) {
  const copy = Object.assign({}, item);
  delete copy.kept;
  return copy;
}
