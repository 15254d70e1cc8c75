/**
 * The ground under a board: a smooth surface through the heights of the cells, its hill-shade and its contours.
 * Scenery only; no rule asks it. Everything is in map units (a cell is 100 high).
 */

/** @import { Box } from "./curves.js" */
/** @typedef {{x: Float64Array, y: Float64Array, h: Float64Array}} Heights the cells' middles and heights in metres */
/** @typedef {{rows: number[][], box: Box}} Net heights in metres, row by row, and what they cover */
/** @typedef {{level: number, closed: boolean, points: number[]}} Contour points as x, y, x, y, ... */
/** @typedef {{nx: number, ny: number, heights: Float32Array, step: number, box: Box}} Raster */

/** How far a cell's height is felt, in map units. Over two cells, so that the surface has no dimples at the centres. */
const REACH = 235;
/** Rounds of correction that make the surface pass through the heights instead of near them. */
const ROUNDS = 7;

/**
 * Smooth noise between -1 and 1, the same for the same place: it ruffles contours and the edges of woods.
 * @param {number} x @param {number} y @param {number} wavelength @param {number} [seed]
 */
export function ripple(x, y, wavelength, seed = 0) {
  const u = x / wavelength;
  const v = y / wavelength;
  const i = Math.floor(u);
  const j = Math.floor(v);
  const fx = u - i;
  const fy = v - j;
  const sx = fx * fx * (3 - 2 * fx);
  const sy = fy * fy * (3 - 2 * fy);
  const top = speck(i, j, seed) * (1 - sx) + speck(i + 1, j, seed) * sx;
  const low = speck(i, j + 1, seed) * (1 - sx) + speck(i + 1, j + 1, seed) * sx;
  return top * (1 - sy) + low * sy;
}

/** A number between -1 and 1 that looks like chance but is always the same for the same three integers. @param {number} i @param {number} j @param {number} [seed] */
export function speck(i, j, seed = 0) {
  let n = Math.imul(i | 0, 374761393) ^ Math.imul(j | 0, 668265263) ^ Math.imul(seed | 0, 2147483647);
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 2147483648 - 1;
}

/** Wendland's kernel by the square of the distance: smooth, and nothing at all beyond its reach. Looked up, since it is asked a million times. */
const KERNEL = Float32Array.from({ length: 1025 }, (_, i) => {
  const r = Math.sqrt(i / 1024);
  return (1 - r) ** 4 * (4 * r + 1);
});
const KERNEL_SCALE = 1024 / (REACH * REACH);

/** A surface over a box, kept as a raster of heights. */
export class Ground {
  /**
   * @param {Heights} points
   * @param {Box} box what the raster covers
   * @param {number} step the width of a raster square
   * @param {number} metresPerUnit the scale of the map
   * @param {Net} [net] surveyed heights, finer than the cells'
   */
  constructor(points, box, step, metresPerUnit, net) {
    this.box = box;
    this.step = step;
    this.metresPerUnit = metresPerUnit;
    this.nx = Math.ceil(box.w / step) + 1;
    this.ny = Math.ceil(box.h / step) + 1;
    this.low = Math.min(...points.h);
    this.high = Math.max(...points.h);
    this.flat = !(this.high > this.low);
    if (net) this.heights = this._read(_softened(net));
    else this.heights = this.flat ? new Float32Array(this.nx * this.ny).fill(this.low) : this._lay(points, _fitted(points));
  }

  /** The surface of surveyed heights: a smooth spline along each row of them, then across the rows. @param {Net} net */
  _read({ rows, box }) {
    const { nx, ny, step } = this;
    const along = rows.map((row) => _splined(row, nx, ((this.box.x - box.x) / box.w) * row.length - 0.5, (step / box.w) * row.length));
    const heights = new Float32Array(nx * ny);
    for (let i = 0; i < nx; i++) {
      const column = _splined(along.map((row) => row[i]), ny, ((this.box.y - box.y) / box.h) * rows.length - 0.5, (step / box.h) * rows.length);
      for (let j = 0; j < ny; j++) heights[j * nx + i] = column[j];
    }
    return heights;
  }

  /**
   * Spread each point over the raster by its kernel, then ruffle the surface so that contours waver as surveyed ones do.
   * @param {Heights} points @param {Float64Array} wanted
   */
  _lay(points, wanted) {
    const { nx, ny, step, box } = this;
    const sum = new Float32Array(nx * ny);
    const weight = new Float32Array(nx * ny);
    const span = Math.ceil(REACH / step);
    for (let p = 0; p < wanted.length; p++) {
      const [x, y, h] = [points.x[p] - box.x, points.y[p] - box.y, wanted[p]];
      const ci = Math.round(x / step);
      const cj = Math.round(y / step);
      const first = Math.max(0, ci - span);
      const last = Math.min(nx - 1, ci + span);
      for (let j = Math.max(0, cj - span); j <= Math.min(ny - 1, cj + span); j++) {
        const dy = j * step - y;
        for (let i = first, at = j * nx + first; i <= last; i++, at++) {
          const dx = i * step - x;
          const k = (dx * dx + dy * dy) * KERNEL_SCALE;
          if (k >= 1024) continue;
          const w = KERNEL[k | 0];
          sum[at] += w * h;
          weight[at] += w;
        }
      }
    }
    const ruffle = Math.min(3.2, (this.high - this.low) / 45);
    for (let j = 0, at = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++, at++) {
        const smooth = weight[at] > 1e-9 ? sum[at] / weight[at] : this.low;
        sum[at] = smooth + ruffle * (ripple(i * step, j * step, 83, 1) + 0.5 * ripple(i * step, j * step, 41, 2));
      }
    }
    return sum;
  }

  /** The direction that leads uphill most steeply, as a unit vector; {0, 0} on flat ground. @param {number} x @param {number} y */
  uphill(x, y) {
    const { nx, ny, heights } = this;
    const i = Math.min(nx - 3, Math.max(2, Math.round((x - this.box.x) / this.step)));
    const at = Math.min(ny - 3, Math.max(2, Math.round((y - this.box.y) / this.step))) * nx + i;
    const dx = heights[at + 2] - heights[at - 2];
    const dy = heights[at + 2 * nx] - heights[at - 2 * nx];
    const steep = Math.sqrt(dx * dx + dy * dy);
    return steep > 1e-6 ? { x: dx / steep, y: dy / steep } : { x: 0, y: 0 };
  }
}

/**
 * A cubic spline near heights in a row, read at n places; it rounds off what a survey has of tree-tops.
 * @param {ArrayLike<number>} heights @param {number} n @param {number} first where it is read first, in steps of the row @param {number} step
 */
function _splined(heights, n, first, step) {
  const last = heights.length - 1;
  const found = new Float32Array(n);
  for (let k = 0; k < n; k++) {
    const u = first + k * step;
    const i = Math.floor(u);
    const t = u - i;
    const s = 1 - t;
    const at = (/** @type {number} */ j) => heights[Math.max(0, Math.min(j, last))];
    found[k] = (s * s * s * at(i - 1) + (3 * t * t * t - 6 * t * t + 4) * at(i) + (3 * s * s * s - 6 * s * s + 4) * at(i + 1) + t * t * t * at(i + 2)) / 6;
  }
  return found;
}

/** A net with each height drawn towards its neighbours'. @param {Net} net @returns {Net} */
function _softened({ rows, box }) {
  const mean = (/** @type {number} */ h, /** @type {number | undefined} */ p, /** @type {number | undefined} */ q) => ((p ?? h) + 2 * h + (q ?? h)) / 4;
  const across = rows.map((row) => row.map((h, i) => mean(h, row[i - 1], row[i + 1])));
  return { box, rows: across.map((row, j) => row.map((h, i) => mean(h, across[j - 1]?.[i], across[j + 1]?.[i]))) };
}

/** The weights of the points for which the smoothed surface passes through their heights. @param {Heights} points */
function _fitted(points) {
  const n = points.x.length;
  const { first, other, weight } = _neighbourhoods(points);
  const wanted = Float64Array.from(points.h);
  const missing = new Float64Array(n);
  for (let round = 0; round < ROUNDS; round++) {
    for (let p = 0; p < n; p++) {
      let sum = 0;
      let all = 0;
      for (let q = first[p]; q < first[p + 1]; q++) {
        sum += weight[q] * wanted[other[q]];
        all += weight[q];
      }
      missing[p] = points.h[p] - sum / all;
    }
    // Not quite the whole of it: a full correction would swing past on steep ground.
    for (let p = 0; p < n; p++) wanted[p] += 0.85 * missing[p];
  }
  return wanted;
}

/** For each point p the others within reach: other[first[p]] up to other[first[p + 1]], each with its weight. @param {Heights} points */
function _neighbourhoods(points) {
  /** @type {Map<number, number[]>} */ const buckets = new Map();
  const key = (/** @type {number} */ p, /** @type {number} */ i, /** @type {number} */ j) => (Math.floor(points.x[p] / REACH) + i) * 4096 + Math.floor(points.y[p] / REACH) + j;
  const n = points.x.length;
  for (let p = 0; p < n; p++) {
    const row = buckets.get(key(p, 0, 0));
    if (row) row.push(p);
    else buckets.set(key(p, 0, 0), [p]);
  }
  const first = new Int32Array(n + 1);
  /** @type {number[]} */ const other = [];
  /** @type {number[]} */ const weight = [];
  for (let p = 0; p < n; p++) {
    for (let k = 0; k < 9; k++) {
      for (const q of buckets.get(key(p, (k % 3) - 1, ((k / 3) | 0) - 1)) ?? []) {
        const far = ((points.x[q] - points.x[p]) ** 2 + (points.y[q] - points.y[p]) ** 2) * KERNEL_SCALE;
        if (far >= 1024) continue;
        other.push(q);
        weight.push(KERNEL[far | 0]);
      }
    }
    first[p + 1] = other.length;
  }
  return { first, other, weight };
}

/* ------------------------------------------------------------------------------------------------ hill-shade */

/** Paper tones from the valley floor to the highest crest. */
const TONES = [
  [232, 231, 208],
  [240, 231, 207],
  [238, 220, 184],
  [229, 203, 159],
];

/** The tone of the paper at a share of the whole height, 0 to 1. @param {number} share */
function _tone(share) {
  const at = Math.min(0.9999, Math.max(0, share)) * (TONES.length - 1);
  const i = Math.floor(at);
  return TONES[i].map((c, k) => c + (TONES[i + 1][k] - c) * (at - i));
}

/**
 * The shaded ground as a picture, lit from the north-west as map-makers do.
 * @param {Ground} ground
 * @returns {string} a data URL; one pixel for each square of the raster
 */
export function shadedRelief(ground) {
  const { nx, ny, heights, step, metresPerUnit } = ground;
  const canvas = document.createElement("canvas");
  canvas.width = nx;
  canvas.height = ny;
  const pen = canvas.getContext("2d");
  if (!pen) return "";
  const picture = pen.createImageData(nx, ny);
  const range = ground.high - ground.low || 1;
  // Low country is drawn bolder than it is, or it would look like a table.
  const bold = (3.1 * Math.min(2.2, Math.max(1, 230 / range))) / (2 * step * metresPerUnit);
  const tones = Float32Array.from({ length: 128 * 3 }, (_, i) => _tone(Math.floor(i / 3) / 127)[i % 3]);
  const pixels = picture.data;
  for (let j = 0, at = 0; j < ny; j++) {
    const [up, down] = [j ? -nx : 0, j < ny - 1 ? nx : 0];
    for (let i = 0; i < nx; i++, at++) {
      const dx = (heights[i < nx - 1 ? at + 1 : at] - heights[i ? at - 1 : at]) * bold;
      const dy = (heights[at + down] - heights[at + up]) * bold;
      // Lambert's law with the sun at 45 degrees; flat ground keeps the paper's own tone.
      const light = (0.5 * (dx + dy) + Math.SQRT1_2) / Math.sqrt(1 + dx * dx + dy * dy) - Math.SQRT1_2;
      // The grain of the paper is baked in: a texture of its own would be paid for again at every zoom.
      const dark = (light < 0 ? 0.5 * light : 0.16 * light) + 0.011 * speck(i, j, 11) + 0.008 * speck(i >> 2, j >> 1, 12);
      const tone = 3 * Math.min(127, Math.max(0, Math.round(((heights[at] - ground.low) / range) * 127)));
      pixels[at * 4] = tones[tone] * (1 + dark * 0.86);
      pixels[at * 4 + 1] = tones[tone + 1] * (1 + dark);
      pixels[at * 4 + 2] = tones[tone + 2] * (1 + dark * 1.1);
      pixels[at * 4 + 3] = 255;
    }
  }
  pen.putImageData(picture, 0, 0);
  return canvas.toDataURL("image/jpeg", 0.93);
}

/* ------------------------------------------------------------------------------------------------ contours */

/**
 * Contours by marching squares.
 * @param {Ground} ground
 * @param {number} interval metres between two contours
 * @param {number} skip take every so many raster squares: the ground is smooth, fewer points draw faster
 * @returns {Contour[]}
 */
export function contours(ground, interval, skip = 2) {
  if (ground.flat) return [];
  /** @type {Contour[]} */ const found = [];
  const coarse = _coarser(ground, skip);
  const ways = new Int32Array(4 * coarse.nx * coarse.ny);
  for (let level = Math.ceil(ground.low / interval) * interval; level < ground.high + interval; level += interval) {
    for (const line of _trace(coarse, ways.fill(-1), level + 0.013)) found.push({ level, ...line });
  }
  return found;
}

/** @param {Ground} ground @param {number} skip @returns {Raster} */
function _coarser(ground, skip) {
  const nx = Math.floor((ground.nx - 1) / skip) + 1;
  const ny = Math.floor((ground.ny - 1) / skip) + 1;
  const heights = new Float32Array(nx * ny);
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) heights[j * nx + i] = ground.heights[j * skip * ground.nx + i * skip];
  }
  return { nx, ny, heights, step: ground.step * skip, box: ground.box };
}

/** For each pattern of corners above the level (NW 1, NE 2, SE 4, SW 8) the sides to join, in pairs: 0 N, 1 E, 2 S, 3 W. */
const CASES = [[], [3, 0], [0, 1], [3, 1], [1, 2], [3, 0, 1, 2], [0, 2], [3, 2], [2, 3], [2, 0], [0, 1, 2, 3], [2, 1], [1, 3], [1, 0], [0, 3], []];

/**
 * All lines at one level. Sides of the raster are numbered: 2k runs east from node k, 2k + 1 south from it; each is joined to two at most.
 * @param {Raster} raster @param {Int32Array} ways @param {number} level
 */
function _trace({ nx, ny, heights, step, box }, ways, level) {
  /** @type {number[]} */ const crossed = [];
  const join = (/** @type {number} */ a, /** @type {number} */ b) => {
    if (ways[2 * a] < 0) {
      ways[2 * a] = b;
      crossed.push(a);
    } else ways[2 * a + 1] = b;
  };
  const sides = [0, 0, 0, 0];
  for (let j = 0; j < ny - 1; j++) {
    for (let i = 0, k = j * nx; i < nx - 1; i++, k++) {
      const pattern = (heights[k] > level ? 1 : 0) | (heights[k + 1] > level ? 2 : 0) | (heights[k + nx + 1] > level ? 4 : 0) | (heights[k + nx] > level ? 8 : 0);
      if (pattern === 0 || pattern === 15) continue;
      sides[0] = 2 * k;
      sides[1] = 2 * k + 3;
      sides[2] = 2 * (k + nx);
      sides[3] = 2 * k + 1;
      const joins = CASES[pattern];
      for (let n = 0; n < joins.length; n += 2) {
        join(sides[joins[n]], sides[joins[n + 1]]);
        join(sides[joins[n + 1]], sides[joins[n]]);
      }
    }
  }
  const put = (/** @type {number[]} */ points, /** @type {number} */ side) => {
    const k = side >> 1;
    const t = (level - heights[k]) / (heights[side & 1 ? k + nx : k + 1] - heights[k]);
    const x = k % nx;
    points.push(box.x + (x + (side & 1 ? 0 : t)) * step, box.y + ((k - x) / nx + (side & 1 ? t : 0)) * step);
  };
  return _walked(ways, crossed, put);
}

/**
 * Follow the joined sides: first the lines that begin at the rim, then the rings.
 * @param {Int32Array} ways @param {number[]} crossed @param {(points: number[], side: number) => void} put
 */
function _walked(ways, crossed, put) {
  /** @type {Omit<Contour, "level">[]} */ const lines = [];
  const walk = (/** @type {number} */ start, /** @type {boolean} */ closed) => {
    /** @type {number[]} */ const points = [];
    for (let at = start, before = -1; at >= 0; ) {
      put(points, at);
      const [a, b] = [ways[2 * at], ways[2 * at + 1]];
      ways[2 * at] = ways[2 * at + 1] = -2;
      const next = a !== before && a >= 0 && ways[2 * a] !== -2 ? a : b >= 0 && ways[2 * b] !== -2 ? b : -1;
      before = at;
      at = next;
    }
    // A ring of a few squares is a pimple of the raster, not a hill.
    if (!closed || points.length > 10) lines.push({ closed, points });
  };
  for (const side of crossed) if (ways[2 * side] >= 0 && ways[2 * side + 1] === -1) walk(side, false);
  for (const side of crossed) if (ways[2 * side] >= 0) walk(side, true);
  return lines;
}
