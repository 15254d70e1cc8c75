/** Ways: roads, railways, trails and bridges, from cell to cell. */

import { chainsOf, courseThrough, midway, pathOf, pointsOf, stationsAlong, xy } from "./curves.js";
import { isSettled } from "./data-words.js";

/** @import { Piece, Point, Station } from "./curves.js" */
/** @import { Lattice } from "./lattice.js" */
/** @import { Sheet } from "./sheet.js" */
/** @typedef {string | number} Node a cell by its place, or a name for a point off the map */
/** @typedef {(a: Node, b: Node) => number} Shift */

/**
 * Ways from cell to cell as soft lines through the middles of the sides they cross. Where they leave the map they run
 * on to the neat-line. `shift` moves a line aside, for a railway that shares its cells with a road.
 * @param {Sheet} sheet @param {string} feature @param {[number, number][]} pairs @param {Shift} [shift] @returns {Piece[][]}
 */
export function waysThrough(sheet, feature, pairs, shift = () => 0) {
  const { lattice, doc } = sheet;
  /** @type {Map<Node, Point>} */ const at = new Map();
  /** @type {[Node, Node][]} */ const links = pairs.map(([a, b]) => [a, b]);
  for (const i of new Set(pairs.flat())) at.set(i, lattice.centre(i));
  for (const i of doc.exits?.[feature] ?? []) {
    at.set(i, lattice.centre(i));
    const out = _beyond(lattice, i, pairs);
    at.set(`out${i}`, out).set(`off${i}`, { x: 2 * out.x - lattice.x[i], y: 2 * out.y - lattice.y[i] });
    links.push([i, `out${i}`], [`out${i}`, `off${i}`]);
  }
  return chainsOf(at, links).map((chain) => {
    const knots = _aside(chain, pointsOf(chain, at), shift);
    // On squares a slanting way goes through a corner: easing it would lead it through a cell it does not enter.
    const settled = (/** @type {Node} */ node) => typeof node === "number" && isSettled(doc.cells[node]);
    return courseThrough(knots, (i) => (!lattice.hex || settled(chain[i]) ? 1 : 0.5));
  });
}

/**
 * Where a way goes that leaves the map from a cell: the missing neighbour most nearly straight on.
 * @param {Lattice} lattice @param {number} i @param {[number, number][]} pairs @returns {Point}
 */
function _beyond(lattice, i, pairs) {
  const here = lattice.centre(i);
  const ways = pairs.flatMap(([a, b]) => (a === i ? [b] : b === i ? [a] : []));
  const from = ways.length
    ? { x: ways.reduce((s, w) => s + here.x - lattice.x[w], 0), y: ways.reduce((s, w) => s + here.y - lattice.y[w], 0) }
    : { x: here.x - lattice.bounds.x - lattice.bounds.w / 2, y: here.y - lattice.bounds.y - lattice.bounds.h / 2 };
  const missing = lattice.steps.filter((_, k) => lattice.across[i][k] < 0);
  const best = (missing.length ? missing : lattice.steps).reduce((m, s) => (s.x * from.x + s.y * from.y > m.x * from.x + m.y * from.y ? s : m));
  return { x: here.x + best.x, y: here.y + best.y };
}

/**
 * Knots moved aside where the chain shares its cells with another way. Ends stay: other lines may join there.
 * @param {Node[]} chain @param {Point[]} knots @param {Shift} shift
 */
function _aside(chain, knots, shift) {
  if (chain.length === 2) {
    const [a, b] = knots;
    const by = shift(chain[0], chain[1]);
    return by ? [a, _shifted(a, midway(a, b), b, by), b] : knots;
  }
  return knots.map((p, i) => {
    if (!i || i === knots.length - 1) return p;
    const by = Math.max(shift(chain[i - 1], chain[i]), shift(chain[i], chain[i + 1]));
    return by ? _shifted(knots[i - 1], p, knots[i + 1], by) : p;
  });
}

/**
 * A point moved to the side of the way from a to b; always to the same hand of the map, whichever way the chain was walked.
 * @param {Point} a @param {Point} p @param {Point} b @param {number} by
 */
function _shifted(a, p, b, by) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const hand = b.x - a.x > 0.1 || (Math.abs(b.x - a.x) <= 0.1 && b.y > a.y) ? by : -by;
  return { x: p.x + ((b.y - a.y) / length) * hand, y: p.y - ((b.x - a.x) / length) * hand };
}

/**
 * The ways of a style: as they are surveyed, or, where nobody surveyed them, from cell to cell.
 * @param {Sheet} sheet @param {string} style @param {Shift} [shift] @returns {Piece[][]}
 */
function _ways(sheet, style, shift) {
  const surveyed = sheet.courses(style, 10).map(({ line }) => line);
  return surveyed.length ? surveyed : sheet.edges(style).flatMap(([feature, pairs]) => waysThrough(sheet, feature, pairs, shift));
}

/** @param {Sheet} sheet */
export function drawRails(sheet) {
  const paved = new Set(["road", "minor"].flatMap((s) => sheet.edges(s)).flatMap(([, pairs]) => pairs.map((p) => p.join())));
  /** @type {Shift} */
  const shared = (a, b) => (paved.has(`${a},${b}`) || paved.has(`${b},${a}`) ? (sheet.lattice.hex ? 13 : 6.5) : 0);
  const lines = _ways(sheet, "rail", shared);
  for (const line of lines) sheet.noteWayside(stationsAlong(line, 9), "rail");
  const d = lines.map(pathOf).join("");
  return d && `<path class="rail-bed" d="${d}"/><path class="rail" d="${d}"/><path class="rail-ties" d="${d}"/>`;
}

/**
 * Roads, from the least to the greatest. A surveyed lane runs under the river: where no bridge is drawn, there is none to cross by.
 * @param {Sheet} sheet
 */
export function drawRoads(sheet) {
  const drawn = { trail: "", minor: "", road: "" };
  for (const style of /** @type {(keyof typeof drawn)[]} */ (["trail", "minor", "road"])) {
    const lines = _ways(sheet, style);
    for (const line of lines) sheet.noteWayside(stationsAlong(line, 9), "road");
    drawn[style] = lines.map(pathOf).join("");
  }
  const lanes = (drawn.trail && `<path class="trail" d="${drawn.trail}"/>`) +
    (drawn.minor && `<path class="minor-bed" d="${drawn.minor}"/><path class="minor" d="${drawn.minor}"/>`);
  const roads = drawn.road && `<path class="road-bed" d="${drawn.road}"/><path class="road" d="${drawn.road}"/>`;
  return sheet.courses("river", 0).length ? { lanes, roads } : { lanes: "", roads: lanes + roads };
}

/** @param {Sheet} sheet */
export function drawBridges(sheet) {
  let d = "";
  for (const [, pairs] of sheet.edges("bridge")) {
    for (const [a, b] of pairs) {
      const { x, y, dx, dy } = _crossing(sheet, a, b);
      const spot = (/** @type {number} */ along, /** @type {number} */ out) => xy(x + dx * along - dy * out, y + dy * along + dx * out);
      d += `M${spot(-19, 11)}L${spot(-13, 6.5)}L${spot(13, 6.5)}L${spot(19, 11)}M${spot(-19, -11)}L${spot(-13, -6.5)}L${spot(13, -6.5)}L${spot(19, -11)}`;
    }
  }
  return d && `<path class="bridge-bed" d="${d}"/><path class="bridge" d="${d}"/>`;
}

/**
 * Where the way between two cells crosses the river: where the surveyed road meets it, else halfway.
 * @param {Sheet} sheet @param {number} a @param {number} b @returns {Station}
 */
function _crossing(sheet, a, b) {
  const { lattice } = sheet;
  const [p, q] = [lattice.centre(a), lattice.centre(b)];
  const length = Math.hypot(q.x - p.x, q.y - p.y);
  const here = (/** @type {Station} */ s) => [a, b].includes(lattice.at(s.x, s.y));
  const stations = (/** @type {string} */ style, /** @type {number} */ round) => sheet.courses(style, round).flatMap(({ line }) => stationsAlong(line, 4)).filter(here);
  const water = stations("river", 100);
  let best = { ...midway(p, q), dx: (q.x - p.x) / length, dy: (q.y - p.y) / length };
  let least = Infinity;
  for (const road of stations("road", 10)) {
    for (const w of water) {
      const far = Math.hypot(w.x - road.x, w.y - road.y);
      if (far < least) [least, best] = [far, road];
    }
  }
  return best;
}
