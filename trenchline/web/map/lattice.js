/** The lattice: where the cells of a board lie, what they touch, which of them is under a point. A cell is 100 units high. */

import { append, xy } from "./curves.js";

/**
 * @typedef {{label: string, x: number, y: number, terrain: string[], name?: string, height?: number}} CellDocument
 * @typedef {{title: string, kind: string, metres: number, cells: CellDocument[],
 *   edges: Record<string, [number, number][]>, exits: Record<string, number[]>}} BoardDocument
 */

/** Map units to a cell's height. */
export const UNIT = 100;

/** The side of a counter on the map: the largest square that leaves a hex room for a name below it. */
export const STAND = 70;

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
    this._buckets = new Map();
    const middles = new Map();
    for (let i = 0; i < this.size; i++) {
      middles.set(this.cornerKey(this.centre(i)), i);
      append(this._buckets, _bucket(this.x[i], this.y[i]), i);
    }
    const there = (i, s) => middles.get(this.cornerKey({ x: this.x[i] + s.x, y: this.y[i] + s.y })) ?? -1;
    /** For each cell its neighbour across each side, -1 off the map. */
    this.across = Array.from({ length: this.size }, (_, i) => this.steps.map((s) => there(i, s)));
    this.bounds = this._bounds();
  }

  /** The same number for the same corner, whichever of its cells it was reckoned from. */
  cornerKey(p) {
    return Math.round(p.x / this._mesh.x) * 8192 + Math.round(p.y / this._mesh.y);
  }

  /** The cell under a point of the map, or -1. A cell is what lies nearer to its middle than to any other. */
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

  /** Whether a cell holds the point so far from its middle. */
  holds(dx, dy) {
    for (const s of this.steps) if (dx * s.x + dy * s.y > (UNIT * UNIT) / 2 + 0.5) return false;
    return true;
  }

  _bounds() {
    const xs = this.corners.map((c) => c.x);
    const ys = this.corners.map((c) => c.y);
    const x = Math.min(...this.x) + Math.min(...xs);
    const y = Math.min(...this.y) + Math.min(...ys);
    return { x, y, w: Math.max(...this.x) + Math.max(...xs) - x, h: Math.max(...this.y) + Math.max(...ys) - y };
  }

  centre(i) {
    return { x: this.x[i], y: this.y[i] };
  }

  /** The two ends of the side between two cells; null if they touch only at a corner. */
  side(a, b) {
    const k = this.across[a].indexOf(b);
    if (k < 0) return null;
    return [this.corner(a, k), this.corner(a, k + 1)];
  }

  corner(i, k) {
    const c = this.corners[k % this.corners.length];
    return { x: this.x[i] + c.x, y: this.y[i] + c.y };
  }

  /** A cell's outline as path data, drawn in from its sides. */
  outline(i, inset = 0) {
    const share = 1 - inset / (UNIT / 2);
    return `M${this.corners.map((c) => xy(this.x[i] + c.x * share, this.y[i] + c.y * share)).join("L")}Z`;
  }
}

function _ring(n, radius, first) {
  return Array.from({ length: n }, (_, k) => {
    // From the north-west corner, clockwise: side 0 is the northern one.
    const angle = ((180 + first + (360 / n) * k) * Math.PI) / 180;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}

/** Buckets a little wider than a cell: whatever is under a point lies in one of four. */
const _bucket = (x, y) => Math.floor(x / 120) * 8192 + Math.floor(y / 120);

/** @type {WeakMap<BoardDocument, Lattice>} */
const lattices = new WeakMap();

/** The lattice of a board, made once. */
export function latticeOf(doc) {
  let lattice = lattices.get(doc);
  if (!lattice) lattices.set(doc, (lattice = new Lattice(doc)));
  return lattice;
}
