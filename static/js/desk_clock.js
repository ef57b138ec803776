/* The clock of the round in big digits, counted by the server's time; once it is loaded it needs no network. Bells at 10, 3 and 0
 * minutes: a line that a screen reader says, and a tone where the browser lets one sound. */
'use strict';

(function () {
  const Desk = window.Desk || (window.Desk = {});
  const BELLS = [600, 180, 0];
  const SHOWN = 60000; /* ms that a bell stays on the page */
  let ahead = 0; /* ms that the server's clock is ahead of this one */
  let before = null;
  let sound = null;
  let rang = 0;

  /* Every answer says what time it is at the server. */
  Desk.heard = function (answer) {
    const server = Date.parse(answer.headers.get('Date') || '');
    if (!isNaN(server) && Math.abs(server - Date.now() - ahead) > 1500) ahead = server - Date.now();
  };

  function face(seconds) {
    const all = Math.abs(seconds);
    const two = (n) => ('0' + n).slice(-2);
    const hours = Math.floor(all / 3600);
    const minutes = Math.floor(all / 60) % 60;
    return (seconds < 0 ? '−' : '') + (hours ? hours + ':' + two(minutes) : minutes) + ':' + two(all % 60);
  }

  function seconds(node) {
    if (node.dataset.stands !== undefined) return Number(node.dataset.stands);
    const now = (Date.now() + ahead) / 1000;
    return node.dataset.until ? Math.ceil(Number(node.dataset.until) - now) : Math.max(0, Math.floor(now - Number(node.dataset.since)));
  }

  function tone() {
    if (!sound || sound.state !== 'running') return;
    [0, 0.35, 0.7].forEach((wait) => {
      const voice = sound.createOscillator();
      const loud = sound.createGain();
      voice.frequency.value = 880;
      loud.gain.setValueAtTime(0.25, sound.currentTime + wait);
      loud.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + wait + 0.3);
      voice.connect(loud).connect(sound.destination);
      voice.start(sound.currentTime + wait);
      voice.stop(sound.currentTime + wait + 0.3);
    });
  }

  function ring(at) {
    const bell = document.getElementById('bell');
    if (!bell) return;
    bell.textContent = at ? bell.dataset.left.replace('{n}', String(at / 60)) : bell.dataset.up;
    bell.hidden = false;
    rang = Date.now();
    tone();
  }

  function tick() {
    const node = document.getElementById('round-clock');
    if (!node) return;
    const shows = seconds(node);
    const text = face(shows);
    if (node.textContent !== text) node.textContent = text;
    const again = document.getElementById('clock-again');
    if (again && again.textContent !== text) again.textContent = text;
    node.closest('.ck').classList.toggle('late', node.dataset.kind === 'left' && shows <= 0);
    if (node.dataset.until && before !== null) BELLS.forEach((at) => { if (before > at && shows <= at && before - shows < 60) ring(at); });
    before = node.dataset.until ? shows : null;
    const bell = document.getElementById('bell');
    if (bell && !bell.hidden && Date.now() - rang > SHOWN) bell.hidden = true;
  }

  /* A browser lets a page sound only after somebody has touched it. */
  document.addEventListener('pointerdown', () => {
    const Audio = window.AudioContext || window.webkitAudioContext;
    if (!sound && Audio) sound = new Audio();
    if (sound && sound.state === 'suspended') sound.resume();
  }, { passive: true });

  fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store', credentials: 'same-origin' }).then(Desk.heard).catch(() => {}).then(tick);
  setInterval(tick, 250);
  document.addEventListener('desk:patched', tick);
})();
