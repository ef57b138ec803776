/* A signature drawn with a finger: strokes are kept, so that a turned tablet draws them again. Pointers only, no library. */
'use strict';

(function () {
  const ink = {};
  Mingpai.ink = ink;
  const canvas = document.getElementById('hand-canvas');
  const WIDE = 600; /* pixels of the picture that is sent */
  let strokes = []; /* of points between 0 and 1 */
  let line = null;

  function paint(target, width, height) {
    const pen = target.getContext('2d');
    pen.fillStyle = '#ffffff';
    pen.fillRect(0, 0, width, height);
    pen.strokeStyle = '#1d1b18';
    pen.lineWidth = Math.max(3, width / 160);
    pen.lineCap = pen.lineJoin = 'round';
    strokes.forEach((points) => {
      pen.beginPath();
      points.forEach((point, n) => (n ? pen.lineTo(point[0] * width, point[1] * height) : pen.moveTo(point[0] * width, point[1] * height)));
      if (points.length === 1) pen.lineTo(points[0][0] * width + 1, points[0][1] * height);
      pen.stroke();
    });
  }

  /* As many pixels as the screen has where it lies. */
  ink.fit = function () {
    const box = canvas.getBoundingClientRect();
    if (!box.width) return;
    const sharp = Math.min(2, devicePixelRatio || 1);
    const width = Math.round(box.width * sharp);
    const height = Math.round(box.height * sharp);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    paint(canvas, width, height);
  };

  ink.drawn = () => strokes.some((points) => points.length > 3);

  ink.clear = function () {
    strokes = [];
    line = null;
    ink.fit();
  };

  ink.picture = function () {
    const small = document.createElement('canvas');
    small.width = WIDE;
    small.height = Math.round((WIDE * canvas.height) / Math.max(1, canvas.width));
    paint(small, small.width, small.height);
    return new Promise((give) => small.toBlob(give, 'image/png'));
  };

  function at(event) {
    const box = canvas.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  }

  canvas.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    line = [at(event)];
    strokes.push(line);
    ink.fit();
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!line) return;
    line.push(at(event));
    ink.fit();
  });
  ['pointerup', 'pointercancel'].forEach((name) => canvas.addEventListener(name, () => {
    if (line) document.dispatchEvent(new CustomEvent('mingpai:inked'));
    line = null;
  }));
})();
