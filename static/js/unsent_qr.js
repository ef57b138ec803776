/* A QR code, drawn here because it must work with the server gone: ISO/IEC 18004, model 2, byte mode, error correction level L.
 *
 * Mingpai.qr.encode(text) -> {version, mask, size, rows: [[true: dark …]…]}, or null for more than 2953 bytes.
 * Mingpai.qr.draw(text, title) -> an <svg> with its quiet zone, or null.
 */
'use strict';
window.Mingpai = window.Mingpai || {};

(function () {
  /* Of level L, by version from 1: check words a block, and blocks (table 9 of the standard). */
  const CHECKS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30];
  const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25];
  const LEVEL_L = 1;
  const QUIET = 4;

  /* Modules of a version that carry data, check words and the last few bits that nobody reads. */
  function room(version) {
    let modules = (16 * version + 128) * version + 64;
    if (version >= 2) {
      const lines = Math.floor(version / 7) + 2;
      modules -= (25 * lines - 10) * lines - 55;
      if (version >= 7) modules -= 36;
    }
    return modules;
  }

  const words = (version) => Math.floor(room(version) / 8);
  const dataWords = (version) => words(version) - CHECKS[version - 1] * BLOCKS[version - 1];

  /* ---- words ---- */

  function times(a, b) {
    let product = 0;
    for (let bit = 7; bit >= 0; bit--) {
      product = (product << 1) ^ ((product >>> 7) * 0x11d);
      product ^= ((b >>> bit) & 1) * a;
    }
    return product;
  }

  function divisor(degree) {
    const found = new Array(degree).fill(0);
    found[degree - 1] = 1;
    let root = 1;
    for (let i = 0; i < degree; i++) {
      for (let j = 0; j < degree; j++) found[j] = times(found[j], root) ^ (j + 1 < degree ? found[j + 1] : 0);
      root = times(root, 2);
    }
    return found;
  }

  function remainder(data, by) {
    const left = by.map(() => 0);
    data.forEach((word) => {
      const factor = word ^ left.shift();
      left.push(0);
      by.forEach((coefficient, i) => { left[i] ^= times(coefficient, factor); });
    });
    return left;
  }

  function packed(bytes, version) {
    const bits = [];
    const put = (value, length) => { for (let i = length - 1; i >= 0; i--) bits.push((value >>> i) & 1); };
    put(4, 4); /* byte mode */
    put(bytes.length, version < 10 ? 8 : 16);
    bytes.forEach((byte) => put(byte, 8));
    const whole = dataWords(version) * 8;
    put(0, Math.min(4, whole - bits.length));
    put(0, (8 - (bits.length % 8)) % 8);
    for (let pad = 0xec; bits.length < whole; pad ^= 0xec ^ 0x11) put(pad, 8);
    const out = [];
    for (let i = 0; i < bits.length; i += 8) out.push(parseInt(bits.slice(i, i + 8).join(''), 2));
    return out;
  }

  /* Data in blocks, each with its check words, and all of them interleaved. */
  function interleaved(data, version) {
    const count = BLOCKS[version - 1];
    const checks = CHECKS[version - 1];
    const by = divisor(checks);
    const all = words(version);
    const shorter = count - (all % count);
    const length = Math.floor(all / count) - checks;
    const blocks = [];
    for (let i = 0, at = 0; i < count; i++) {
      const own = data.slice(at, at + length + (i < shorter ? 0 : 1));
      at += own.length;
      blocks.push({ data: own, checks: remainder(own, by) });
    }
    const out = [];
    for (let i = 0; i <= length; i++) blocks.forEach((block) => { if (i < block.data.length) out.push(block.data[i]); });
    for (let i = 0; i < checks; i++) blocks.forEach((block) => out.push(block.checks[i]));
    return out;
  }

  /* ---- modules ---- */

  function aligned(version) {
    if (version === 1) return [];
    const count = Math.floor(version / 7) + 2;
    const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
    const found = [6];
    for (let at = version * 4 + 10; found.length < count; at -= step) found.splice(1, 0, at);
    return found;
  }

  function blank(version) {
    const size = version * 4 + 17;
    const rows = Array.from({ length: size }, () => new Array(size).fill(false));
    const fixed = Array.from({ length: size }, () => new Array(size).fill(false));
    const set = (x, y, dark) => {
      rows[y][x] = dark;
      fixed[y][x] = true;
    };
    for (let i = 0; i < size; i++) {
      set(6, i, i % 2 === 0);
      set(i, 6, i % 2 === 0);
    }
    const finder = (cx, cy) => {
      for (let dy = -4; dy <= 4; dy++) {
        for (let dx = -4; dx <= 4; dx++) {
          const ring = Math.max(Math.abs(dx), Math.abs(dy));
          const x = cx + dx;
          const y = cy + dy;
          if (x >= 0 && x < size && y >= 0 && y < size) set(x, y, ring !== 2 && ring !== 4);
        }
      }
    };
    finder(3, 3);
    finder(size - 4, 3);
    finder(3, size - 4);
    const places = aligned(version);
    const last = places.length - 1;
    places.forEach((cx, i) => places.forEach((cy, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }));
    format(size, set, 0);
    if (version >= 7) versioned(size, set, version);
    return { size: size, rows: rows, fixed: fixed, set: set };
  }

  function format(size, set, mask) {
    const data = (LEVEL_L << 3) | mask;
    let rest = data;
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((data << 10) | rest) ^ 0x5412;
    const bit = (i) => ((bits >>> i) & 1) !== 0;
    for (let i = 0; i <= 5; i++) set(8, i, bit(i));
    set(8, 7, bit(6));
    set(8, 8, bit(7));
    set(7, 8, bit(8));
    for (let i = 9; i < 15; i++) set(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i));
    set(8, size - 8, true);
  }

  function versioned(size, set, version) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >>> i) & 1) !== 0;
      const a = size - 11 + (i % 3);
      const b = Math.floor(i / 3);
      set(a, b, dark);
      set(b, a, dark);
    }
  }

  function lay(code, data) {
    let at = 0;
    for (let right = code.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < code.size; step++) {
        for (let j = 0; j < 2; j++) {
          const x = right - j;
          const y = ((right + 1) & 2) === 0 ? code.size - 1 - step : step;
          if (code.fixed[y][x] || at >= data.length * 8) continue;
          code.rows[y][x] = ((data[at >>> 3] >>> (7 - (at & 7))) & 1) !== 0;
          at += 1;
        }
      }
    }
  }

  const MASKS = [
    (x, y) => (x + y) % 2,
    (x, y) => y % 2,
    (x) => x % 3,
    (x, y) => (x + y) % 3,
    (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    (x, y) => ((x * y) % 2) + ((x * y) % 3),
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
  ];

  function masked(code, mask) {
    for (let y = 0; y < code.size; y++) for (let x = 0; x < code.size; x++) if (!code.fixed[y][x] && MASKS[mask](x, y) === 0) code.rows[y][x] = !code.rows[y][x];
  }

  /* How hard a pattern is to read: long runs, blocks, what looks like a finder, too much of one colour. */
  function penalty(rows) {
    const size = rows.length;
    let sum = 0;
    let dark = 0;
    const lines = rows.concat(rows.map((_row, x) => rows.map((row) => row[x])));
    lines.forEach((line) => {
      const text = line.map((one) => (one ? '1' : '0')).join('');
      (text.match(/0{5,}|1{5,}/g) || []).forEach((run) => { sum += run.length - 2; });
      for (let i = 0; i + 11 <= size; i++) {
        const part = text.slice(i, i + 11);
        if (part === '10111010000' || part === '00001011101') sum += 40;
      }
    });
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        if (rows[y][x]) dark += 1;
        if (x + 1 < size && y + 1 < size && rows[y][x] === rows[y][x + 1] && rows[y][x] === rows[y + 1][x] && rows[y][x] === rows[y + 1][x + 1]) sum += 3;
      }
    }
    return sum + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10;
  }

  const qr = {};
  Mingpai.qr = qr;

  qr.encode = function (text) {
    const bytes = Array.from(new TextEncoder().encode(text));
    let version = 1;
    while (version <= 40 && bytes.length * 8 + 4 + (version < 10 ? 8 : 16) > dataWords(version) * 8) version += 1;
    if (version > 40) return null;
    const code = blank(version);
    lay(code, interleaved(packed(bytes, version), version));
    let best = { mask: 0, penalty: Infinity };
    for (let mask = 0; mask < 8; mask++) {
      masked(code, mask);
      format(code.size, code.set, mask);
      const found = penalty(code.rows);
      if (found < best.penalty) best = { mask: mask, penalty: found };
      masked(code, mask); /* the same again takes it off */
    }
    masked(code, best.mask);
    format(code.size, code.set, best.mask);
    return { version: version, mask: best.mask, size: code.size, rows: code.rows };
  };

  qr.draw = function (text, title) {
    const code = qr.encode(text);
    if (!code) return null;
    const make = (name, attributes, parent) => {
      const node = document.createElementNS('http://www.w3.org/2000/svg', name);
      Object.keys(attributes).forEach((key) => node.setAttribute(key, attributes[key]));
      if (parent) parent.append(node);
      return node;
    };
    const side = code.size + 2 * QUIET;
    const svg = make('svg', { viewBox: '0 0 ' + side + ' ' + side, role: 'img', 'aria-label': title, 'shape-rendering': 'crispEdges' });
    make('rect', { width: side, height: side, fill: '#fff' }, svg);
    let path = '';
    code.rows.forEach((row, y) => row.forEach((dark, x) => { if (dark) path += 'M' + (x + QUIET) + ' ' + (y + QUIET) + 'h1v1h-1z'; }));
    make('path', { d: path, fill: '#000' }, svg);
    return svg;
  };
})();
