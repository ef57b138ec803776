/* Conveniences of a case, which works without them: 看影响 shows its answer in place, and the penalty picker narrows while one types. */
'use strict';

(function () {
  /* The same form is sent, the same page comes back; only what it says of this form is taken over. Nothing was saved. */
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('button[name=preview]');
    if (!button) return;
    event.preventDefault();
    const form = button.form;
    const body = new FormData(form);
    body.append('preview', button.value);
    button.disabled = true;
    try {
      const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(body), credentials: 'same-origin', cache: 'no-store' });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const found = page.querySelector('#effect') || page.querySelector('form ul.told');
      if (!found) throw new Error('no effect');
      for (const old of form.querySelectorAll('.effect-at, ul.told, input[name=seen]')) old.remove();
      const seen = page.querySelector('input[name=seen]');
      button.parentElement.before(found, ...(seen ? [seen] : []));
      found.scrollIntoView({ block: 'nearest' });
    } catch (e) {
      const sent = document.createElement('input');
      sent.type = 'hidden';
      sent.name = 'preview';
      sent.value = button.value;
      form.append(sent);
      form.submit();
    } finally {
      button.disabled = false;
    }
  });

  const find = document.getElementById('find');
  const list = document.querySelector('[data-find-in]');
  if (!find || !list) return;
  const none = document.querySelector('[data-none]');
  const narrow = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    let left = 0;
    for (const row of list.children) {
      row.hidden = !words.every((word) => row.dataset.find.includes(word));
      if (!row.hidden) left += 1;
    }
    none.hidden = left > 0;
  };
  find.addEventListener('input', narrow);
})();
