/** Lines: soft curves through knots, links walked into chains, and how they are written as path data. */

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 * @typedef {Point & {dx: number, dy: number}} Station a point of a line and the direction of travel
 * @typedef {Point[]} Piece two points for a straight piece of a line, three for a quadratic curve
 */

/** A number as it is written: to a tenth of a unit. @param {number} v */
export const num = (v) => Math.round(v * 10) / 10;
/** @param {number} x @param {number} y */
export const xy = (x, y) => `${num(x)} ${num(y)}`;
/** @param {Point} p */
export const point = (p) => xy(p.x, p.y);
/** The point halfway between two. @param {Point} a @param {Point} b */
export const midway = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
/** The point at a share of the way. @param {Point} a @param {Point} b @param {number} t */
export const between = (a, b, t) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
/** Words that may stand inside SVG. @param {string} text */
export const escapeText = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Heavy layers are written in whole tenths of a unit: whole numbers are shorter and much faster to write. @param {string} inside */
export const inTenths = (inside) => `<g transform="scale(.1)">${inside}</g>`;
/** @param {number} v */
export const tenths = (v) => Math.round(v * 10);

/** Add to the list that a map keeps under a key. @template K, T @param {Map<K, T[]>} lists @param {K} key @param {T} item */
export function append(lists, key, item) {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/**
 * A soft line along knots: it starts and ends in the first and last and rounds off those between.
 * @param {Point[]} knots @returns {Piece[]}
 */
export function softLine(knots) {
  if (knots.length === 2) return [[knots[0], knots[1]]];
  const last = knots.length - 1;
  const middles = knots.slice(1).map((k, i) => midway(knots[i], k));
  const pieces = [[knots[0], middles[0]]];
  for (let i = 1; i < last; i++) pieces.push([middles[i - 1], knots[i], middles[i]]);
  pieces.push([middles[last - 1], knots[last]]);
  return pieces;
}

/**
 * A line along knots that keeps to them but for its bends, which are rounded over at most so many units.
 * @param {Point[]} knots @param {number} round @returns {Piece[]}
 */
export function roundedLine(knots, round) {
  const ahead = (/** @type {Point} */ from, /** @type {Point} */ to) => between(from, to, Math.min(0.5, round / (Math.hypot(to.x - from.x, to.y - from.y) || 1)));
  /** @type {Piece[]} */ const pieces = [];
  let at = knots[0];
  for (let i = 1; i < knots.length - 1; i++) {
    const [before, after] = [ahead(knots[i], knots[i - 1]), ahead(knots[i], knots[i + 1])];
    pieces.push([at, before], [before, knots[i], after]);
    at = after;
  }
  pieces.push([at, knots[knots.length - 1]]);
  return pieces;
}

/**
 * A chain of knots eased and softened; one that ends where it began becomes a round.
 * @param {Point[]} knots @param {(i: number) => number} firm how much each knot stays in its place @returns {Piece[]}
 */
export function courseThrough(knots, firm) {
  if (knots.length < 4 || knots[0] !== knots.at(-1)) return softLine(easedKnots(knots, firm));
  const ring = knots.slice(0, -1);
  const eased = easedKnots([ring[ring.length - 1], ...ring, ring[0]], (i) => firm(i - 1));
  return _softRing(eased.slice(1, -1));
}

/**
 * Knots drawn in towards the straight way between their neighbours: 1 leaves them in place. Ends stay where they are.
 * @param {Point[]} knots @param {(i: number) => number} firm
 */
export function easedKnots(knots, firm) {
  return knots.map((k, i) => (i && i < knots.length - 1 ? between(midway(midway(knots[i - 1], k), midway(k, knots[i + 1])), k, firm(i)) : k));
}

/** A closed soft line: a round through the middles of all links. @param {Point[]} knots @returns {Piece[]} */
function _softRing(knots) {
  return knots.map((k, i) => {
    const before = knots[(i + knots.length - 1) % knots.length];
    return [midway(before, k), k, midway(k, knots[(i + 1) % knots.length])];
  });
}

/** @param {Piece[]} pieces */
export function pathOf(pieces) {
  let d = `M${point(pieces[0][0])}`;
  for (const piece of pieces) d += piece.length === 2 ? `L${point(piece[1])}` : `Q${point(piece[1])} ${point(piece[2])}`;
  return d;
}

/** Points along pieces, `gap` apart, each with the direction of travel. @param {Piece[]} pieces @param {number} gap @returns {Station[]} */
export function stationsAlong(pieces, gap) {
  /** @type {Station[]} */ const found = [];
  let left = 0;
  for (const piece of pieces) {
    const { x: ax, y: ay } = piece[0];
    const { x: cx, y: cy } = piece[piece.length - 1];
    const [bx, by] = piece.length === 2 ? [(ax + cx) / 2, (ay + cy) / 2] : [piece[1].x, piece[1].y];
    const steps = Math.max(2, Math.ceil((Math.abs(bx - ax) + Math.abs(by - ay) + Math.abs(cx - bx) + Math.abs(cy - by)) / 7));
    let [lx, ly] = [ax, ay];
    for (let s = 1; s <= steps; s++) {
      const t = s / steps;
      const u = 1 - t;
      const x = u * u * ax + 2 * u * t * bx + t * t * cx;
      const y = u * u * ay + 2 * u * t * by + t * t * cy;
      const length = Math.sqrt((x - lx) ** 2 + (y - ly) ** 2);
      if (length === 0) continue;
      const [dx, dy] = [(x - lx) / length, (y - ly) / length];
      let gone = 0;
      while (length - gone >= left) {
        gone += left;
        found.push({ x: lx + dx * gone, y: ly + dy * gone, dx, dy });
        left = gap;
      }
      left -= length - gone;
      lx = x;
      ly = y;
    }
  }
  return found;
}

/**
 * Links between nodes, walked into long chains. A chain goes on through a node of two links, and straight on through a
 * crossing; where `through` says no it always ends.
 * @template {string | number} Node
 * @param {Map<Node, Point>} at where each node lies
 * @param {[Node, Node][]} links
 * @returns {Node[][]}
 */
export function chainsOf(at, links) {
  /** @type {Map<Node, Node[]>} */ const ways = new Map();
  for (const [a, b] of links) {
    append(ways, a, b);
    append(ways, b, a);
  }
  const waysFrom = (/** @type {Node} */ node) => ways.get(node) ?? [];
  const onward = (/** @type {Node} */ from, /** @type {Node} */ node) => {
    const others = waysFrom(node).filter((n) => n !== from);
    if (others.length === 1 && waysFrom(node).length === 2) return others[0];
    return others.find((n) => _straight(at.get(from), at.get(node), at.get(n)));
  };
  /** @type {Set<string>} */ const used = new Set();
  const name = (/** @type {Node} */ a, /** @type {Node} */ b) => (String(a) < String(b) ? `${a}|${b}` : `${b}|${a}`);
  /** @type {Node[][]} */ const chains = [];
  const walk = (/** @type {Node} */ a, /** @type {Node} */ b) => {
    const chain = [a, b];
    used.add(name(a, b));
    let before = a;
    let here = b;
    for (;;) {
      const next = onward(before, here);
      if (next === undefined || used.has(name(here, next))) return chain;
      used.add(name(here, next));
      chain.push(next);
      before = here;
      here = next;
    }
  };
  const ends = [...ways.keys()].filter((n) => waysFrom(n).length !== 2);
  for (const node of [...ends, ...ways.keys()]) {
    for (const next of waysFrom(node)) {
      // Begin only where nothing leads on backwards, unless all that is left is a ring.
      if (used.has(name(node, next))) continue;
      if (ends.includes(node) && onward(next, node) !== undefined) continue;
      chains.push(walk(node, next));
    }
  }
  for (const node of ends) {
    for (const next of waysFrom(node)) if (!used.has(name(node, next))) chains.push(walk(node, next));
  }
  return chains;
}

/** @param {Point | undefined} a @param {Point | undefined} b @param {Point | undefined} c */
function _straight(a, b, c) {
  if (!a || !b || !c) return false;
  const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y];
  return ux * vx + uy * vy > 0.985 * Math.hypot(ux, uy) * Math.hypot(vx, vy);
}

/** Where the nodes of a chain lie. @template Node @param {Node[]} chain @param {Map<Node, Point>} at @returns {Point[]} */
export function pointsOf(chain, at) {
  return chain.flatMap((node) => at.get(node) ?? []);
}

/** Pieces of a picture gathered by the block of the map they lie in: small paths are redrawn faster than one huge one. */
export class Blocks {
  constructor(size = 450) {
    this.size = size;
    /** @type {Map<number, string>} */ this.parts = new Map();
  }

  /** @param {number} x @param {number} y @param {string} d path data */
  add(x, y, d) {
    const key = Math.floor(x / this.size) * 4096 + Math.floor(y / this.size);
    this.parts.set(key, (this.parts.get(key) ?? "") + d);
  }

  /** @param {string} attributes of each path */
  paths(attributes) {
    return [...this.parts.values()].map((d) => `<path ${attributes} d="${d}"/>`).join("");
  }
}
