/* The hands of the table page: words, patches and sheets. Nothing here knows what a hand is.
 * Everything is patched in place (text, attributes, hidden), so focus and scroll position stay where they are. */
'use strict';
window.Mingpai = window.Mingpai || {};

(function () {
  const words = {};
  const kept = document.getElementById('words');
  if (kept) kept.content.querySelectorAll('[data-word]').forEach((node) => { words[node.dataset.word + (node.dataset.count === '1' ? '#1' : '')] = node.textContent; });

  const view = {};
  Mingpai.view = view;

  view.byId = (id) => document.getElementById(id);
  view.all = (selector, root) => Array.from((root || document).querySelectorAll(selector));

  /* The sentence called `name`, its {places} filled in; of one that counts {n}, the form for one where n is 1.
   * {unit} is what this game calls a hand. */
  view.word = function (name, values) {
    const one = values && values.n === 1 ? words[name + '#1'] : undefined;
    const text = one !== undefined ? one : words[name] === undefined ? name : words[name];
    return text.replace(/\{(\w+)\}/g, (whole, place) => (values && values[place] !== undefined ? String(values[place]) : place === 'unit' ? words.unit : whole));
  };

  view.has = (name) => words[name] !== undefined;

  view.text = function (node, text) {
    const value = text === null || text === undefined ? '' : String(text);
    if (node.textContent !== value) node.textContent = value;
  };

  /* The same text wherever `selector` finds a place for it. */
  view.fill = (selector, text, root) => view.all(selector, root).forEach((node) => view.text(node, text));

  view.attribute = function (node, name, value) {
    if (value === null) {
      if (node.hasAttribute(name)) node.removeAttribute(name);
    } else if (node.getAttribute(name) !== value) {
      node.setAttribute(name, value);
    }
  };

  view.show = function (node, visible) {
    if (node.hidden === visible) node.hidden = !visible;
  };

  view.pressed = (node, on) => view.attribute(node, 'aria-pressed', on ? 'true' : 'false');

  /* Grey keys are never `disabled`: they answer a tap with their reason. */
  view.grey = function (node, why) {
    view.attribute(node, 'aria-disabled', why ? 'true' : null);
    view.attribute(node, 'data-why', why || null);
  };

  view.classes = function (node, names) {
    Object.keys(names).forEach((name) => node.classList.toggle(name, Boolean(names[name])));
  };

  /* Colour and shape of a side, always together; '' is no side. */
  view.shape = (node, side) => view.classes(node, { ns: side === 'NS', ew: side === 'EW' });

  /* One element for each key of `keys`, in their order, kept as long as its key stays: made from the template `name`.
   * draw(node, key) fills it. A node that stays is never moved, so it keeps the focus. */
  view.list = function (holder, name, keys, draw) {
    const there = {};
    Array.from(holder.children).forEach((node) => { if (keys.indexOf(node.dataset.key) < 0) node.remove(); else there[node.dataset.key] = node; });
    let before = null;
    keys.slice().reverse().forEach((key) => {
      let node = there[key];
      if (!node) {
        node = view.byId(name).content.firstElementChild.cloneNode(true);
        node.dataset.key = key;
      }
      if (node.nextElementSibling !== before || node.parentNode !== holder) holder.insertBefore(node, before);
      before = node;
      draw(node, key);
    });
  };

  /* Sheets are <dialog>; where a browser has none, the element is shown by its attribute alone. */
  view.open = function (name) {
    view.close();
    const sheet = view.byId('sheet-' + name);
    if (typeof sheet.showModal === 'function') sheet.showModal();
    else sheet.setAttribute('open', '');
    sheet.scrollTop = 0;
  };

  view.close = function () {
    view.all('dialog[open]').forEach((sheet) => {
      if (typeof sheet.close === 'function') sheet.close();
      else sheet.removeAttribute('open');
    });
  };

  view.isOpen = () => view.all('dialog[open]').length > 0;

  /* localStorage that never throws. */
  view.store = {
    get(name) {
      try {
        return localStorage.getItem(name);
      } catch (e) {
        return null;
      }
    },
    set(name, value) {
      try {
        localStorage.setItem(name, value);
      } catch (e) {
        /* asked again next time */
      }
    },
  };

  const big = () => document.documentElement.dataset.size === 'big';

  /* Whether the rows stand beside the keys: the same width as in table.css. */
  view.beside = () => !big() && matchMedia('(min-width: 1000px)').matches;

  /* Whether one question is shown at a time: on phones and in 字大. */
  view.stepwise = () => big() || view.narrow();

  view.narrow = () => matchMedia('(max-width: 699px)').matches;

  view.ratio = (points) => points.NS + ':' + points.EW;

  /* The sides of the table a match is played at: two, or the three players. */
  view.sides = (match) => (match && match['1'] ? ['1', '2', '3'] : ['NS', 'EW']);

  view.join = (texts) => texts.join(view.word('join'));
})();
