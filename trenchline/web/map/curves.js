/** Lines: soft curves through knots, links walked into chains, and how they are written as path data. */

/** @typedef {{x: number, y: number}} Point */

/** A number as it is written: to a tenth of a unit. */
export const num = (v) => Math.round(v * 10) / 10;
export const xy = (x, y) => `${num(x)} ${num(y)}`;
export const point = (p) => xy(p.x, p.y);
/** The point halfway between two, and the one at a share of the way. */
export const midway = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
export const between = (a, b, t) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
/** Words that may stand inside SVG. */
export const escapeText = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Heavy layers are written in whole tenths of a unit: whole numbers are shorter and much faster to write. */
export const inTenths = (inside) => `<g transform="scale(.1)">${inside}</g>`;
export const tenths = (v) => Math.round(v * 10);

/** Add to the list that a map keeps under a key. */
export function append(lists, key, item) {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/**
 * A soft line along knots: it starts and ends in the first and last and rounds off those between.
 * @returns {Point[][]} pieces: two points for a straight one, three for a quadratic curve
 */
export function softLine(knots) {
  if (knots.length === 2) return [[knots[0], knots[1]]];
  const middles = knots.slice(1).map((k, i) => midway(knots[i], k));
  const pieces = [[knots[0], middles[0]]];
  for (let i = 1; i < knots.length - 1; i++) pieces.push([middles[i - 1], knots[i], middles[i]]);
  pieces.push([middles.at(-1), knots.at(-1)]);
  return pieces;
}

/** A chain of knots eased and softened; one that ends where it began becomes a round. */
export function courseThrough(knots, firm) {
  const [first, last] = [knots[0], knots.at(-1)];
  if (knots.length < 4 || first !== last) return softLine(easedKnots(knots, firm));
  const ring = knots.slice(0, -1);
  const eased = easedKnots([ring.at(-1), ...ring, ring[0]], (i) => firm(i - 1));
  return _softRing(eased.slice(1, -1));
}

/** Knots drawn in towards the straight way between their neighbours: 1 leaves them in place. Ends stay where they are. */
export function easedKnots(knots, firm) {
  return knots.map((k, i) => (i && i < knots.length - 1 ? between(midway(midway(knots[i - 1], k), midway(k, knots[i + 1])), k, firm(i)) : k));
}

/** A closed soft line: a round through the middles of all links. */
function _softRing(knots) {
  return knots.map((k, i) => {
    const before = knots[(i + knots.length - 1) % knots.length];
    return [midway(before, k), k, midway(k, knots[(i + 1) % knots.length])];
  });
}

export function pathOf(pieces) {
  let d = `M${point(pieces[0][0])}`;
  for (const piece of pieces) d += piece.length === 2 ? `L${point(piece[1])}` : `Q${point(piece[1])} ${point(piece[2])}`;
  return d;
}

/** Points along pieces, `gap` apart, each with the direction of travel. */
export function stationsAlong(pieces, gap) {
  const found = [];
  let left = 0;
  for (const piece of pieces) {
    const { x: ax, y: ay } = piece[0];
    const { x: cx, y: cy } = piece.at(-1);
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
 * @param {Map<string|number, Point>} at where each node lies
 * @param {[string|number, string|number][]} links
 */
export function chainsOf(at, links) {
  const ways = new Map();
  const add = (a, b) => append(ways, a, b);
  for (const [a, b] of links) {
    add(a, b);
    add(b, a);
  }
  const onward = (from, node) => {
    const others = ways.get(node).filter((n) => n !== from);
    if (others.length === 1 && ways.get(node).length === 2) return others[0];
    return others.find((n) => _straight(at.get(from), at.get(node), at.get(n)));
  };
  const used = new Set();
  const name = (a, b) => (String(a) < String(b) ? `${a}|${b}` : `${b}|${a}`);
  const chains = [];
  const walk = (a, b) => {
    const chain = [a, b];
    used.add(name(a, b));
    for (;;) {
      const next = onward(chain.at(-2), chain.at(-1));
      if (next === undefined || used.has(name(chain.at(-1), next))) return chain;
      used.add(name(chain.at(-1), next));
      chain.push(next);
    }
  };
  const ends = [...ways.keys()].filter((n) => ways.get(n).length !== 2);
  for (const node of [...ends, ...ways.keys()]) {
    for (const next of ways.get(node)) {
      // Begin only where nothing leads on backwards, unless all that is left is a ring.
      if (used.has(name(node, next))) continue;
      if (ends.includes(node) && onward(next, node) !== undefined) continue;
      chains.push(walk(node, next));
    }
  }
  for (const node of ends) {
    for (const next of ways.get(node)) if (!used.has(name(node, next))) chains.push(walk(node, next));
  }
  return chains;
}

function _straight(a, b, c) {
  const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y];
  return ux * vx + uy * vy > 0.985 * Math.hypot(ux, uy) * Math.hypot(vx, vy);
}

/** Pieces of a picture gathered by the block of the map they lie in: small paths are redrawn faster than one huge one. */
export class Blocks {
  constructor(size = 450) {
    this.size = size;
    this.parts = new Map();
  }

  add(x, y, d) {
    const key = Math.floor(x / this.size) * 4096 + Math.floor(y / this.size);
    this.parts.set(key, (this.parts.get(key) ?? "") + d);
  }

  paths(attributes) {
    return [...this.parts.values()].map((d) => `<path ${attributes} d="${d}"/>`).join("");
  }
}
