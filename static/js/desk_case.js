/* A case card: what is written is kept while it is typed, and what a choice would change is shown while it is chosen. Without this
 * file both have a button. */
'use strict';

(function () {
  const PAUSE = 700; /* ms after the last key */
  const AGAIN = 3000; /* ms until a note that could not be kept is tried again */
  const LATER = 250;
  const waiting = new WeakMap();
  const asked = new WeakMap(); /* form -> its last question: an older answer is of no use */
  const unkept = new Set(); /* notes that the server does not have yet */
  let sent = false;

  const token = (form) => form.querySelector('[name=csrfmiddlewaretoken]').value;
  const later = (of, name, wait, work) => {
    const timers = waiting.get(of) || {};
    waiting.set(of, timers);
    clearTimeout(timers[name]);
    timers[name] = setTimeout(work, wait);
  };

  function send(address, body, accept) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), 8000);
    return fetch(address, { method: 'POST', body: body, credentials: 'same-origin', headers: { Accept: accept }, signal: stop.signal }).finally(() => clearTimeout(timer));
  }

  async function keep(note) {
    const told = note.closest('div').querySelector('.kept-at');
    const body = new URLSearchParams({ note: note.value, csrfmiddlewaretoken: token(note.form) });
    const text = note.value;
    let again = true;
    try {
      const answer = await send(note.dataset.note, body, 'application/json');
      again = answer.status >= 500;
      if (answer.ok) {
        told.textContent = told.dataset.kept + ' ' + (await answer.json()).kept_at;
        told.classList.remove('wait');
        unkept.delete(note);
        if (note.value !== text) later(note, 'note', PAUSE, () => keep(note));
        return;
      }
    } catch (e) {
      /* tried again below */
    }
    told.textContent = told.dataset.wait;
    told.classList.add('wait');
    if (again) later(note, 'note', AGAIN, () => keep(note));
  }

  async function show(form, where, body) {
    const mine = {};
    asked.set(where, mine);
    try {
      const answer = await send(form.dataset.effect, body, 'text/html');
      if (!answer.ok || asked.get(where) !== mine) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const read = where.querySelector('.read-of');
      where.querySelector('.effect-of').replaceChildren(...fresh.querySelector('[data-part=effect]').childNodes);
      read.textContent = fresh.querySelector('[data-part=read]').textContent;
      read.hidden = !read.textContent;
    } catch (e) {
      /* the button still asks */
    }
  }

  function effect(form) {
    if (!form.dataset.effect) return;
    const body = new URLSearchParams(new FormData(form));
    if (body.has('outcome')) show(form, form, body);
    form.querySelectorAll('[data-version]').forEach((version) => {
      const about = new URLSearchParams(body);
      about.set('uphold', version.dataset.version);
      if (version.querySelector('.effect-of')) show(form, version, about);
    });
  }

  /* Versions of a hand show what they would change without being asked, and anew when something changed in the hall. */
  function versions() {
    document.querySelectorAll('form.ruling[data-effect]:has([data-version])').forEach(effect);
  }

  document.addEventListener('input', (event) => {
    const field = event.target;
    if (field.dataset.note) {
      unkept.add(field);
      later(field, 'note', PAUSE, () => keep(field));
      return;
    }
    const form = field.closest('form.ruling');
    if (!form || field.name === 'reason') return;
    const more = field.closest('[data-for]');
    if (more) {
      const radio = form.querySelector('[name=outcome][value="' + more.dataset.for + '"]');
      if (radio) radio.checked = true;
    }
    later(form, 'effect', LATER, () => effect(form));
  });

  window.addEventListener('beforeunload', (event) => {
    if (!sent && [...unkept].some((note) => note.isConnected)) event.preventDefault();
  });
  document.addEventListener('submit', () => { sent = true; });
  document.documentElement.classList.add('scripted');
  document.addEventListener('desk:patched', () => later(document, 'versions', LATER, versions));
  versions();
})();
