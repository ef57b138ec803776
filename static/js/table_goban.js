/* The board 棋盘 of 五子棋 for those who write the moves down: stones in turn, Black first. What they mean the server says.
 * Row 1 lies at the bottom, as on every drawing of a recorded game. */
'use strict';

(function () {
  const V = Mingpai.view;
  const board = V.byId('goban-board');
  const size = JSON.parse(V.byId('given').textContent).board;
  const goban = { moves: [] };
  Mingpai.goban = goban;
  const points = {};

  const id = (column, row) => column + ',' + row;
  const height = (row) => size + 1 - row;

  function element(name, values, parent) {
    const node = document.createElementNS(board.namespaceURI, name);
    Object.keys(values).forEach((key) => node.setAttribute(key, values[key]));
    parent.appendChild(node);
    return node;
  }

  /* Drawn once: lines, and a point to tap at every crossing. One of them is in the order of the Tab key; arrows walk on from it. */
  (function draw() {
    board.setAttribute('viewBox', '0 0 ' + (size + 1) + ' ' + (size + 1));
    let lines = '';
    for (let n = 1; n <= size; n++) lines += 'M' + n + ' 1V' + size + 'M1 ' + n + 'H' + size;
    element('path', { d: lines, class: 'lines' }, board);
    const middle = Math.ceil(size / 2);
    for (let row = 1; row <= size; row++) {
      for (let column = 1; column <= size; column++) {
        const at = { cx: column, cy: height(row), r: 0.46, class: 'point', role: 'button', tabindex: column === middle && row === middle ? 0 : -1, 'data-do': 'stone:' + column + ':' + row, 'aria-label': V.word('point', { column: column, row: row }) };
        points[id(column, row)] = element('circle', at, board);
      }
    }
    goban.last = element('circle', { r: 0.14, class: 'last', visibility: 'hidden' }, board);
  })();

  goban.put = function (column, row) {
    const taken = goban.moves.some((move) => move[0] === column && move[1] === row);
    if (!taken) goban.moves.push([column, row]);
  };

  goban.render = function () {
    const stones = {};
    goban.moves.forEach((move, n) => { stones[id(move[0], move[1])] = n % 2 ? 'w' : 'b'; });
    Object.keys(points).forEach((at) => {
      V.attribute(points[at], 'class', 'point' + (stones[at] ? ' ' + stones[at] : ''));
      V.attribute(points[at], 'aria-pressed', stones[at] ? 'true' : 'false');
    });
    const last = goban.moves[goban.moves.length - 1];
    V.attribute(goban.last, 'visibility', last ? 'visible' : 'hidden');
    if (last) {
      V.attribute(goban.last, 'cx', String(last[0]));
      V.attribute(goban.last, 'cy', String(height(last[1])));
    }
    const n = goban.moves.length;
    V.text(V.byId('moves-said'), n ? V.word('moves_said', { n: n, colour: V.word(n % 2 ? 'white' : 'black') }) : V.word('moves_none'));
    V.text(V.byId('fact-moves'), n ? V.word('moves_count', { n: n }) : '');
  };

  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

  V.byId('goban').addEventListener('keydown', (event) => {
    const part = (event.target.dataset.do || '').split(':');
    if (part[0] !== 'stone') return;
    const step = STEPS[event.key];
    if (step) {
      const next = points[id(Number(part[1]) + step[0], Number(part[2]) + step[1])];
      if (next) {
        event.target.setAttribute('tabindex', '-1');
        next.setAttribute('tabindex', '0');
        next.focus();
      }
    } else if (event.key === 'Enter' || event.key === ' ') event.target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    else return;
    event.preventDefault();
  });
})();
