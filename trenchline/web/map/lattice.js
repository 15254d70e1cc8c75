/** The lattice: where the cells of a board lie, what they touch, which of them is under a point. A cell is 100 units high. */

import { append, xy } from "./curves.js";

/** @import { BoardDocument } from "../types.js" */
/** @import { Box, Point } from "./curves.js" */

/** Map units to a cell's height. */
export const UNIT = 100;

/** The side of a counter on the map: the largest square that leaves a hex room for a name below it. */
export const STAND = 70;

/** Directions as a grid names them, in degrees clockwise from north. @type {Record<"hex" | "square", Record<string, number>>} */
const DIRECTIONS = {
  hex: { N: 0, NE: 60, SE: 120, S: 180, SW: 240, NW: 300 },
  square: { N: 0, NE: 45, E: 90, SE: 135, S: 180, SW: 225, W: 270, NW: 315 },
};

/** The geometry of a board's cells: where they lie, what they touch, which of them is under a point. */
export class Lattice {
  /** @param {BoardDocument} doc */
  constructor(doc) {
    this.hex = doc.kind !== "square";
    this.size = doc.cells.length;
    this.x = Float64Array.from(doc.cells, (c) => c.x * UNIT);
    this.y = Float64Array.from(doc.cells, (c) => c.y * UNIT);
    this.index = new Map(doc.cells.map((c, i) => [c.label, i]));
    this.corners = this.hex ? _ring(6, UNIT / Math.sqrt(3), 60) : _ring(4, UNIT / Math.SQRT2, 45);
    /** To the neighbour across each side; side k runs from corner k to corner k + 1. */
    this.steps = this.corners.map((a, k) => {
      const b = this.corners[(k + 1) % this.corners.length];
      return { x: a.x + b.x, y: a.y + b.y };
    });
    // Corners and middles lie on a net of these meshes: half the side of a hex, or half that of a square.
    this._mesh = { x: this.hex ? UNIT / Math.sqrt(12) : UNIT / 2, y: UNIT / 2 };
    /** @type {Map<number, number[]>} */ this._buckets = new Map();
    /** @type {Map<number, number>} */ const middles = new Map();
    for (let i = 0; i < this.size; i++) {
      middles.set(this.cornerKey(this.centre(i)), i);
      append(this._buckets, _bucket(this.x[i], this.y[i]), i);
    }
    const there = (/** @type {number} */ i, /** @type {Point} */ s) => middles.get(this.cornerKey({ x: this.x[i] + s.x, y: this.y[i] + s.y })) ?? -1;
    /** For each cell its neighbour across each side, -1 off the map. */
    this.across = Array.from({ length: this.size }, (_, i) => this.steps.map((s) => there(i, s)));
    this.bounds = this._bounds();
  }

  /** The same number for the same corner, whichever of its cells it was reckoned from. @param {Point} p */
  cornerKey(p) {
    return Math.round(p.x / this._mesh.x) * 8192 + Math.round(p.y / this._mesh.y);
  }

  /** Where a direction of the grid points, in degrees clockwise from north; undefined for a word that is none. @param {string | undefined} direction */
  degrees(direction) {
    return direction ? DIRECTIONS[this.hex ? "hex" : "square"][direction.toUpperCase()] : undefined;
  }

  /** The cell under a point of the map, or -1. A cell is what lies nearer to its middle than to any other. @param {number} x @param {number} y */
  at(x, y) {
    let best = -1;
    let least = Infinity;
    for (let k = 0; k < 4; k++) {
      const row = this._buckets.get(_bucket(x + (k & 1 ? 60 : -60), y + (k & 2 ? 60 : -60)));
      if (!row) continue;
      for (const c of row) {
        const far = (this.x[c] - x) ** 2 + (this.y[c] - y) ** 2;
        if (far < least) {
          best = c;
          least = far;
        }
      }
    }
    return best >= 0 && this.holds(x - this.x[best], y - this.y[best]) ? best : -1;
  }

  /** Whether a cell holds the point so far from its middle. @param {number} dx @param {number} dy */
  holds(dx, dy) {
    for (const s of this.steps) if (dx * s.x + dy * s.y > (UNIT * UNIT) / 2 + 0.5) return false;
    return true;
  }

  /** @returns {Box} */
  _bounds() {
    const xs = this.corners.map((c) => c.x);
    const ys = this.corners.map((c) => c.y);
    const x = Math.min(...this.x) + Math.min(...xs);
    const y = Math.min(...this.y) + Math.min(...ys);
    return { x, y, w: Math.max(...this.x) + Math.max(...xs) - x, h: Math.max(...this.y) + Math.max(...ys) - y };
  }

  /** @param {number} i @returns {Point} */
  centre(i) {
    return { x: this.x[i], y: this.y[i] };
  }

  /** The two ends of the side between two cells; null if they touch only at a corner. @param {number} a @param {number} b @returns {[Point, Point] | null} */
  side(a, b) {
    const k = this.across[a].indexOf(b);
    if (k < 0) return null;
    return [this.corner(a, k), this.corner(a, k + 1)];
  }

  /** @param {number} i @param {number} k @returns {Point} */
  corner(i, k) {
    const c = this.corners[k % this.corners.length];
    return { x: this.x[i] + c.x, y: this.y[i] + c.y };
  }

  /** A cell's outline as path data, drawn in from its sides. @param {number} i @param {number} [inset] */
  outline(i, inset = 0) {
    const share = 1 - inset / (UNIT / 2);
    return `M${this.corners.map((c) => xy(this.x[i] + c.x * share, this.y[i] + c.y * share)).join("L")}Z`;
  }
}

/** @param {number} n @param {number} radius @param {number} first degrees @returns {Point[]} */
function _ring(n, radius, first) {
  return Array.from({ length: n }, (_, k) => {
    // From the north-west corner, clockwise: side 0 is the northern one.
    const angle = ((180 + first + (360 / n) * k) * Math.PI) / 180;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}

/** Buckets a little wider than a cell: whatever is under a point lies in one of four. @param {number} x @param {number} y */
const _bucket = (x, y) => Math.floor(x / 120) * 8192 + Math.floor(y / 120);

/** @type {WeakMap<BoardDocument, Lattice>} */
const lattices = new WeakMap();

/** The lattice of a board, made once. @param {BoardDocument} doc */
export function latticeOf(doc) {
  let lattice = lattices.get(doc);
  if (!lattice) lattices.set(doc, (lattice = new Lattice(doc)));
  return lattice;
}
