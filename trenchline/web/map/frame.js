/** The frame of the sheet: title, neat-line, numbers of columns and rows, scale bar, north arrow and legend. */

import { append, escapeText, num, xy } from "./curves.js";
import { styleOfEdge } from "./data-words.js";
import { UNIT } from "./lattice.js";
import { emsOf } from "./lettering.js";
import { fortTrace } from "./places.js";
import { trenchColours } from "./trenches.js";

/** @import { Looks } from "../types.js" */
/** @import { Box } from "./curves.js" */
/** @import { Sheet } from "./sheet.js" */

/** @param {Sheet} sheet */
export function drawFrame(sheet) {
  const { field: f, doc, ground } = sheet;
  const line = (/** @type {number} */ by, /** @type {string} */ cls) => `<rect class="${cls}" x="${num(f.x - by)}" y="${num(f.y - by)}" width="${num(f.w + 2 * by)}" height="${num(f.h + 2 * by)}"/>`;
  const scale = doc.metres ? `One ${doc.kind === "square" ? "square" : "hex"} is ${doc.metres} metres${ground.flat ? "" : "; contours every 10 metres"}` : "";
  const room = (f.w - _titleSize(sheet).width) / 2 - 40;
  const imprint = (/** @type {string} */ text, /** @type {number} */ x, /** @type {string} */ anchor) => (emsOf(text, true, 400) * 20 < room ? `<text class="imprint" x="${num(x)}" y="${num(f.y - 58)}" text-anchor="${anchor}">${text}</text>` : "");
  return line(0, "neat-line") + line(34, "neat-line") + line(41, "border") + _ticks(sheet) + _cartouche(sheet) + _scaleBar(sheet) + _northArrow(f) + _legend(sheet) +
    imprint("Trenchline 1916", f.x, "start") + imprint(scale, f.x + f.w, "end");
}

/** The two halves of a cell's number: letters and figures, or two pairs of figures. @param {string} label */
function _halves(label) {
  const mixed = /^([A-Za-z]+)(\d+)$/.exec(label);
  return mixed ? [mixed[1], mixed[2]] : [label.slice(0, label.length >> 1), label.slice(label.length >> 1)];
}

/** Numbers of columns above and below, of rows to the left and right, each with its tick. @param {Sheet} sheet */
function _ticks({ doc, lattice, field: f }) {
  /** @type {Map<number, string[]>} */ const columns = new Map();
  doc.cells.forEach((c, i) => {
    append(columns, Math.round(lattice.x[i]), c.label);
  });
  const first = [...columns.values()][0].map(_halves);
  const half = first.every((h) => h[0] === first[0][0]) ? 0 : 1;
  /** @type {[number, number, string][]} */ const texts = [];
  let d = "";
  for (const [x, labels] of columns) {
    const text = _halves(labels[0])[half];
    for (const [y, out] of [[f.y, -1], [f.y + f.h, 1]]) {
      d += `M${xy(x, y)}v${7 * out}`;
      texts.push([x, y + 18 * out, text]);
    }
  }
  const xs = [...columns.keys()];
  for (const [edge, x, out] of [[Math.min(...xs), f.x, -1], [Math.max(...xs), f.x + f.w, 1]]) {
    doc.cells.forEach((c, i) => {
      if (Math.round(lattice.x[i]) !== edge) return;
      d += `M${xy(x, lattice.y[i])}h${7 * out}`;
      texts.push([x + 19 * out, lattice.y[i], _halves(c.label)[1 - half]]);
    });
  }
  return `<path class="tick" d="${d}"/>${texts.map(([x, y, t]) => `<text class="tick-number" x="${num(x)}" y="${num(y)}" dy=".35em">${escapeText(t)}</text>`).join("")}`;
}

/** The lettering of the title: as large as fits above the field. @param {Sheet} sheet */
function _titleSize({ doc, field: f }) {
  const ems = emsOf(doc.title.toUpperCase(), false, 600) + 0.14 * doc.title.length;
  const size = Math.min(44, (f.w * 0.74) / ems);
  return { size, width: size * ems };
}

/** @param {Sheet} sheet */
function _cartouche(sheet) {
  const { doc, field: f } = sheet;
  const { size } = _titleSize(sheet);
  return `<text class="title" x="${num(f.x + f.w / 2)}" y="${num(f.y - 62)}" font-size="${num(size)}" letter-spacing="${num(size * 0.14)}">${escapeText(doc.title.toUpperCase())}</text>`;
}

/** The length of the bar, and of one of its four steps, in map units and kilometres. @param {Sheet} sheet */
function _barSize({ doc, field: f }) {
  const km = (UNIT * 1000) / (doc.metres || UNIT);
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10].find((s) => s * km * 4 > f.w * 0.16 && s * km > 45) ?? 10; // numbers need room
  return { step, unit: step * km, length: 4 * step * km };
}

/** A bar in kilometres, four steps long, black and white by turns. @param {Sheet} sheet */
function _scaleBar(sheet) {
  const { doc, field: f } = sheet;
  if (!doc.metres) return "";
  const { step, unit, length } = _barSize(sheet);
  const [x, y] = [f.x + (f.w - length) / 2, f.y + f.h + 70];
  let out = "";
  for (let i = 0; i < 4; i++) out += `<rect class="bar ${i & 1 ? "light" : "dark"}" x="${num(x + i * unit)}" y="${num(y)}" width="${num(unit)}" height="9"/>`;
  for (let i = 0; i <= 4; i++) out += `<text class="bar-number" x="${num(x + i * unit)}" y="${num(y + 31)}">${num(i * step)}${i === 4 ? " km" : ""}</text>`;
  return out;
}

/** @param {Box} f */
function _northArrow(f) {
  const [x, y] = [f.x + f.w - 22, f.y + f.h + 86];
  return `<path class="north-half" d="M${xy(x, y - 34)}L${xy(x + 10, y + 26)}L${xy(x, y + 17)}Z"/>
    <path class="north-line" d="M${xy(x, y - 34)}L${xy(x + 10, y + 26)}L${xy(x, y + 17)}L${xy(x - 10, y + 26)}Z"/>
    <text class="north-letter" x="${num(x - 26)}" y="${num(y + 12)}">N</text>`;
}

/** Signs of the ground for the legend, in a box 36 wide and 20 high around the origin. */
/** @type {Record<string, string>} */
const GROUND_SIGNS = {
  woods: '<path class="woods" d="M-16-8Q0-11 16-8 19 0 16 8 0 11-16 8-19 0-16-8Z"/><path fill="url(#map-trees)" d="M-15-8H15V8H-15Z"/>',
  hill: '<path class="hill" d="M-16-9H16V9H-16Z"/><g transform="scale(.1)"><path class="hachure" d="M-150-90v55M-100-90v70M-50-90v55M0-90v70M50-90v55M100-90v70M150-90v55"/></g>',
  slope: '<g transform="scale(.1)"><path class="hachure slope" d="M-150-80l-20 70M-90-80l-20 70M-30-80l-20 70M30-80l-20 70M90-80l-20 70M150-80l-20 70M-120 10l-20 70M-60 10l-20 70M0 10l-20 70M60 10l-20 70M120 10l-20 70"/></g>',
  marsh: '<path class="marsh" d="M-17-9H17V9H-17Z"/><path fill="url(#map-marsh)" d="M-17-9H17V9H-17Z"/>',
  lake: '<path class="lake" d="M-16 0Q-14-9 0-8 16-9 16 1 14 9 0 8-16 9-16 0Z"/>',
  village: '<path class="houses" d="M-8-5h6v4h-6zM2-6h5v4h-5zM-3 2h6v4h-6z"/>',
  town: '<path class="houses" d="M-14-6h6v5h-6zM-5-7h6v4h-6zM4-5h7v4h-7zM-11 2h5v5h-5zM-2 1h6v4h-6zM7 3h6v4h-6z"/>',
  city: '<path class="city" d="M-16-9H16V9H-16Z"/><path class="houses" d="M-13-6h6v4h-6zM-4-6h5v5h-5zM5-6h7v4h-7zM-12 2h5v4h-5zM-3 2h6v4h-6zM7 2h6v4h-6z"/>',
  fort: `<path class="fort-ditch" d="${fortTrace(0, 1, 13)}"/><path class="fort-core" d="${fortTrace(0, 1, 5)}"/>`,
  works: '<path class="works" d="M-13 8-10-4 0-10 10-4 13 8"/>',
};
Object.assign(GROUND_SIGNS, { ridge: GROUND_SIGNS.hill, high: GROUND_SIGNS.hill, forest: GROUND_SIGNS.woods, wood: GROUND_SIGNS.woods });

/** @param {Looks} looks @param {string} word */
const _trenchSign = (looks, word) => `<path class="trench"${trenchColours(looks, word)} d="M-18 4v-8h7v8h7v-8h7v8h7v-8h7v8"/>`;

/** Signs of lines for the legend. */
/** @type {Record<string, string>} */
const LINE_SIGNS = {
  road: '<path class="road-bed" d="M-18 0H18"/><path class="road" d="M-18 0H18"/>',
  minor: '<path class="minor-bed" d="M-18 0H18"/><path class="minor" d="M-18 0H18"/>',
  trail: '<path class="trail" d="M-18 0H18"/>',
  rail: '<path class="rail" d="M-18 0H18"/><path class="rail-ties" d="M-18 0H18"/>',
  river: '<path class="river-bank" d="M-18 0H18"/><path class="river" d="M-18 0H18"/>',
  stream: '<path class="stream" d="M-18 3Q-9-7 0 0T18-3"/>',
  canal: '<path class="canal-bank" d="M-18 0H18"/><path class="canal" d="M-18 0H18"/>',
  bridge: '<path class="bridge" d="M-15-8l5 4H10l5-4M-15 8l5-4H10l5 4"/>',
  slope: '<path class="slope-side" d="M-16-6H16M-14-6V4M-8-6V4M-2-6V4M4-6V4M10-6V4M15-6V4"/>',
};

/** What the signs of this sheet mean, in the words of its data, on both sides of the scale bar. @param {Sheet} sheet */
function _legend(sheet) {
  const { doc, field: f } = sheet;
  const sign = (/** @type {string} */ word, /** @type {string} */ style) => (/trench/i.test(word) ? _trenchSign(doc.looks, word) : LINE_SIGNS[style]);
  const ground = [...new Set(doc.cells.flatMap((c) => c.terrain))].map((t) => [t, GROUND_SIGNS[t.toLowerCase()] ?? sign(t, t.toLowerCase().replace(/minor.river/, "stream"))]);
  const surveyed = [...new Set((doc.courses ?? []).map((c) => c.kind))];
  const drawn = new Set(surveyed.map(styleOfEdge));
  const features = Object.keys(doc.edges).filter((f) => doc.edges[f].length && !drawn.has(styleOfEdge(f)));
  const lines = [...surveyed, ...features].map((feature) => [feature, sign(feature, styleOfEdge(feature))]);
  const entries = [...new Map(/** @type {[string, string][]} */ ([...ground, ...lines])).entries()].filter((entry) => entry[1]);
  const [half, top] = [doc.metres ? _barSize(sheet).length / 2 + 50 : 0, f.y + f.h + 68];
  const rows = [[f.x, top], [f.x, top + 34], [f.x + f.w / 2 + half, top], [f.x + f.w / 2 + half, top + 34]];
  const ends = [f.x + f.w / 2 - half, f.x + f.w / 2 - half, f.x + f.w - 80, f.x + f.w - 80];
  let row = 0;
  let x = rows[0][0];
  return entries.map(([word, drawn]) => {
    const text = word.replace(/[_-]/g, " ");
    const wide = 50 + emsOf(text, true, 400) * 19 + 26;
    while (row < 4 && x + wide > ends[row]) x = rows[++row]?.[0] ?? 0;
    if (row > 3) return "";
    const at = `<g transform="translate(${xy(x + 19, rows[row][1])})">${drawn}</g><text class="legend" x="${num(x + 46)}" y="${num(rows[row][1] + 6)}">${escapeText(text)}</text>`;
    x += wide;
    return at;
  }).join("");
}
