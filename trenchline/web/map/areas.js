/** Areas: unions of cells with outlines drawn by hand. */

import { append, num, xy } from "./curves.js";
import { ripple } from "./relief.js";

/** @import { BoardDocument, CellDocument } from "../types.js" */
/** @import { Point } from "./curves.js" */
/** @import { Lattice } from "./lattice.js" */
/** @typedef {{a: Point, b: Point, cell: number, used: boolean}} Edge */

/**
 * The outlines of a union of cells: rings of points with the area on the right hand of the traveller.
 * @param {Lattice} lattice @param {Set<number>} members @returns {Point[][]}
 */
function _rims(lattice, members) {
  /** @type {Map<number, Edge[]>} */ const from = new Map();
  for (const i of members) {
    lattice.across[i].forEach((other, k) => {
      if (other >= 0 && members.has(other)) return;
      const edge = { a: lattice.corner(i, k), b: lattice.corner(i, k + 1), cell: i, used: false };
      const key = lattice.cornerKey(edge.a);
      append(from, key, edge);
    });
  }
  /** @type {Point[][]} */ const rims = [];
  for (const edges of from.values()) {
    for (const first of edges) {
      if (first.used) continue;
      /** @type {Point[]} */ const rim = [];
      for (/** @type {Edge | undefined} */ let edge = first; edge && !edge.used; ) {
        edge.used = true;
        rim.push(edge.a);
        const { b, cell } = edge;
        const choice = (from.get(lattice.cornerKey(b)) ?? []).filter((e) => !e.used);
        // Two squares that touch at a corner only stay two areas: keep to the same cell there.
        edge = choice.find((e) => e.cell === cell) ?? choice[0];
      }
      rims.push(rim);
    }
  }
  return rims;
}

/**
 * An outline drawn by hand: its corners worn round, in from the cells' sides by `inset`, wavering by `wave`.
 * @returns {Float64Array} x, y, x, y, ... of a ring
 * @param {Point[]} rim @param {number} inset @param {number} wave @param {number} wavelength @param {number} seed @param {number} rounds
 */
function _byHand(rim, inset, wave, wavelength, seed, rounds) {
  const ring = _worn(_divided(rim, 13), rounds);
  const n = ring.length / 2;
  const drawn = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    const [x, y] = [ring[2 * i], ring[2 * i + 1]];
    const [before, after] = [2 * ((i + n - 2) % n), 2 * ((i + 2) % n)];
    const [dx, dy] = [ring[after] - ring[before], ring[after + 1] - ring[before + 1]];
    const depth = (inset + wave * (0.75 * ripple(x, y, wavelength, seed) + 0.5 * ripple(x, y, wavelength / 2.3, seed + 1))) / (Math.sqrt(dx * dx + dy * dy) || 1);
    drawn[2 * i] = x - dy * depth;
    drawn[2 * i + 1] = y + dx * depth;
  }
  return drawn;
}

/** A ring of corners with points between them, so many units apart. @param {Point[]} rim @param {number} gap */
function _divided(rim, gap) {
  /** @type {number[]} */ const points = [];
  rim.forEach((a, i) => {
    const b = rim[(i + 1) % rim.length];
    const parts = Math.max(2, Math.round(Math.hypot(b.x - a.x, b.y - a.y) / gap));
    for (let s = 0; s < parts; s++) points.push(a.x + ((b.x - a.x) * s) / parts, a.y + ((b.y - a.y) * s) / parts);
  });
  return Float64Array.from(points);
}

/** A ring with its corners worn down. @param {Float64Array} ring @param {number} rounds */
function _worn(ring, rounds) {
  const n = ring.length;
  /** @type {Float64Array[]} */
  let [from, to] = [ring, new Float64Array(n)];
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < n; i++) to[i] = (from[i < 2 ? i + n - 2 : i - 2] + 2 * from[i] + from[i + 2 < n ? i + 2 : i + 2 - n]) / 4;
    [from, to] = [to, from];
  }
  return from;
}

/** A ring of points as a closed round through the middles between them. @param {Float64Array} ring */
function _round(ring) {
  const n = ring.length;
  let d = `M${xy((ring[n - 2] + ring[0]) / 2, (ring[n - 1] + ring[1]) / 2)}`;
  for (let i = 0; i < n; i += 2) {
    const next = (i + 2) % n;
    d += `Q${num(ring[i])} ${num(ring[i + 1])} ${num((ring[i] + ring[next]) / 2)} ${num((ring[i + 1] + ring[next + 1]) / 2)}`;
  }
  return `${d}Z`;
}

/**
 * A union of cells as path data with hand-drawn outlines, and the points of those outlines.
 * @param {Lattice} lattice @param {Set<number>} members @param {number} inset @param {number} wave @param {number} wavelength @param {number} seed
 */
export function areaOf(lattice, members, inset, wave, wavelength, seed) {
  // Squares need more wear and a looser hand than hexes before they look like ground.
  const [deeper, looser, rounds] = lattice.hex ? [0, 1, 3] : [3.5, 1.7, 9];
  const rings = _rims(lattice, members).map((rim) => _byHand(rim, inset + deeper, wave * looser, wavelength, seed, rounds));
  return { d: rings.map(_round).join(""), rings };
}

/** The cells that pass a test, by their place. @param {BoardDocument} doc @param {(cell: CellDocument) => boolean} test */
export const membersOf = (doc, test) => new Set(doc.cells.flatMap((cell, i) => (test(cell) ? [i] : [])));
