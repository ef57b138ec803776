/* 补录 at the keyboard: a digit goes on to the next row by itself, the sum runs along, what is typed outlives a reload and a login that
 * has ended. Without this file Tab goes on and the form posts; the server checks everything either way. */
'use strict';

(function () {
  const form = document.getElementById('slip');
  const saved = document.querySelector('[data-saved]');
  const kept = (match) => 'mingpai.slip.' + match;

  function store(work) {
    try {
      work(sessionStorage);
    } catch (e) {
      /* switched off: the page itself still holds what was typed */
    }
  }

  if (saved) store((storage) => storage.removeItem(kept(saved.dataset.saved)));
  if (!form) return;

  const typed = () => Array.from(form.querySelectorAll('.slip-rows .field, .sums .field'));
  const digits = Array.from(form.querySelectorAll('.digit'));
  const choices = {};
  document.querySelectorAll('[data-digit]').forEach((one) => { choices[one.dataset.digit] = one; });

  function draw() {
    const sum = { NS: 0, EW: 0 };
    let hands = 0;
    digits.forEach((field) => {
      const row = field.closest('.slip-row');
      const chosen = choices[field.value];
      const there = row.querySelector('.has');
      const said = row.querySelector('.said');
      const text = chosen ? chosen.querySelector('span').textContent : '';
      if (said.textContent !== text) said.textContent = text;
      said.className = 'said' + (chosen ? ' ' + chosen.querySelector('span').className : '');
      const counts = chosen || there;
      if (!counts) return;
      hands += 1;
      sum[counts.dataset.side] += Number(counts.dataset.points);
    });
    const total = document.getElementById('sum');
    if (total) total.textContent = hands ? total.dataset.label + ' ' + sum.NS + ' : ' + sum.EW : '';
  }

  function keep() {
    const values = {};
    typed().forEach((field) => { values[field.name] = field.value; });
    store((storage) => storage.setItem(kept(form.dataset.match), JSON.stringify(values)));
  }

  function restore() {
    if (document.querySelector('.told:not([hidden])')) return; /* the server gave back what was typed */
    store((storage) => {
      const values = JSON.parse(storage.getItem(kept(form.dataset.match)) || '{}');
      typed().forEach((field) => { if (values[field.name]) field.value = values[field.name]; });
    });
  }

  form.addEventListener('input', (event) => {
    keep();
    draw();
    const at = digits.indexOf(event.target);
    if (at < 0 || !choices[event.target.value]) return;
    const next = digits.slice(at + 1).find((field) => !field.value);
    (next || document.getElementById('save')).focus();
  });
  form.addEventListener('focusin', (event) => { if (event.target.matches('.field') && event.target.select) event.target.select(); });

  /* Ask before sending: a login that has ended, or a cable that has come loose, must not cost what was typed. */
  let asked = false;
  form.addEventListener('submit', async (event) => {
    if (asked) return;
    event.preventDefault();
    document.getElementById('ended').hidden = true;
    document.getElementById('unreached').hidden = true;
    let answer = null;
    try {
      answer = await fetch(form.dataset.state, { credentials: 'same-origin', cache: 'no-store' });
    } catch (e) {
      document.getElementById('unreached').hidden = false;
      return;
    }
    if (!answer.ok) {
      document.getElementById('ended').hidden = false;
      return;
    }
    const cookie = document.cookie.split('; ').find((one) => one.indexOf('csrftoken=') === 0);
    if (cookie) form.elements.csrfmiddlewaretoken.value = decodeURIComponent(cookie.slice('csrftoken='.length)); /* signed in again meanwhile */
    asked = true;
    form.submit();
  });

  restore();
  draw();
})();
