/** Water: rivers, canals and streams, along the sides of cells or through their midst. */

import { areaOf, membersOf } from "./areas.js";
import { chainsOf, courseThrough, pathOf, pointsOf, softLine, stationsAlong } from "./curves.js";
import { has } from "./data-words.js";
import { UNIT } from "./lattice.js";
import { ripple } from "./relief.js";

/** @import { BoardDocument } from "../types.js" */
/** @import { Piece, Point } from "./curves.js" */
/** @import { Lattice } from "./lattice.js" */
/** @import { Sheet } from "./sheet.js" */
/** @typedef {[number, number, number]} WeighedLink two cells and how far apart they are reckoned */

/**
 * Sides as links between corners, led on to the neat-line where they reach the rim of the board.
 * @param {Sheet} sheet @param {[number, number][]} pairs @param {{leaveMap: boolean}} how @returns {Piece[][]}
 */
export function banksOf(sheet, pairs, { leaveMap }) {
  const { lattice } = sheet;
  /** @type {Map<number | string, Point>} */ const at = new Map();
  /** @type {[number | string, number | string][]} */ const links = [];
  /** @type {Map<number, number>} */ const count = new Map();
  for (const [a, b] of pairs) {
    const side = lattice.side(a, b);
    if (!side) continue;
    /** @type {[number, number]} */ const ends = [lattice.cornerKey(side[0]), lattice.cornerKey(side[1])];
    ends.forEach((k, i) => {
      at.set(k, side[i]);
      count.set(k, (count.get(k) ?? 0) + 1);
    });
    links.push(ends);
  }
  if (leaveMap) {
    for (const [k, n] of count) {
      const corner = at.get(k);
      const out = n === 1 && corner && _outward(lattice, corner);
      if (!out) continue;
      at.set(`${k}!`, out);
      links.push([k, `${k}!`]);
    }
  }
  return chainsOf(at, links).map((chain) => courseThrough(pointsOf(chain, at), () => 0.6));
}

/**
 * A point beyond the neat-line, straight out from a corner on the rim; undefined for a corner inside the board.
 * @param {Lattice} lattice @param {Point} corner @returns {Point | undefined}
 */
function _outward(lattice, corner) {
  const r = 60;
  const touching = new Set();
  for (let k = 0; k < 12; k++) {
    const angle = (k * Math.PI) / 6 + 0.13;
    touching.add(lattice.at(corner.x + r * 0.3 * Math.cos(angle), corner.y + r * 0.3 * Math.sin(angle)));
  }
  if (!touching.has(-1)) return undefined;
  touching.delete(-1);
  const cells = [...touching];
  const mean = { x: cells.reduce((s, c) => s + lattice.x[c], 0) / cells.length, y: cells.reduce((s, c) => s + lattice.y[c], 0) / cells.length };
  const length = Math.hypot(corner.x - mean.x, corner.y - mean.y) || 1;
  return { x: corner.x + ((corner.x - mean.x) / length) * 70, y: corner.y + ((corner.y - mean.y) / length) * 70 };
}

/**
 * Cells that hold water in their midst, joined into branching courses that never close a ring.
 * @param {{doc: BoardDocument, lattice: Lattice}} sheet @param {string[]} words @param {Set<number> | null} [ponds] @returns {Piece[][]}
 */
export function coursesOf({ doc, lattice }, words, ponds = null) {
  const wet = membersOf(doc, has(...words));
  if (!wet.size) return [];
  /** @type {WeighedLink[]} */ const links = [];
  for (const i of wet) {
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        const j = lattice.at(lattice.x[i] + dx * UNIT * (lattice.hex ? 0.87 : 1), lattice.y[i] + dy * UNIT * (lattice.hex && dx ? 0.5 : 1));
        if (j <= i || !wet.has(j)) continue;
        const drop = Math.abs((doc.cells[i].height ?? 0) - (doc.cells[j].height ?? 0));
        links.push([i, j, (dx && dy && !lattice.hex ? 1.25 : 1) + drop / 90]);
      }
    }
  }
  const tree = ponds ? _withoutSpurs(_spanning(links), ponds) : _spanning(links);
  /** @type {Map<number, Point>} */ const at = new Map();
  for (const i of wet) at.set(i, { x: lattice.x[i] + 17 * ripple(i * 37, i * 11, 9, 71), y: lattice.y[i] + 17 * ripple(i * 13, i * 29, 9, 72) });
  const joined = new Set(tree.flat());
  const lone = [...wet].filter((i) => !joined.has(i) && !ponds?.has(i));
  const pools = pointsOf(lone, at).map(({ x, y }) => softLine([{ x: x - 36, y: y - 8 }, { x: x - 10, y: y + 12 }, { x: x + 12, y: y - 12 }, { x: x + 36, y: y + 8 }]));
  return chainsOf(at, tree).map((chain) => softLine(pointsOf(chain, at))).concat(pools);
}

/**
 * A course without its side cells, which are noted as ponds: a broad river is a stream among ponds, not a comb.
 * @param {[number, number][]} tree @param {Set<number>} ponds
 */
function _withoutSpurs(tree, ponds) {
  /** @type {Map<number, number>} */ const degree = new Map();
  for (const i of tree.flat()) degree.set(i, (degree.get(i) ?? 0) + 1);
  return tree.filter(([a, b]) => {
    const leaf = degree.get(a) === 1 ? a : degree.get(b) === 1 ? b : -1;
    if (leaf < 0 || (degree.get(leaf === a ? b : a) ?? 0) < 3) return true;
    ponds.add(leaf);
    return false;
  });
}

/** Kruskal's forest: the lightest links that join everything without a ring. @param {WeighedLink[]} links @returns {[number, number][]} */
function _spanning(links) {
  /** @type {Map<number, number>} */ const root = new Map();
  const find = (/** @type {number} */ i) => {
    for (let up = root.get(i); up !== undefined; up = root.get(i)) i = up;
    return i;
  };
  return links.sort((a, b) => a[2] - b[2]).flatMap(([a, b]) => {
    /** @type {[number, number][]} */ const kept = [[a, b]];
    const [p, q] = [find(a), find(b)];
    if (p === q) return [];
    root.set(p, q);
    return kept;
  });
}

/** Water of a style, as it is surveyed and along the sides that the data names. @param {Sheet} sheet @param {string} style */
const _waters = (sheet, style) =>
  [...sheet.courses(style, UNIT).map(({ line }) => line), ...sheet.edges(style).flatMap(([, pairs]) => banksOf(sheet, pairs, { leaveMap: true }))];

/** @param {Sheet} sheet */
export function drawRivers(sheet) {
  const courses = _waters(sheet, "river");
  // Where the survey or the sides say where the river runs, cells marked river are only its banks.
  /** @type {Set<number>} */ const ponds = new Set();
  const inCells = courses.length ? [] : coursesOf(sheet, ["river"], ponds);
  const pools = [...ponds].map((i) => areaOf(sheet.lattice, new Set([i]), 19, 9, 34, 62 + i).d).join("");
  const canals = _waters(sheet, "canal");
  for (const course of [...courses, ...inCells]) {
    sheet.noteWayside(stationsAlong(course, 9), "river");
    sheet.busy.push(...stationsAlong(course, 30));
  }
  const d = [...courses, ...inCells].map(pathOf).join("");
  const canal = canals.map(pathOf).join("");
  return {
    floor: (d && `<path class="floor wide" d="${d}"/><path class="floor" d="${d}"/>`) + (pools && `<path class="lake" d="${pools}"/><path class="lake-edge" d="${pools}"/>`),
    canal: canal && `<path class="canal-bank" d="${canal}"/><path class="canal" d="${canal}"/>`,
    river: d && `<path class="river-bank" d="${d}"/><path class="river" d="${d}"/><path class="river-light" d="${d}"/>`,
  };
}

/** @param {Sheet} sheet */
export function drawStreams(sheet) {
  const courses = coursesOf(sheet, ["stream", "minor_river", "minor-river"]);
  const d = [..._waters(sheet, "stream"), ...courses].map(pathOf).join("");
  const broad = coursesOf(sheet, ["minor_river", "minor-river"]).map(pathOf).join("");
  return (d && `<path class="stream" d="${d}"/>`) + (broad && `<path class="stream broad" d="${broad}"/>`);
}
