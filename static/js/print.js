/* 打印: without this file the browser's own menu prints the page as well, so the button shows only where it works. */
'use strict';

document.querySelectorAll('[data-print]').forEach((button) => {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
});
