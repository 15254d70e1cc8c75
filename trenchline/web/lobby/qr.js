/** A QR code (ISO/IEC 18004: bytes, error correction M, versions 1 to 10), drawn here: the link in it is a key and goes to nobody else. */

import { s } from "../common/dom.js";

/** For each version: the codewords of correction in a block, and the data codewords of each block. */
const BLOCKS = [
  { check: 10, data: [16] }, { check: 16, data: [28] }, { check: 26, data: [44] }, { check: 18, data: [32, 32] }, { check: 24, data: [43, 43] },
  { check: 16, data: [27, 27, 27, 27] }, { check: 18, data: [31, 31, 31, 31] }, { check: 22, data: [38, 38, 39, 39] }, { check: 22, data: [36, 36, 36, 37, 37] }, { check: 26, data: [43, 43, 43, 43, 44] },
];
/** The middles of the small alignment squares, by version. */
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
/** @type {((row: number, column: number) => boolean)[]} which modules each mask turns over */
const MASKS = [
  (r, c) => (r + c) % 2 === 0, (r) => r % 2 === 0, (_r, c) => c % 3 === 0, (r, c) => (r + c) % 3 === 0,
  (r, c) => ((r >> 1) + Math.floor(c / 3)) % 2 === 0, (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0, (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];
const QUIET = 4; // modules of margin

/** @typedef {(boolean | null)[][]} Modules dark, light, or not yet set; by row and column */

/** A picture of the code; nothing if the text is too long for one. @param {string} text @param {string} title */
export function qrPicture(text, title) {
  const modules = qrModules(text);
  if (!modules) return null;
  const side = modules.length + 2 * QUIET;
  const dark = modules.flatMap((row, y) => row.map((on, x) => (on ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : ""))).join("");
  return s("svg.qr", { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": title, "shape-rendering": "crispEdges", "data-testid": "qr" },
    s("rect", { width: side, height: side, fill: "#fff" }), s("path", { d: dark, fill: "#000" }));
}

/** @param {string} text @returns {boolean[][] | null} */
export function qrModules(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = BLOCKS.findIndex(({ data }, i) => bytes.length + (i < 9 ? 2 : 3) <= total(data)) + 1;
  if (!version) return null;
  const codewords = interleaved(dataCodewords(bytes, version), version);
  const candidates = MASKS.map((mask, i) => drawn(codewords, version, mask, i));
  return candidates.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

/** @param {number[]} numbers */
function total(numbers) {
  return numbers.reduce((sum, n) => sum + n, 0);
}

/** @param {number[]} bytes @param {number} version */
function dataCodewords(bytes, version) {
  const room = total(BLOCKS[version - 1].data);
  const length = version < 10 ? [bytes.length] : [bytes.length >> 8, bytes.length & 255];
  const nibbles = [4, ...[...length, ...bytes].flatMap((b) => [b >> 4, b & 15]), 0]; // 4: bytes follow; 0: the end
  const words = Array.from({ length: nibbles.length >> 1 }, (_, i) => (nibbles[2 * i] << 4) | nibbles[2 * i + 1]);
  while (words.length < room) words.push((words.length - (nibbles.length >> 1)) % 2 ? 0x11 : 0xec);
  return words;
}

// ---------------------------------------------------------------- error correction

/** @type {number[]} powers of 2 in the field of 256 */ const POWER = [];
/** @type {number[]} */ const LOG = [];
for (let i = 0, x = 1; i < 255; i++, x = x & 128 ? (x << 1) ^ 0x11d : x << 1) {
  POWER[i] = x;
  LOG[x] = i;
}

/** @param {number} a @param {number} b */
function product(a, b) {
  return a && b ? POWER[(LOG[a] + LOG[b]) % 255] : 0;
}

/** The rest of a block divided by the generator of its degree. @param {number[]} data @param {number} degree */
function checkWords(data, degree) {
  let generator = [1];
  for (let i = 0; i < degree; i++) generator = [...generator, 0].map((c, j) => c ^ product(generator[j - 1] ?? 0, POWER[i]));
  const rest = [...data, ...Array(degree).fill(0)];
  data.forEach((_, i) => {
    const factor = rest[i];
    generator.forEach((c, j) => (rest[i + j] ^= product(c, factor)));
  });
  return rest.slice(data.length);
}

/** The codewords of all blocks, in the order in which they are drawn. @param {number[]} words @param {number} version */
function interleaved(words, version) {
  const { check, data } = BLOCKS[version - 1];
  let at = 0;
  const blocks = data.map((size) => words.slice(at, (at += size)));
  const weave = (/** @type {number[][]} */ rows) => Array.from({ length: Math.max(...rows.map((r) => r.length)) }, (_, i) => rows.flatMap((r) => (i < r.length ? [r[i]] : []))).flat();
  return [...weave(blocks), ...weave(blocks.map((block) => checkWords(block, check)))];
}

// ---------------------------------------------------------------- drawing

/** @param {number[]} codewords @param {number} version @param {(row: number, column: number) => boolean} mask @param {number} number of the mask */
function drawn(codewords, version, mask, number) {
  const size = 17 + 4 * version;
  /** @type {Modules} */ const modules = Array.from({ length: size }, () => Array(size).fill(null));
  drawFinders(modules);
  drawAlignment(modules, ALIGNED[version - 1]);
  for (let i = 8; i < size - 8; i++) modules[6][i] = modules[i][6] = i % 2 === 0;
  drawFormat(modules, number);
  if (version > 6) drawVersion(modules, version);
  drawData(modules, codewords, mask);
  return modules.map((row) => row.map(Boolean));
}

/** The three eyes, with the light around them. @param {Modules} modules */
function drawFinders(modules) {
  const size = modules.length;
  for (const [top, left] of [[0, 0], [0, size - 7], [size - 7, 0]]) {
    for (let r = -1; r < 8; r++) for (let c = -1; c < 8; c++) {
      const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3));
      if (modules[top + r]?.[left + c] !== undefined) modules[top + r][left + c] = ring !== 2 && ring < 4;
    }
  }
}

/** @param {Modules} modules @param {number[]} middles */
function drawAlignment(modules, middles) {
  for (const y of middles) for (const x of middles) {
    if (modules[y][x] !== null) continue; // an eye is there
    for (let r = -2; r < 3; r++) for (let c = -2; c < 3; c++) modules[y + r][x + c] = Math.max(Math.abs(r), Math.abs(c)) !== 1;
  }
}

/** A number with the check bits of a BCH code. @param {number} data @param {number} generator @param {number} bits of check */
function withCheck(data, generator, bits) {
  let rest = data << bits;
  for (let i = 17; i >= bits; i--) if ((rest >> i) & 1) rest ^= generator << (i - bits);
  return (data << bits) | rest;
}

/** @param {Modules} modules @param {number} mask */
function drawFormat(modules, mask) {
  const size = modules.length;
  const format = withCheck(mask, 0x537, 10) ^ 0x5412; // 00 for M, then the mask
  for (let i = 0; i < 15; i++) {
    const on = Boolean((format >> i) & 1);
    modules[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i][8] = on;
    modules[8][i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i] = on;
  }
  modules[size - 8][8] = true;
}

/** @param {Modules} modules @param {number} version */
function drawVersion(modules, version) {
  const told = withCheck(version, 0x1f25, 12);
  for (let i = 0; i < 18; i++) {
    const [far, near] = [modules.length - 11 + (i % 3), Math.floor(i / 3)];
    modules[far][near] = modules[near][far] = Boolean((told >> i) & 1);
  }
}

/** Up and down in columns two modules wide, from the right. @param {Modules} modules @param {number[]} codewords @param {(row: number, column: number) => boolean} mask */
function drawData(modules, codewords, mask) {
  const size = modules.length;
  let bit = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5; // the timing line
    for (let i = 0; i < size; i++) for (const column of [right, right - 1]) {
      const row = up ? size - 1 - i : i;
      if (modules[row][column] !== null) continue;
      const on = Boolean(((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
      modules[row][column] = on !== mask(row, column);
      bit += 1;
    }
  }
}

/** How hard a code is to read: long runs, blocks of one colour, more of one colour than of the other. @param {boolean[][]} modules */
function penalty(modules) {
  const size = modules.length;
  const lines = [...modules, ...modules.map((_, c) => modules.map((row) => row[c]))];
  const runs = lines.flatMap((line) => line.map((on) => (on ? "1" : "0")).join("").match(/0{5,}|1{5,}/g) ?? []);
  let found = total(runs.map((run) => run.length - 2));
  for (let r = 1; r < size; r++) for (let c = 1; c < size; c++) {
    const on = modules[r][c];
    if (on === modules[r - 1][c] && on === modules[r][c - 1] && on === modules[r - 1][c - 1]) found += 3;
  }
  const dark = total(modules.map((row) => row.filter(Boolean).length)) / size ** 2;
  return found + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}
