/** The layers of a map that change: tints, lines, arrows, marked cells and the front. */

import { lookOf } from "../common/looks.js";
import { chainsOf, courseThrough, easedKnots, escapeText, num, pathOf, point, pointsOf, roundedLine, softLine, stationsAlong, xy } from "./curves.js";
import { groundReallyHeld } from "./front-line.js";
import { latticeOf } from "./lattice.js";

/** @import { BoardDocument, Tint } from "../types.js" */
/** @import { Point } from "./curves.js" */
/** @import { Lattice } from "./lattice.js" */

export const SVG = "http://www.w3.org/2000/svg";

/** The layers that the app draws on, from the lowest. */
export const LIVE_LAYERS = ["overlay", "control", "reach", "markers", "counters", "arrows", "focus"];

/** Empty a layer. @param {Element} layer */
export function clear(layer) {
  layer.replaceChildren();
}

/** Elements of SVG from their text. @param {string} markup @returns {Element[]} */
export function shapes(markup) {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg xmlns="${SVG}">${markup}</svg>`;
  return [...(holder.content.firstElementChild?.children ?? [])];
}

/** @param {Element} layer @param {string} markup */
function _write(layer, markup) {
  layer.append(...shapes(markup));
}

/**
 * Wash cells with a side's colour, in one of three shades, each with a short text.
 * @param {Element} layer
 * @param {BoardDocument} doc
 * @param {Tint[]} tints
 */
export function tintCells(layer, doc, tints) {
  const lattice = latticeOf(doc);
  /** @type {Map<string, string>} */ const washes = new Map();
  let texts = "";
  for (const { cell, shade = 1, side = "", text = "" } of tints) {
    const i = lattice.index.get(cell);
    if (i === undefined) continue;
    const { palette } = lookOf(doc.looks, side);
    const look = `class="tint shade-${Math.min(3, Math.max(1, shade))}" data-palette="${palette}"`;
    washes.set(look, (washes.get(look) ?? "") + lattice.outline(i, 2));
    if (text) texts += `<text class="tint-text" data-palette="${palette}" x="${num(lattice.x[i])}" y="${num(lattice.y[i])}" dy=".36em" font-size="${text.length > 5 ? 19 : 30}">${escapeText(text)}</text>`;
  }
  _write(layer, [...washes].map(([look, d]) => `<path ${look} d="${d}"/>`).join("") + texts);
}

/**
 * Soft lines through the middles of cells, with a dot where each begins and an arrow-head where it ends.
 * @param {Element} layer @param {BoardDocument} doc @param {string[][]} lines @param {string} [className]
 */
export function drawLines(layer, doc, lines, className = "line") {
  const lattice = latticeOf(doc);
  let [beds, out] = ["", ""]; // on a bed of paper a line is no road
  for (const labels of lines) {
    const knots = _cells(lattice, labels).map((i) => lattice.centre(i));
    if (!knots.length) continue;
    out += `<circle class="${className} start" cx="${num(knots[0].x)}" cy="${num(knots[0].y)}" r="6"/>`;
    if (knots.length < 2) continue;
    const d = pathOf(softLine(easedKnots(knots, () => 0.6)));
    beds += `<path class="${className} bed" d="${d}"/>`;
    out += `<path class="${className}" d="${d}"/><path class="${className} head" d="${_head(knots[knots.length - 2], knots[knots.length - 1], 15)}"/>`;
  }
  _write(layer, beds + out);
}

/** The places of cells by their labels; those that the board does not know are left out. @param {Lattice} lattice @param {string[]} labels */
function _cells(lattice, labels) {
  return labels.flatMap((label) => lattice.index.get(label) ?? []);
}

/** @param {Point} from @param {Point} to @param {number} size */
function _head(from, to, size) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  return `M${xy(to.x + ux * size * 0.5, to.y + uy * size * 0.5)}L${xy(to.x - ux * size - uy * size * 0.7, to.y - uy * size + ux * size * 0.7)}L${xy(to.x - ux * size + uy * size * 0.7, to.y - uy * size - ux * size * 0.7)}Z`;
}

/**
 * An arrow of attack: it swells from the attacker to the target, the more the greater its weight.
 * @param {Element} layer @param {BoardDocument} doc
 * @param {string} from a cell
 * @param {string} to a cell
 * @param {{side: string, look?: string, weight?: number}} how whose colours; attack, march or preview; odds or strength: 1 is thin, 6 and more is massive
 */
export function drawArrow(layer, doc, from, to, { side, look = "attack", weight = 1 }) {
  const lattice = latticeOf(doc);
  const [i, j] = [lattice.index.get(from), lattice.index.get(to)];
  if (i === undefined || j === undefined || i === j) return;
  const [a, b] = [lattice.centre(i), lattice.centre(j)];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const wide = 8 + 3 * Math.min(7, Math.max(0.5, weight));
  const bow = 0.1 * length;
  // Along the arrow and to its left, on a slight bow: straight arrows of a stack would hide each other.
  const at = (/** @type {number} */ along, /** @type {number} */ left) => {
    const t = along / length;
    const lift = left + bow * 4 * t * (1 - t);
    return { x: a.x + ux * along + uy * lift, y: a.y + uy * along - ux * lift };
  };
  const short = Math.min(20, length * 0.13);
  const [tail, neck, tip] = [short, Math.max(length * 0.4, length - short - wide * 0.95), length - short];
  const m = (tail + neck) / 2;
  const d = `M${point(at(tail, wide * 0.16))}Q${point(at(m, wide * 0.34))} ${point(at(neck, wide * 0.5))}L${point(at(neck - wide * 0.2, wide * 1.02))}L${point(at(tip, 0))}` +
    `L${point(at(neck - wide * 0.2, -wide * 1.02))}L${point(at(neck, -wide * 0.5))}Q${point(at(m, -wide * 0.34))} ${point(at(tail, -wide * 0.16))}Z`;
  _write(layer, `<path class="arrow ${look}" data-palette="${lookOf(doc.looks, side).palette}" d="${d}"/>`);
}

/**
 * Outline cells.
 * @param {Element} layer @param {BoardDocument} doc @param {string[]} labels @param {string} [className]
 */
export function highlight(layer, doc, labels, className = "highlight") {
  const lattice = latticeOf(doc);
  const d = _cells(lattice, labels).map((i) => lattice.outline(i, 3)).join("");
  if (d) _write(layer, `<path class="cell-mark ${className}" d="${d}"/>`);
}

/**
 * The front: where the ground that one side really holds meets another's, each side's colour on its own edge.
 * @param {Element} layer @param {BoardDocument} doc
 * @param {Record<string, string>} control for each side its cells, as a view has them
 * @param {Iterable<string>} stood the cells where counters stand
 */
export function drawFront(layer, doc, control, stood) {
  const lattice = latticeOf(doc);
  /** @type {string[]} */ const counted = new Array(lattice.size).fill("");
  for (const [side, labels] of Object.entries(control)) for (const i of _cells(lattice, labels.split(" "))) counted[i] = side;
  const holder = groundReallyHeld(lattice, counted, new Set(_cells(lattice, [...stood])));
  let out = "";
  for (const side of Object.keys(control)) {
    const mine = new Set(holder.flatMap((h, i) => (h === side ? [i] : [])));
    /** @type {[number, number][]} */ const links = [];
    /** @type {Map<number, Point>} */ const at = new Map();
    for (const i of mine) {
      lattice.across[i].forEach((other, k) => {
        if (other < 0 || holder[other] === side || !holder[other]) return;
        const [p, q] = [lattice.corner(i, k), lattice.corner(i, k + 1)];
        at.set(lattice.cornerKey(p), p).set(lattice.cornerKey(q), q);
        links.push([lattice.cornerKey(p), lattice.cornerKey(q)]);
      });
    }
    const depth = 2.6;
    for (const chain of chainsOf(at, links)) {
      // The front keeps to the sides of squares: softened as on hexes it would swing through cells of the other side.
      const knots = pointsOf(chain, at);
      const stations = stationsAlong(lattice.hex ? courseThrough(easedKnots(knots, () => 0.3), () => 0.5) : roundedLine(knots, 38), 9);
      if (stations.length < 2) continue;
      const probe = stations[stations.length >> 1];
      const cell = lattice.at(probe.x - probe.dy * 9, probe.y + probe.dx * 9);
      const hand = mine.has(cell) ? 1 : -1;
      const round = chain.length > 3 && chain[0] === chain.at(-1) ? "Z" : "";
      out += `<path class="front" data-palette="${lookOf(doc.looks, side).palette}" d="M${stations.map((s) => xy(s.x - s.dy * depth * hand, s.y + s.dx * depth * hand)).join("L")}${round}"/>`;
    }
  }
  _write(layer, out);
}
