/** Lettering: the names of the sheet, placed where they disturb least, in one set for each distance of the eye. */

import { append, escapeText, num, xy } from "./curves.js";
import { isSettled, styleOfEdge } from "./data-words.js";
import { latticeOf, STAND, UNIT } from "./lattice.js";
import { fortTrace } from "./places.js";

/** @import { BoardDocument } from "../types.js" */
/** @import { Box } from "./curves.js" */
/** @import { Lattice } from "./lattice.js" */
/** @import { Sheet } from "./sheet.js" */
/** @typedef {{rank: number, size: number, spacing: number, caps?: boolean, italic?: boolean}} Hand */
/** @typedef {{lod: string, size: number, least: number, short: boolean}} LetterSet */
/** @typedef {{name: string, hand: string, box: {x0: number, x1: number, y0: number, y1: number}}} Name */
/** @typedef {Box & {id: number, text: string, size: number, hand: string}} PlacedName */
/** @typedef {{field: Box, names: Name[], signs: Taken, lines: Taken, stands: Taken}} Lettering */

/** The lettering of the sheet; set on the map itself so that what is measured is what is drawn. */
export const LETTERING = '"Trenchline Serif", "Libertinus Serif", Palatino, "Liberation Serif", Georgia, serif';

/** How each kind of name is lettered: rank (who gives way), size against the set's own, spacing in ems. */
/** @type {Record<string, Hand>} */
const HANDS = {
  city: { rank: 0, size: 1.7, spacing: 0.16, caps: true },
  town: { rank: 1, size: 1.1, spacing: 0.01 },
  fort: { rank: 2, size: 0.96, spacing: 0.01 },
  village: { rank: 3, size: 1.02, spacing: 0.01 },
  works: { rank: 4, size: 0.84, spacing: 0 },
  wood: { rank: 5, size: 0.98, spacing: 0.05, italic: true },
  hill: { rank: 5, size: 0.98, spacing: 0.05, italic: true },
  water: { rank: 5, size: 0.98, spacing: 0.08, italic: true },
  place: { rank: 6, size: 0.84, spacing: 0, italic: false },
  spot: { rank: 7, size: 0.72, spacing: 0, italic: true },
};

/** One set of names for each distance of the eye: size in map units, and how much of the sheet it may name. */
/** @type {LetterSet[]} */
const SETS = [
  { lod: "tiny", size: 66, least: 3, short: true },
  { lod: "far", size: 28, least: 6, short: true },
  { lod: "mid", size: 19.5, least: 7, short: false },
  { lod: "near", size: 13.5, least: 7, short: false },
];

/** What a name names, from the ground it stands on and, where that does not say, from its own words. @param {string} name @param {string[]} terrain */
function _handOf(name, terrain) {
  const on = (/** @type {string[]} */ ...words) => words.some((w) => terrain.includes(w));
  if (/^(bois|forêt|herbebois|bosquet)\b|\b(wood|woods|copse)$/i.test(name)) return "wood";
  if (/^(côte|mont|mort-homme|le mort|ravin|hill|plateau)\b|\b(ridges?|spur|hill|heights)$|\(\d{3}\)$/i.test(name)) return "hill";
  const stronghold = /^(fort|ft|ouvrage|redoute|batterie|citadelle)\b|\b(redoubt|works|defense works)$/i.test(name);
  if (on("fort") && (stronghold || !on("village", "town", "city"))) return stronghold || !on("clear") ? "fort" : "place";
  if (on("works") && stronghold) return "works";
  if (stronghold) return "place";
  for (const size of ["city", "town", "village"]) if (on(size)) return size;
  if (on("works")) return "works";
  if (on("minor_river", "minor-river", "river", "stream", "lake")) return "water";
  return "place";
}

/** Names as one writes them on a small map: Ft. de Vaux, Fleury. @param {string} name */
function _shortened(name) {
  return name
    .replace(/^Fort /, "Ft. ")
    .replace(/^Ouvrage /, "Ouv. ")
    .replace(/^([^ ]{3,}?)-(sur|devant|près|sous|en|et|les|lès)-.*$/, "$1");
}

/** The names of lines that were surveyed, beside their middle. @param {Sheet} sheet @returns {Name[]} */
function _courseNames({ doc }) {
  return (doc.courses ?? []).filter(({ name }) => name).map(({ kind, name, points }) => {
    const middle = 2 * Math.floor(points.length / 4);
    const [x, y] = [points[middle] * UNIT, points[middle + 1] * UNIT];
    return { name, hand: styleOfEdge(kind) === "road" ? "place" : "water", box: { x0: x, x1: x, y0: y, y1: y } };
  });
}

/** All names of the sheet; one that several cells bear is written once, in their midst. @param {Sheet} sheet @returns {Name[]} */
function _names({ doc, lattice }) {
  /** @type {Map<string, number[]>} */ const bearers = new Map();
  doc.cells.forEach((cell, i) => {
    for (const name of (cell.name ?? "").split(";").map((s) => s.trim()).filter(Boolean)) {
      append(bearers, name, i);
    }
  });
  /** @type {Name[]} */ const names = [];
  for (const [name, cells] of bearers) {
    const shared = cells[0] !== undefined ? doc.cells[cells[0]].terrain.filter((t) => cells.every((c) => doc.cells[c].terrain.includes(t))) : [];
    const hand = cells.length > 2 && shared.some((t) => /river|stream/.test(t)) ? "water" : _handOf(name, shared.length ? shared : doc.cells[cells[0]].terrain);
    const [xs, ys] = [cells.map((c) => lattice.x[c]), cells.map((c) => lattice.y[c])];
    // A long river is named beside one of its cells; a town of several is named beside them all.
    const spot = hand === "water" ? cells[cells.length >> 1] : -1;
    const box = spot >= 0
      ? { x0: lattice.x[spot], x1: lattice.x[spot], y0: lattice.y[spot], y1: lattice.y[spot] }
      : { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) };
    names.push({ name, hand, box });
  }
  return names;
}

/** Summits: cells higher than all around, with their height as a surveyor would note it. @param {Sheet} sheet @returns {Name[]} */
function _spots({ doc, lattice, ground }) {
  if (ground.flat) return [];
  return doc.cells.flatMap((cell, i) => {
    const { height } = cell;
    if (cell.name || isSettled(cell) || !height) return [];
    const near = lattice.across[i];
    const lower = (/** @type {number} */ j) => j < 0 || j === i || (doc.cells[j].height ?? 0) < height;
    if (near.includes(-1) || !near.every(lower) || !near.every((j) => lattice.across[j].every(lower))) return [];
    const { x, y } = lattice.centre(i);
    return [{ name: String(height), hand: "spot", box: { x0: x, x1: x, y0: y, y1: y } }];
  });
}

/** @type {{pen: CanvasRenderingContext2D | null, style: string, widths: Map<string, number>}} */
const measuring = { pen: null, style: "", widths: new Map() };

/** The width of a text in ems. @param {string} text @param {boolean | undefined} italic @param {number} weight */
export function emsOf(text, italic, weight) {
  const style = `${italic ? "italic" : "normal"} ${weight}`;
  const key = `${style} ${text}`;
  let width = measuring.widths.get(key);
  if (width === undefined) {
    const pen = (measuring.pen ??= document.createElement("canvas").getContext("2d"));
    if (!pen) return 0.5 * text.length;
    if (measuring.style !== style) pen.font = `${(measuring.style = style)} 100px ${LETTERING}`;
    measuring.widths.set(key, (width = pen.measureText(text).width / 100));
  }
  return width;
}

/** Rectangles already written on, in buckets, so that asking stays cheap. */
class Taken {
  constructor() {
    /** @type {Map<number, Box[]>} */ this.rows = new Map();
  }

  /** @param {Box} b */
  *_keys(b) {
    for (let i = Math.floor(b.x / 150); i <= Math.floor((b.x + b.w) / 150); i++) {
      for (let j = Math.floor(b.y / 150); j <= Math.floor((b.y + b.h) / 150); j++) yield i * 4096 + j;
    }
  }

  /** @param {Box} b */
  add(b) {
    for (const k of this._keys(b)) append(this.rows, k, b);
    return true;
  }

  /** @param {Box} b */
  meets(b) {
    for (const k of this._keys(b)) if ((this.rows.get(k) ?? []).some((o) => _meet(o, b))) return true;
    return false;
  }

  /** @param {Box} b */
  count(b) {
    const met = new Set();
    for (const k of this._keys(b)) for (const o of this.rows.get(k) ?? []) if (_meet(o, b)) met.add(o);
    return met.size;
  }
}

/** @param {Box} a @param {Box} b */
const _meet = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** The names of each board and what they must keep clear of. @type {WeakMap<BoardDocument, Lettering>} */
const letterings = new WeakMap();

/** Where the names of each set stand now. @type {WeakMap<Element, PlacedName[]>} */
const standing = new WeakMap();

/** @param {Sheet} sheet */
export function drawLabels(sheet) {
  const names = [..._names(sheet), ..._courseNames(sheet), ..._spots(sheet)].sort((a, b) => HANDS[a.hand].rank - HANDS[b.hand].rank);
  // Lettering keeps off signs and lines where it can, and out of the middle of cells, where counters may stand.
  const [signs, lines] = [new Taken(), new Taken()];
  for (const { x, y, wide } of sheet.busy) (wide ? signs : lines).add({ x: x - (wide ?? 5), y: y - (wide ?? 5), w: 2 * (wide ?? 5), h: 2 * (wide ?? 5) });
  const stands = _standing(sheet.lattice, sheet.lattice.x.keys());
  const lettering = { field: sheet.field, names, signs, lines, stands };
  letterings.set(sheet.doc, lettering);
  const marks = names.map((n) => _mark(n)).join("");
  const sets = SETS.map((set) => `<g class="names names-${set.lod}">${_letter(sheet, _placed(lettering, set), set)}</g>`);
  return `<g class="name-marks">${marks}</g>${sets.join("")}`;
}

/** The squares on which the counters of some cells stand. @param {Lattice} lattice @param {Iterable<number>} cells */
function _standing(lattice, cells) {
  const taken = new Taken();
  const half = STAND / 2 - 3;
  for (const i of cells) taken.add({ x: lattice.x[i] - half, y: lattice.y[i] - half, w: 2 * half, h: 2 * half });
  return taken;
}

/** The cells of each map where counters stand. @type {WeakMap<SVGSVGElement, Set<number>>} */
const stood = new WeakMap();

/**
 * A name on which a counter has come to stand goes where it can be read, and stays there; all others keep their places, for a name that moves has to be looked for.
 * @param {SVGSVGElement} svg @param {BoardDocument} doc @param {Set<number>} [cells] those where counters stand; those of the last time, where nothing has moved but the map has got its names
 */
export function uncoverNames(svg, doc, cells = stood.get(svg) ?? new Set()) {
  stood.set(svg, cells);
  const lettering = letterings.get(doc);
  if (!lettering) return;
  const counters = _standing(latticeOf(doc), cells);
  for (const set of SETS) {
    const group = svg.querySelector(`.names-${set.lod}`);
    if (!group) continue;
    const before = standing.get(group) ?? _placed(lettering, set);
    const taken = new Taken();
    for (const wanted of [(/** @type {PlacedName} */ p) => p.hand === "city", (/** @type {PlacedName} */ p) => p.hand !== "city"]) {
      const some = before.filter(wanted); // a city's name is read before all others: they make room for it
      const covered = some.filter((p) => counters.meets(p) || taken.meets(p) || !taken.add(p));
      for (const p of covered) {
        const best = _bestPlace(lettering, lettering.names[p.id], p.w, p.size, taken, counters);
        const overprinted = taken.meets(p);
        if (best && (overprinted || counters.count(best) < counters.count(p))) _moveName(group, Object.assign(p, { x: best.x, y: best.y }));
        group.querySelector(`[data-name="${p.id}"]`)?.setAttribute("visibility", overprinted && !best ? "hidden" : "visible");
        if (best || !overprinted) taken.add(p);
      }
    }
    standing.set(group, before);
  }
}

/** @param {Element} group @param {PlacedName} p */
function _moveName(group, p) {
  const text = group.querySelector(`[data-name="${p.id}"]`);
  text?.setAttribute("x", String(num(p.x + p.w / 2)));
  text?.setAttribute("y", String(num(p.y + p.size * 0.79)));
}

/** A name that no terrain stands for gets a small hollow sign: there is a place, but not for the rules. @param {Name} name */
function _mark({ name, hand, box }) {
  const [x, y] = [box.x0, box.y0];
  if (hand === "spot") return `<circle class="summit" cx="${num(x)}" cy="${num(y)}" r="2"/>`;
  if (hand !== "place") return "";
  if (/^(fort|ouvrage)/i.test(name)) return `<path class="old-fort" d="${fortTrace(x, y, 10)}"/>`;
  return `<path class="hamlet" d="M${xy(x - 9, y - 6)}h7v5h-7zM${xy(x + 1, y - 4)}h8v5h-8zM${xy(x - 4, y + 3)}h6v4.5h-6z"/>`;
}

/**
 * Where each name of a set goes, the most important first; those that find no room are left out.
 * @param {Lettering} lettering @param {LetterSet} set @returns {PlacedName[]}
 */
function _placed(lettering, set) {
  const taken = new Taken();
  /** @type {PlacedName[]} */ const placed = [];
  lettering.names.forEach((item, id) => {
    const hand = HANDS[item.hand];
    if (hand.rank > set.least) return;
    const text = hand.caps ? item.name.toUpperCase() : set.short ? _shortened(item.name) : item.name;
    const size = set.size * hand.size;
    const w = (emsOf(text, hand.italic, hand.caps ? 600 : 400) + text.length * hand.spacing) * size + 4 + size * 0.3;
    const best = _bestPlace(lettering, item, w, size, taken);
    if (!best) return;
    taken.add(best);
    placed.push({ ...best, id, text, size, hand: item.hand });
  });
  return placed;
}

/** @param {Sheet} sheet @param {PlacedName[]} placed @param {LetterSet} set */
function _letter(sheet, placed, set) {
  const taken = new Taken();
  const out = placed.map((p) => {
    taken.add(p);
    const spacing = HANDS[p.hand].spacing ? ` letter-spacing="${num(HANDS[p.hand].spacing * p.size)}"` : "";
    return `<text class="name of-${p.hand}" data-name="${p.id}" x="${num(p.x + p.w / 2)}" y="${num(p.y + p.size * 0.79)}" font-size="${num(p.size)}"${spacing}>${escapeText(p.text)}</text>`;
  });
  return out.join("") + (set.lod === "tiny" || set.lod === "far" ? "" : _contourFigures(sheet, set, taken));
}

/**
 * The place where a name disturbs least; null where it would touch another name or leave the field.
 * @param {Lettering} lettering @param {Name} item @param {number} w @param {number} size @param {Taken} taken @param {Taken} [counters]
 */
function _bestPlace({ field, signs, lines, stands }, item, w, size, taken, counters) {
  const h = size * 0.96;
  const { x0, x1, y0, y1 } = item.box;
  const [cx, out] = [(x0 + x1) / 2, item.hand === "spot" ? 5 : STAND / 2 + 1];
  const rows = [y1 + out, y0 - out - h];
  const aside = item.hand === "fort" || item.hand === "works" ? 9 : 3; // forts lie close together: a name is its own fort's only right below or above it
  /** @type {(Box & {cost: number})[]} */ const places = [];
  rows.forEach((y, row) => {
    for (const shift of [0, 0.22, -0.22, 0.42, -0.42]) places.push({ x: cx - w / 2 + shift * w, y, w, h, cost: row * 0.6 + Math.abs(shift) * aside });
  });
  const reach = item.hand === "spot" ? 6 : STAND / 2 + 4;
  places.push({ x: x1 + reach, y: (y0 + y1) / 2 - h / 2, w, h, cost: 2.2 }, { x: x0 - reach - w, y: (y0 + y1) / 2 - h / 2, w, h, cost: 2.4 });
  if (item.hand === "wood" || item.hand === "hill" || item.hand === "water") {
    places.push({ x: cx - w / 2, y: (y0 + y1) / 2 - h / 2, w, h, cost: 0.9 });
  }
  /** @type {(Box & {cost: number}) | null} */ let best = null;
  for (const p of places) {
    if (p.x < field.x + 4 || p.y < field.y + 2 || p.x + w > field.x + field.w - 4 || p.y + h > field.y + field.h - 2) continue;
    if (taken.meets(p)) continue;
    const core = { x: p.x, y: p.y + 2, w, h: h - 4 };
    p.cost += signs.count(core) * 2.5 + lines.count(core) * 0.7 + stands.count(core) * 1.2 + (counters ? counters.count(core) * 9 : 0);
    if (!best || p.cost < best.cost) best = p;
  }
  return best;
}

/** The heights of the heavy contours, written along them with their feet downhill. @param {Sheet} sheet @param {LetterSet} set @param {Taken} taken */
function _contourFigures({ indexLines }, set, taken) {
  const size = set.size * 0.6;
  let out = "";
  for (const { level, points } of indexLines) {
    for (let i = 22; i < points.length / 2 - 8; i += 70) {
      const [x, y] = [points[2 * i], points[2 * i + 1]];
      const box = { x: x - size, y: y - size, w: 2 * size, h: 2 * size };
      if (taken.meets(box)) continue;
      taken.add(box);
      let angle = (Math.atan2(points[2 * i + 7] - points[2 * i - 5], points[2 * i + 6] - points[2 * i - 6]) * 180) / Math.PI;
      if (angle > 90) angle -= 180;
      if (angle < -90) angle += 180;
      out += `<text class="figure" font-size="${num(size)}" transform="translate(${xy(x, y)}) rotate(${num(angle)})" dy=".34em">${level}</text>`;
    }
  }
  return out;
}
