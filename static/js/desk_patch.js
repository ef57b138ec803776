/* Brings a page up to date with fresh HTML of the same shape, node by node: what did not change is not touched. What a person
 * does to the page stays: focus, what is typed or ticked, what is unfolded, where a list is scrolled to. */
'use strict';

(function () {
  const Desk = window.Desk || (window.Desk = {});
  const TYPED = { INPUT: true, TEXTAREA: true, SELECT: true };

  const keyOf = (node) => (node.nodeType === 1 && (node.id || node.dataset.key)) || '';

  /* A form that came with a later answer has neither the token of this page nor a key of its own. */
  function equip(root) {
    const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
    const forms = root.matches('form') ? [root] : [];
    [...forms, ...root.querySelectorAll('form[method="post"]')].forEach((form) => {
      if (token && !form.querySelector('[name=csrfmiddlewaretoken]')) {
        const field = document.createElement('input');
        field.type = 'hidden';
        field.name = 'csrfmiddlewaretoken';
        field.value = token[1];
        form.prepend(field);
      }
      form.querySelectorAll('input[name=key]').forEach((field) => {
        if (!field.value) field.value = 'desk-' + [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      });
    });
  }

  function attributes(old, fresh) {
    const typed = TYPED[old.tagName];
    const mine = (name) => (typed && (name === 'value' || name === 'checked' || name === 'selected')) || (name === 'open' && old.tagName === 'DETAILS') || (name === 'hidden' && old.dataset.skip) || (old.tagName === 'OPTION' && name === 'selected');
    [...old.attributes].forEach((at) => { if (!fresh.hasAttribute(at.name) && !mine(at.name)) old.removeAttribute(at.name); });
    [...fresh.attributes].forEach((at) => { if (old.getAttribute(at.name) !== at.value && !mine(at.name)) old.setAttribute(at.name, at.value); });
  }

  const alike = (a, b) => a.nodeType === b.nodeType && (a.nodeType !== 1 || (a.tagName === b.tagName && keyOf(a) === keyOf(b)));

  /* The token, why a form was refused, and what a script put in are no part of what a later answer says. */
  const ours = (node) => node.nodeType === 1 && node.matches('input[name=csrfmiddlewaretoken], .told, [data-ours]');

  function children(old, fresh) {
    const keyed = new Map();
    [...old.children].forEach((node) => { if (keyOf(node)) keyed.set(keyOf(node), node); });
    let at = old.firstChild;
    const next = () => { while (at && ours(at)) at = at.nextSibling; };
    [...fresh.childNodes].forEach((node) => {
      if (ours(node)) return;
      next();
      const key = keyOf(node);
      const same = key ? keyed.get(key) : at && alike(at, node) ? at : null;
      if (same && alike(same, node)) {
        keyed.delete(key);
        if (same === at) at = at.nextSibling;
        else old.insertBefore(same, at);
        patch(same, node);
      } else {
        const fit = document.importNode(node, true);
        old.insertBefore(fit, at);
        if (fit.nodeType === 1) equip(fit);
      }
    });
    for (next(); at; next()) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
  }

  function patch(old, fresh) {
    if (old.nodeType !== 1) {
      if (old.data !== fresh.data) old.data = fresh.data;
      return;
    }
    attributes(old, fresh);
    const skip = fresh.dataset.skip;
    if (skip === 'all' || skip === 'text' || old.tagName === 'TEXTAREA') return;
    children(old, fresh);
  }

  Desk.patch = function (root, html) {
    const fresh = new DOMParser().parseFromString(html, 'text/html').body;
    const at = document.activeElement;
    children(root, fresh);
    if (at && at !== document.activeElement && at.isConnected) at.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent('desk:patched'));
  };
})();
