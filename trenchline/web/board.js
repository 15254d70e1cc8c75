/**
 * The map: any game's board drawn as a staff map of 1916, and the window through which it is looked at.
 *
 * What the rules use is drawn as the data has it: a cell looks wooded if and only if it is woods, a road crosses the
 * very sides it crosses, a river runs along the very sides that block. Lines are softened inside their cells only.
 * Map units: a cell is 100 high. Everything static is built once per board, as one string.
 */

import { Ground, contours, ripple, shadedRelief, speck } from "./relief.js";

/**
 * @typedef {{label: string, x: number, y: number, terrain: string[], name?: string, height?: number}} CellDocument
 * @typedef {{title: string, kind: string, metres: number, cells: CellDocument[],
 *   edges: Record<string, [number, number][]>, exits: Record<string, number[]>}} BoardDocument
 * @typedef {{x: number, y: number}} Point
 */

const UNIT = 100;

/** The side of a counter on the map: the largest square that leaves a hex room for a name below it. */
export const STAND = 70;

const SVG = "http://www.w3.org/2000/svg";

/** The lettering of the sheet; set on the map itself so that what is measured is what is drawn. */
const LETTERING = '"Libertinus Serif", "Linux Libertine O", "Hoefler Text", Baskerville, "Palatino Linotype", "Book Antiqua", Palatino, "Liberation Serif", Georgia, serif';

/** The layers that the app draws on, from the lowest. */
export const LIVE_LAYERS = ["overlay", "control", "reach", "markers", "counters", "arrows", "focus"];

/* ================================================================================================ the lattice */

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
      _append(this._buckets, _bucket(this.x[i], this.y[i]), i);
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
    return `M${this.corners.map((c) => _xy(this.x[i] + c.x * share, this.y[i] + c.y * share)).join("L")}Z`;
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

/** Add to the list that a map keeps under a key. */
function _append(lists, key, item) {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** @type {WeakMap<BoardDocument, Lattice>} */
const lattices = new WeakMap();

/** The lattice of a board, made once. */
export function latticeOf(doc) {
  let lattice = lattices.get(doc);
  if (!lattice) lattices.set(doc, (lattice = new Lattice(doc)));
  return lattice;
}

/* ================================================================================================ lines */

const _n = (v) => Math.round(v * 10) / 10;
const _xy = (x, y) => `${_n(x)} ${_n(y)}`;
const _p = (p) => _xy(p.x, p.y);
const _mid = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const _mix = (a, b, t) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
export const escapeText = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/**
 * A soft line along knots: it starts and ends in the first and last and rounds off those between.
 * @returns {Point[][]} pieces: two points for a straight one, three for a quadratic curve
 */
function _soft(knots) {
  if (knots.length === 2) return [[knots[0], knots[1]]];
  const middles = knots.slice(1).map((k, i) => _mid(knots[i], k));
  const pieces = [[knots[0], middles[0]]];
  for (let i = 1; i < knots.length - 1; i++) pieces.push([middles[i - 1], knots[i], middles[i]]);
  pieces.push([middles.at(-1), knots.at(-1)]);
  return pieces;
}

/** A chain of knots eased and softened; one that ends where it began becomes a round. */
function _course(knots, firm) {
  const [first, last] = [knots[0], knots.at(-1)];
  if (knots.length < 4 || first !== last) return _soft(_eased(knots, firm));
  const ring = knots.slice(0, -1);
  const eased = _eased([ring.at(-1), ...ring, ring[0]], (i) => firm(i - 1));
  return _softRing(eased.slice(1, -1));
}

/** Knots drawn in towards the straight way between their neighbours: 1 leaves them in place. Ends stay where they are. */
function _eased(knots, firm) {
  return knots.map((k, i) => (i && i < knots.length - 1 ? _mix(_mid(_mid(knots[i - 1], k), _mid(k, knots[i + 1])), k, firm(i)) : k));
}

/** A closed soft line: a round through the middles of all links. */
function _softRing(knots) {
  return knots.map((k, i) => {
    const before = knots[(i + knots.length - 1) % knots.length];
    return [_mid(before, k), k, _mid(k, knots[(i + 1) % knots.length])];
  });
}

function _path(pieces) {
  let d = `M${_p(pieces[0][0])}`;
  for (const piece of pieces) d += piece.length === 2 ? `L${_p(piece[1])}` : `Q${_p(piece[1])} ${_p(piece[2])}`;
  return d;
}

/** Points along pieces, `gap` apart, each with the direction of travel. */
function _stations(pieces, gap) {
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
function _chains(at, links) {
  const ways = new Map();
  const add = (a, b) => _append(ways, a, b);
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
class Blocks {
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

/* ================================================================================================ what names mean */

/** What a feature of sides is drawn as, by its name: ways lead from cell to cell, banks run along the side. */
function styleOfEdge(feature) {
  const word = feature.toLowerCase();
  const table = [
    [/bridge|crossing|ford|ponton|pontoon/, "bridge"],
    [/rail|tram/, "rail"],
    [/trail|track|path/, "trail"],
    [/minor.*road|road.*minor|^minor$/, "minor"],
    [/road|major|highway|voie/, "road"],
    [/trench|line/, "trench"],
    [/canal/, "canal"],
    [/stream|brook|minor.?river/, "stream"],
    [/river/, "river"],
    [/slope|cliff|crest|scarp/, "slope"],
  ];
  return table.find(([pattern]) => pattern.test(word))?.[1] ?? "unknown";
}

/** The nation that a word names, for colours: france, germany, britain or neutral. */
export function nationOf(word) {
  const text = (word ?? "").toLowerCase();
  if (/german|boche|^de$|[-_ ]de$|^ge$/.test(text)) return "germany";
  if (/french|franc|^fr$|[-_ ]fr$/.test(text)) return "france";
  if (/brit|allied|anzac|austral|canad|zealand|^br$/.test(text)) return "britain";
  return "neutral";
}

const GROUND_WORDS = new Set(["clear", "woods", "wood", "forest", "ridge", "hill", "slope", "high", "village", "town", "city", "fort", "works",
  "river", "stream", "minor_river", "minor-river", "canal", "lake", "pond", "marsh", "trench", "road", "rail", "open"]);

const _has = (...words) => (cell) => cell.terrain.some((t) => words.includes(t.toLowerCase()));
const isWood = _has("woods", "wood", "forest");
const isHill = _has("hill", "ridge", "high");
const isSettled = _has("village", "town", "city");
const isTrench = (cell) => cell.terrain.some((t) => /trench/i.test(t));

/* ================================================================================================ areas */

/** The outlines of a union of cells: rings of points with the area on the right hand of the traveller. */
function _rims(lattice, members) {
  const from = new Map();
  for (const i of members) {
    lattice.across[i].forEach((other, k) => {
      if (other >= 0 && members.has(other)) return;
      const edge = { a: lattice.corner(i, k), b: lattice.corner(i, k + 1), cell: i, used: false };
      const key = lattice.cornerKey(edge.a);
      _append(from, key, edge);
    });
  }
  const rims = [];
  for (const edges of from.values()) {
    for (const first of edges) {
      if (first.used) continue;
      const rim = [];
      for (let edge = first; edge && !edge.used; ) {
        edge.used = true;
        rim.push(edge.a);
        const choice = (from.get(lattice.cornerKey(edge.b)) ?? []).filter((e) => !e.used);
        // Two squares that touch at a corner only stay two areas: keep to the same cell there.
        edge = choice.find((e) => e.cell === edge.cell) ?? choice[0];
      }
      rims.push(rim);
    }
  }
  return rims;
}

/**
 * An outline drawn by hand: its corners worn round, in from the cells' sides by `inset`, wavering by `wave`.
 * @returns {Float64Array} x, y, x, y, ... of a ring
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

/** A ring of corners with points between them, so many units apart. */
function _divided(rim, gap) {
  const points = [];
  rim.forEach((a, i) => {
    const b = rim[(i + 1) % rim.length];
    const parts = Math.max(2, Math.round(Math.hypot(b.x - a.x, b.y - a.y) / gap));
    for (let s = 0; s < parts; s++) points.push(a.x + ((b.x - a.x) * s) / parts, a.y + ((b.y - a.y) * s) / parts);
  });
  return Float64Array.from(points);
}

/** A ring with its corners worn down. */
function _worn(ring, rounds) {
  const n = ring.length;
  let [from, to] = [ring, new Float64Array(n)];
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < n; i++) to[i] = (from[i < 2 ? i + n - 2 : i - 2] + 2 * from[i] + from[i + 2 < n ? i + 2 : i + 2 - n]) / 4;
    [from, to] = [to, from];
  }
  return from;
}

/** A ring of points as a closed round through the middles between them. */
function _round(ring) {
  const n = ring.length;
  let d = `M${_xy((ring[n - 2] + ring[0]) / 2, (ring[n - 1] + ring[1]) / 2)}`;
  for (let i = 0; i < n; i += 2) {
    const next = (i + 2) % n;
    d += `Q${_n(ring[i])} ${_n(ring[i + 1])} ${_n((ring[i] + ring[next]) / 2)} ${_n((ring[i + 1] + ring[next + 1]) / 2)}`;
  }
  return `${d}Z`;
}

/** A union of cells as path data with hand-drawn outlines, and the points of those outlines. */
function _area(lattice, members, inset, wave, wavelength, seed) {
  // Squares need more wear than hexes before they look like ground.
  const rings = _rims(lattice, members).map((rim) => _byHand(rim, inset, wave, wavelength, seed, lattice.hex ? 3 : 7));
  return { d: rings.map(_round).join(""), rings };
}

const _members = (doc, test) => new Set(doc.cells.flatMap((cell, i) => (test(cell) ? [i] : [])));

/* ================================================================================================ the sheet */

/** Everything the drawing functions share while one board is drawn. */
class Sheet {
  constructor(doc) {
    this.doc = doc;
    this.lattice = latticeOf(doc);
    const b = this.lattice.bounds;
    const pad = 14;
    /** Inside the neat-line. */
    this.field = { x: b.x - pad, y: b.y - pad, w: b.w + 2 * pad, h: b.h + 2 * pad };
    const f = this.field;
    /** The whole sheet with its margins. */
    this.paper = { x: f.x - 72, y: f.y - 128, w: f.w + 144, h: f.h + 260 };
    const heights = Float64Array.from(doc.cells, (c) => c.height ?? 0);
    this.ground = new Ground({ x: this.lattice.x, y: this.lattice.y, h: heights }, f, 18, (doc.metres || UNIT) / UNIT);
    /** Points that lettering should rather not cover. */
    this.busy = [];
    /** Points along roads, railways and rivers in and around settled cells, so that houses stand beside them. */
    this.waysides = new Map();
    this.settled = new Set([..._members(doc, isSettled)].flatMap((i) => [i, ...this.lattice.across[i]]));
  }

  edges(style) {
    return Object.entries(this.doc.edges).filter(([feature]) => styleOfEdge(feature) === style);
  }

  noteWayside(stations, kind) {
    for (const s of stations) {
      const cell = this.lattice.at(s.x, s.y);
      if (cell >= 0 && this.settled.has(cell)) _append(this.waysides, cell, { ...s, kind });
    }
  }
}

/** @type {WeakMap<BoardDocument, HTMLTemplateElement>} */
const sheets = new WeakMap();

/**
 * The whole map of a board as SVG, with empty layers on top for what moves. Built once for a board, then copied.
 * @param {BoardDocument} doc
 * @returns {SVGSVGElement}
 */
export function drawBoard(doc) {
  let template = sheets.get(doc);
  if (!template) {
    template = document.createElement("template");
    template.innerHTML = _markup(doc);
    sheets.set(doc, template);
  }
  return /** @type {SVGSVGElement} */ (template.content.firstElementChild.cloneNode(true));
}

function _markup(doc) {
  const sheet = new Sheet(doc);
  const { paper, field } = sheet;
  // Rivers and roads come first: woods, towns and lettering make room for them.
  const water = drawRivers(sheet);
  const streams = drawStreams(sheet);
  const rail = drawRails(sheet);
  const roads = drawRoads(sheet);
  const layers = {
    relief: drawRelief(sheet),
    contours: drawContours(sheet),
    floor: water.floor + drawLakes(sheet),
    woods: drawWoods(sheet),
    marsh: drawMarsh(sheet),
    heights: drawHeights(sheet),
    unknown: drawUnknown(sheet),
    cities: drawCities(sheet),
    streams,
    river: water.river,
    rail,
    roads: roads + drawBridges(sheet),
    trenches: drawTrenches(sheet),
    towns: drawTowns(sheet),
    forts: drawForts(sheet),
    grid: drawGrid(sheet),
    labels: drawLabels(sheet),
    numbers: drawNumbers(sheet),
  };
  const field_ = `x="${_n(field.x)}" y="${_n(field.y)}" width="${_n(field.w)}" height="${_n(field.h)}"`;
  const drawn = Object.entries(layers).map(([name, inside]) => `<g class="layer-${name}">${inside}</g>`);
  const live = LIVE_LAYERS.map((name) => `<g class="layer-${name}" fill="none"></g>`);
  return `<svg xmlns="${SVG}" class="trench-map" viewBox="${_n(paper.x)} ${_n(paper.y)} ${_n(paper.w)} ${_n(paper.h)}"
    font-family='${LETTERING}' role="group" aria-label="Map: ${escapeText(doc.title)}">
    <defs>${_patterns()}<clipPath id="map-field"><rect ${field_}/></clipPath></defs>
    <g class="layer-static" fill="none">
    <g class="layer-paper"><rect class="paper" x="${_n(paper.x)}" y="${_n(paper.y)}" width="${_n(paper.w)}" height="${_n(paper.h)}"/></g>
    <g clip-path="url(#map-field)">${drawn.join("")}</g>
    <g class="layer-frame">${drawFrame(sheet)}</g></g>
    ${live.join("")}</svg>`;
}

function _patterns() {
  return `<pattern id="map-trees" width="78" height="78" patternUnits="userSpaceOnUse" patternTransform="rotate(17)">
      <path class="trees" d="${_trees(78, 13)}"/></pattern>
    <pattern id="map-marsh" width="46" height="22" patternUnits="userSpaceOnUse">
      <path class="marsh-mark" d="M2 6h14M23 17h16M28 4h9M6 17h8M9 6v-5M7 6l-2-4M11 6l2-4M31 17v-5M29 17l-2-4M33 17l2-4"/></pattern>
    <pattern id="map-hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path class="hatch-mark" d="M0 0V9"/></pattern>
    <pattern id="map-water" width="60" height="7" patternUnits="userSpaceOnUse">
      <path class="water-mark" d="M0 3.5H60"/></pattern>`;
}

/** Little tree-tops scattered over a tile, none cut by its edge. */
function _trees(size, gap) {
  let d = "";
  for (let i = 0; i < size / gap; i++) {
    for (let j = 0; j < size / gap; j++) {
      const x = (i + 0.5 + 0.28 * speck(i, j, 21)) * gap;
      const y = (j + 0.55 + 0.28 * speck(i, j, 22)) * gap;
      const r = 2.5 + 0.7 * speck(i, j, 23);
      d += `M${_xy(x - r, y + r * 0.4)}a${_n(r)} ${_n(r)} 0 1 1 ${_n(2 * r)} 0`;
    }
  }
  return d;
}

/* ---------------------------------------------------------------- the ground */

function drawRelief({ ground, field, doc }) {
  if (ground.flat || !doc.cells.length) return "";
  const w = (ground.nx - 1) * ground.step;
  const h = (ground.ny - 1) * ground.step;
  // A pixel stands for the middle of its square, a raster node for a corner: half a step between them.
  const half = ground.step / 2;
  return `<image href="${shadedRelief(ground)}" x="${_n(field.x - half)}" y="${_n(field.y - half)}"
    width="${_n(w + 2 * half)}" height="${_n(h + 2 * half)}" preserveAspectRatio="none"/>`;
}

/** Heavy layers are written in whole tenths of a unit: whole numbers are shorter and much faster to write. */
const _tenths = (inside) => `<g transform="scale(.1)">${inside}</g>`;
const _t = (v) => Math.round(v * 10);

function drawContours(sheet) {
  const thin = new Blocks();
  const heavy = new Blocks();
  sheet.indexLines = [];
  for (const line of contours(sheet.ground, 10, 1)) {
    const index = line.level % 50 === 0;
    if (index && line.points.length > 80) sheet.indexLines.push(line);
    _contour(line, index ? heavy : thin);
  }
  return _tenths(thin.paths('class="contour"') + heavy.paths('class="contour index"'));
}

/** A contour as curves through the middles between its points, cut into lengths for the blocks. */
function _contour({ points, closed }, blocks) {
  const n = points.length / 2;
  const x = (i) => points[2 * (i % n)];
  const y = (i) => points[2 * (i % n) + 1];
  const last = closed ? n : n - 2;
  for (let from = 0; from < last; from += 26) {
    let [px, py] = [_t((x(from) + x(from + 1)) / 2), _t((y(from) + y(from + 1)) / 2)];
    let d = `M${px} ${py}q`;
    for (let i = from + 1; i <= Math.min(last, from + 26); i++) {
      const [qx, qy] = [_t((x(i) + x(i + 1)) / 2), _t((y(i) + y(i + 1)) / 2)];
      d += `${_t(x(i)) - px} ${_t(y(i)) - py} ${qx - px} ${qy - py} `;
      px = qx;
      py = qy;
    }
    blocks.add(x(from), y(from), d);
  }
}

/** Slopes are hachured down the fall of the ground; hills, ridges and high ground are washed and ringed with hachures. */
function drawHeights(sheet) {
  const { doc, lattice } = sheet;
  const hills = _area(lattice, _members(doc, isHill), 3.5, 3, 38, 31);
  const wash = hills.d ? `<path class="hill" d="${hills.d}"/>` : "";
  const ticks = new Blocks();
  hills.rings.forEach((ring) => {
    const corners = Array.from({ length: ring.length / 2 + 1 }, (_, i) => ({ x: ring[(2 * i) % ring.length], y: ring[(2 * i + 1) % ring.length] }));
    _stations(corners.slice(1).map((c, i) => [corners[i], c]), 6.4).forEach((s, n) => {
      const length = 9.5 + 4.5 * speck(n, Math.round(s.x), 32);
      const lean = 0.16 * speck(n, Math.round(s.y), 33);
      const [ix, iy] = [-s.dy + s.dx * lean, s.dx + s.dy * lean];
      ticks.add(s.x, s.y, `M${_t(s.x + ix)} ${_t(s.y + iy)}l${_t(ix * length)} ${_t(iy * length)}`);
    });
  });
  const slopes = new Blocks();
  for (const i of _members(doc, _has("slope"))) _hachures(sheet, i, slopes);
  return wash + _tenths(slopes.paths('class="hachure slope"') + ticks.paths('class="hachure"')) + drawSlopeSides(sheet);
}

function _hachures({ lattice, ground }, i, into) {
  const { x: cx, y: cy } = lattice.centre(i);
  const fall = ground.uphill(cx, cy);
  // Rows run along the hillside, so that the strokes line up as an engraver would set them.
  const [ux, uy] = fall.x || fall.y ? [fall.x, fall.y] : [0.7, 0.7];
  let d = "";
  for (let r = -3; r <= 3; r++) {
    for (let c = -5; c <= 5; c++) {
      const a = r * 16.5 + 2.5 * speck(r + 40, c + i, 34);
      const b = (c + (r & 1 ? 0.5 : 0)) * 9.2 + 1.8 * speck(r + i, c + 40, 35);
      const [dx, dy] = [a * ux - b * uy, a * uy + b * ux];
      if (!lattice.holds(dx * 1.17, dy * 1.17)) continue;
      const up = ground.uphill(cx + dx, cy + dy);
      const [lx, ly] = [up.x * 5.6, up.y * 5.6];
      d += `M${_t(cx + dx - lx)} ${_t(cy + dy - ly)}l${_t(2 * lx)} ${_t(2 * ly)}`;
    }
  }
  into.add(cx, cy, d);
}

/** A side that is a slope: a comb whose teeth point down. */
function drawSlopeSides(sheet) {
  const { lattice, doc } = sheet;
  let d = "";
  for (const [, pairs] of sheet.edges("slope")) {
    for (const [a, b] of pairs) {
      const side = lattice.side(a, b);
      if (!side) continue;
      const low = (doc.cells[a].height ?? 0) < (doc.cells[b].height ?? 0) ? a : b;
      const toward = _mix(_mid(...side), lattice.centre(low), 0.2);
      const mid = _mid(...side);
      d += `M${_p(_mix(...side, 0.06))}L${_p(_mix(...side, 0.94))}`;
      for (let t = 0.12; t < 0.95; t += 0.095) {
        const foot = _mix(...side, t);
        d += `M${_p(foot)}l${_xy(toward.x - mid.x, toward.y - mid.y)}`;
      }
    }
  }
  return d && `<path class="slope-side" d="${d}"/>`;
}

function drawWoods({ doc, lattice }) {
  const woods = _area(lattice, _members(doc, isWood), 4.2, 5.2, 30, 41);
  if (!woods.d) return "";
  return `<path class="woods" d="${woods.d}"/><path fill="url(#map-trees)" fill-rule="evenodd" d="${woods.d}"/>`;
}

function drawMarsh({ doc, lattice }) {
  const marsh = _area(lattice, _members(doc, _has("marsh")), 5, 5, 40, 51);
  return marsh.d && `<path class="marsh" d="${marsh.d}"/><path fill="url(#map-marsh)" d="${marsh.d}"/>`;
}

function drawLakes({ doc, lattice }) {
  const lakes = _area(lattice, _members(doc, _has("lake", "pond")), 16, 8, 60, 61);
  return lakes.d && `<path class="lake" d="${lakes.d}"/><path fill="url(#map-water)" d="${lakes.d}"/><path class="lake-edge" d="${lakes.d}"/>`;
}

/** Terrain that no map-maker told us of gets a neutral hatch: it is something, and the cell's description says what. */
function drawUnknown({ doc, lattice }) {
  const strange = _members(doc, (c) => c.terrain.some((t) => !GROUND_WORDS.has(t.toLowerCase()) && !/trench/i.test(t)));
  return [...strange].map((i) => `<path class="unknown" fill="url(#map-hatch)" d="${lattice.outline(i, 5)}"/>`).join("");
}

/* ---------------------------------------------------------------- water */

/** Sides as links between corners, led on to the neat-line where they reach the rim of the board. */
function _banks(sheet, pairs, { leaveMap }) {
  const { lattice } = sheet;
  const at = new Map();
  const links = [];
  const count = new Map();
  for (const [a, b] of pairs) {
    const side = lattice.side(a, b);
    if (!side) continue;
    const [p, q] = side.map((c) => [lattice.cornerKey(c), c]);
    at.set(...p).set(...q);
    links.push([p[0], q[0]]);
    for (const [k] of [p, q]) count.set(k, (count.get(k) ?? 0) + 1);
  }
  if (leaveMap) {
    for (const [k, n] of count) {
      const out = n === 1 && _outward(lattice, at.get(k));
      if (!out) continue;
      at.set(`${k}!`, out);
      links.push([k, `${k}!`]);
    }
  }
  return _chains(at, links).map((chain) => _course(chain.map((k) => at.get(k)), () => 0.6));
}

/** A point beyond the neat-line, straight out from a corner on the rim; undefined for a corner inside the board. */
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

/** Cells that hold water in their midst, joined into branching courses that never close a ring. */
function _courses({ doc, lattice }, words, ponds = null) {
  const wet = _members(doc, _has(...words));
  if (!wet.size) return [];
  const links = [];
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
  const at = new Map([...wet].map((i) => [i, { x: lattice.x[i] + 17 * ripple(i * 37, i * 11, 9, 71), y: lattice.y[i] + 17 * ripple(i * 13, i * 29, 9, 72) }]));
  const joined = new Set(tree.flat());
  const lone = [...wet].filter((i) => !joined.has(i) && !ponds?.has(i));
  const pools = lone.map((i) => {
    const p = at.get(i);
    return _soft([{ x: p.x - 36, y: p.y - 8 }, { x: p.x - 10, y: p.y + 12 }, { x: p.x + 12, y: p.y - 12 }, { x: p.x + 36, y: p.y + 8 }]);
  });
  return _chains(at, tree).map((chain) => _soft(chain.map((k) => at.get(k)))).concat(pools);
}

/** A course without its side cells, which are noted as ponds: a broad river is a stream among ponds, not a comb. */
function _withoutSpurs(tree, ponds) {
  const degree = new Map();
  for (const i of tree.flat()) degree.set(i, (degree.get(i) ?? 0) + 1);
  return tree.filter(([a, b]) => {
    const leaf = degree.get(a) === 1 ? a : degree.get(b) === 1 ? b : -1;
    if (leaf < 0 || degree.get(leaf === a ? b : a) < 3) return true;
    ponds.add(leaf);
    return false;
  });
}

/** Kruskal's forest: the lightest links that join everything without a ring. */
function _spanning(links) {
  const root = new Map();
  const find = (i) => {
    while (root.has(i)) i = root.get(i);
    return i;
  };
  return links.sort((a, b) => a[2] - b[2]).flatMap(([a, b]) => {
    const [p, q] = [find(a), find(b)];
    if (p === q) return [];
    root.set(p, q);
    return [[a, b]];
  });
}

function drawRivers(sheet) {
  const courses = sheet.edges("river").flatMap(([, pairs]) => _banks(sheet, pairs, { leaveMap: true }));
  // Where the sides say where the river runs, cells marked river are only its banks.
  const ponds = new Set();
  const inCells = courses.length ? [] : _courses(sheet, ["river"], ponds);
  const pools = [...ponds].map((i) => _area(sheet.lattice, new Set([i]), 19, 9, 34, 62 + i).d).join("");
  const canals = sheet.edges("canal").flatMap(([, pairs]) => _banks(sheet, pairs, { leaveMap: true }));
  for (const course of [...courses, ...inCells]) {
    sheet.noteWayside(_stations(course, 9), "river");
    sheet.busy.push(..._stations(course, 30));
  }
  const d = [...courses, ...inCells].map(_path).join("");
  const canal = canals.map(_path).join("");
  return {
    floor: (d && `<path class="floor wide" d="${d}"/><path class="floor" d="${d}"/>`) + (pools && `<path class="lake" d="${pools}"/><path class="lake-edge" d="${pools}"/>`),
    river: (d && `<path class="river-bank" d="${d}"/><path class="river" d="${d}"/><path class="river-light" d="${d}"/>`) +
      (canal && `<path class="canal-bank" d="${canal}"/><path class="canal" d="${canal}"/>`),
  };
}

function drawStreams(sheet) {
  const sides = sheet.edges("stream").flatMap(([, pairs]) => _banks(sheet, pairs, { leaveMap: true }));
  const courses = _courses(sheet, ["stream", "minor_river", "minor-river"]);
  const d = [...sides, ...courses].map(_path).join("");
  const broad = _courses(sheet, ["minor_river", "minor-river"]).map(_path).join("");
  return (d && `<path class="stream" d="${d}"/>`) + (broad && `<path class="stream broad" d="${broad}"/>`);
}

/* ---------------------------------------------------------------- ways */

/**
 * Ways from cell to cell as soft lines through the middles of the sides they cross. Where they leave the map they run
 * on to the neat-line. `shift` moves a line aside, for a railway that shares its cells with a road.
 */
function _ways(sheet, feature, pairs, shift = () => 0) {
  const { lattice, doc } = sheet;
  const at = new Map();
  const links = pairs.map(([a, b]) => [a, b]);
  for (const i of new Set(pairs.flat())) at.set(i, lattice.centre(i));
  for (const i of doc.exits?.[feature] ?? []) {
    at.set(i, lattice.centre(i));
    const out = _beyond(lattice, i, pairs);
    at.set(`out${i}`, out).set(`off${i}`, { x: 2 * out.x - lattice.x[i], y: 2 * out.y - lattice.y[i] });
    links.push([i, `out${i}`], [`out${i}`, `off${i}`]);
  }
  return _chains(at, links).map((chain) => {
    const knots = _aside(chain, chain.map((k) => at.get(k)), shift);
    // On squares a slanting way goes through a corner: easing it would lead it through a cell it does not enter.
    return _course(knots, (i) => (!lattice.hex || (doc.cells[chain[i]] && isSettled(doc.cells[chain[i]])) ? 1 : 0.5));
  });
}

/** Where a way goes that leaves the map from a cell: the missing neighbour most nearly straight on. */
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

/** Knots moved aside where the chain shares its cells with another way. Ends stay: other lines may join there. */
function _aside(chain, knots, shift) {
  if (chain.length === 2) return shift(...chain) ? [knots[0], _shifted(knots[0], _mid(...knots), knots[1], shift(...chain)), knots[1]] : knots;
  return knots.map((p, i) => {
    if (!i || i === knots.length - 1) return p;
    const by = Math.max(shift(chain[i - 1], chain[i]), shift(chain[i], chain[i + 1]));
    return by ? _shifted(knots[i - 1], p, knots[i + 1], by) : p;
  });
}

/** A point moved to the side of the way from a to b; always to the same hand of the map, whichever way the chain was walked. */
function _shifted(a, p, b, by) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const hand = b.x - a.x > 0.1 || (Math.abs(b.x - a.x) <= 0.1 && b.y > a.y) ? by : -by;
  return { x: p.x + ((b.y - a.y) / length) * hand, y: p.y - ((b.x - a.x) / length) * hand };
}

function drawRails(sheet) {
  const paved = new Set(["road", "minor"].flatMap((s) => sheet.edges(s)).flatMap(([, pairs]) => pairs.map((p) => p.join())));
  const shared = (a, b) => (paved.has(`${Math.min(a, b)},${Math.max(a, b)}`) ? (sheet.lattice.hex ? 13 : 6.5) : 0);
  const lines = sheet.edges("rail").flatMap(([feature, pairs]) => _ways(sheet, feature, pairs, shared));
  for (const line of lines) sheet.noteWayside(_stations(line, 9), "rail");
  const d = lines.map(_path).join("");
  return d && `<path class="rail-bed" d="${d}"/><path class="rail" d="${d}"/><path class="rail-ties" d="${d}"/>`;
}

function drawRoads(sheet) {
  const drawn = { trail: "", minor: "", road: "" };
  for (const style of Object.keys(drawn)) {
    for (const [feature, pairs] of sheet.edges(style)) {
      const lines = _ways(sheet, feature, pairs);
      for (const line of lines) sheet.noteWayside(_stations(line, 9), "road");
      drawn[style] += lines.map(_path).join("");
    }
  }
  return (drawn.trail && `<path class="trail" d="${drawn.trail}"/>`) +
    (drawn.minor && `<path class="minor-bed" d="${drawn.minor}"/><path class="minor" d="${drawn.minor}"/>`) +
    (drawn.road && `<path class="road-bed" d="${drawn.road}"/><path class="road" d="${drawn.road}"/>`);
}

function drawBridges(sheet) {
  const { lattice } = sheet;
  let d = "";
  for (const [, pairs] of sheet.edges("bridge")) {
    for (const [a, b] of pairs) {
      const [p, q] = [lattice.centre(a), lattice.centre(b)];
      const m = _mid(p, q);
      const length = Math.hypot(q.x - p.x, q.y - p.y);
      const [ux, uy] = [(q.x - p.x) / length, (q.y - p.y) / length];
      const spot = (along, out) => _xy(m.x + ux * along - uy * out, m.y + uy * along + ux * out);
      d += `M${spot(-19, 11)}L${spot(-13, 6.5)}L${spot(13, 6.5)}L${spot(19, 11)}M${spot(-19, -11)}L${spot(-13, -6.5)}L${spot(13, -6.5)}L${spot(19, -11)}`;
    }
  }
  return d && `<path class="bridge-bed" d="${d}"/><path class="bridge" d="${d}"/>`;
}

/* ---------------------------------------------------------------- trenches */

/** A trench line: bays and traverses, as the period sheets have it. */
function _crenellated(line, bay = 7.5, depth = 3.6) {
  let d = "";
  _stations(line, bay).forEach((s, n) => {
    const hand = n & 1 ? 1 : -1;
    const at = (out) => _xy(s.x - s.dy * out, s.y + s.dx * out);
    d += n ? `L${at(-hand * depth)}L${at(hand * depth)}` : `M${at(hand * depth)}`;
  });
  return d;
}

/**
 * Trenches run through cells that are trenches, along the links of the data; links between other cells mark sides that
 * carry the line. Trench cells that no link names are joined to their like.
 */
function drawTrenches(sheet) {
  const { doc } = sheet;
  const linked = new Set();
  const lines = [];
  for (const [feature, pairs] of sheet.edges("trench")) {
    const nation = nationOf(feature) === "neutral" ? "france" : nationOf(feature);
    const through = pairs.filter(([a, b]) => isTrench(doc.cells[a]) && isTrench(doc.cells[b]));
    const along = pairs.filter((p) => !through.includes(p));
    through.flat().forEach((i) => linked.add(i));
    lines.push(..._ways(sheet, feature, through).map((line) => ({ nation, line })));
    lines.push(..._banks(sheet, along, { leaveMap: false }).map((line) => ({ nation, line })));
  }
  for (const word of new Set(doc.cells.flatMap((c) => c.terrain.filter((t) => /trench/i.test(t))))) {
    const nation = nationOf(word) === "neutral" ? "france" : nationOf(word);
    const free = _courses({ doc: { ...doc, cells: doc.cells.map((c, i) => (linked.has(i) ? { ...c, terrain: [] } : c)) }, lattice: sheet.lattice }, [word.toLowerCase()]);
    lines.push(...free.map((line) => ({ nation, line })));
  }
  for (const { line } of lines) sheet.busy.push(..._stations(line, 40));
  const byNation = new Map();
  for (const line of lines) _append(byNation, line.nation, line);
  return [...byNation].map(([nation, found]) => {
    const bed = found.map(({ line }) => _path(line)).join("");
    const teeth = new Blocks();
    for (const { line } of found) {
      for (let i = 0; i < line.length; i += 8) teeth.add(line[i][0].x, line[i][0].y, _crenellated(line.slice(i, i + 8)));
    }
    return `<path class="trench-bed" d="${bed}"/>${teeth.paths(`class="trench ${nation}"`)}`;
  }).join("");
}

/* ---------------------------------------------------------------- towns and forts */

/** How many houses a place has, and how far from the middle they stand. */
const PLACES = { village: { houses: 9, spread: 23 }, town: { houses: 15, spread: 27 }, city: { houses: 60, spread: 47 } };

function drawTowns(sheet) {
  const { doc, lattice } = sheet;
  let houses = "";
  doc.cells.forEach((cell, i) => {
    const size = ["city", "town", "village"].find((s) => cell.terrain.includes(s));
    if (!size) return;
    sheet.busy.push({ ...lattice.centre(i), wide: 22 });
    houses += _houses(sheet, i, PLACES[size]);
  });
  return houses && `<path class="houses" d="${houses}"/>`;
}

/** The ground of a city, under its river, streets and houses. */
function drawCities({ doc, lattice }) {
  const cities = _area(lattice, _members(doc, _has("city")), 5, 2.5, 30, 81);
  return cities.d && `<path class="city" d="${cities.d}"/>`;
}

/** Houses along the ways through a cell, and behind them; never on a road, a railway or the river. */
function _houses({ lattice, waysides }, i, { houses, spread }) {
  const ways = waysides.get(i) ?? [];
  const roads = ways.filter((w) => w.kind === "road" && Math.hypot(w.x - lattice.x[i], w.y - lattice.y[i]) < spread + 4);
  const rivers = lattice.across[i].filter((c) => c >= 0).flatMap((c) => (waysides.get(c) ?? []).filter((w) => w.kind === "river"));
  const taken = [];
  let d = "";
  for (let n = 0; taken.length < houses && n < houses * 7; n++) {
    const plot = _plot(lattice, i, n, roads, spread);
    const [w, h] = [5.6 + 2.6 * speck(n, i, 84), 4.1 + 1.3 * speck(n, i, 85)];
    const clear = (list, reach) => list.every((p) => (p.x - plot.x) ** 2 + (p.y - plot.y) ** 2 > reach * reach);
    if (!clear(ways, 7.6) || !clear(rivers, 16) || !clear(taken, 9.2)) continue;
    if (!lattice.holds((plot.x - lattice.x[i]) * 1.12, (plot.y - lattice.y[i]) * 1.12)) continue;
    taken.push(plot);
    const at = (a, b) => _xy(plot.x + plot.ux * a - plot.uy * b, plot.y + plot.uy * a + plot.ux * b);
    d += `M${at(-w / 2, -h / 2)}L${at(w / 2, -h / 2)}L${at(w / 2, h / 2)}L${at(-w / 2, h / 2)}Z`;
  }
  return d;
}

/** A place for the n-th house: the first stand along the road, the others anywhere around. */
function _plot(lattice, i, n, roads, spread) {
  const [a, b, c] = [speck(n, i, 86), speck(i, n, 87), speck(n + 7, i + 3, 88)];
  if (roads.length && n < 16) {
    const road = roads[Math.floor(((a + 1) / 2) * 0.999 * roads.length)];
    const out = (9.4 + 1.6 * b) * (n & 1 ? 1 : -1);
    return { x: road.x - road.dy * out, y: road.y + road.dx * out, ux: road.dx, uy: road.dy };
  }
  const reach = spread * Math.sqrt((a + 1) / 2);
  const angle = Math.PI * b;
  const [x, y] = [lattice.x[i] + reach * Math.cos(angle), lattice.y[i] + reach * Math.sin(angle)];
  const near = roads.reduce((m, r) => (!m || Math.hypot(r.x - x, r.y - y) < Math.hypot(m.x - x, m.y - y) ? r : m), null);
  return { x, y, ux: near ? near.dx : Math.cos(0.5 * c), uy: near ? near.dy : Math.sin(0.5 * c) };
}

/** How far a fort's trace reaches: past a counter on it, so that the fort is seen whoever holds it. */
export const FORT = 41;

/** The trace of a fort: a flat pentagon, its gorge to the south, as Séré de Rivières built them. */
export function fortTrace(x, y, r) {
  const corners = [[0, -0.92], [0.98, -0.34], [0.7, 0.72], [-0.7, 0.72], [-0.98, -0.34]];
  return `M${corners.map(([a, b]) => _xy(x + a * r, y + b * r)).join("L")}Z`;
}

function drawForts(sheet) {
  const { doc, lattice } = sheet;
  let forts = "";
  let works = "";
  doc.cells.forEach((cell, i) => {
    const { x, y } = lattice.centre(i);
    if (cell.terrain.includes("fort")) {
      forts += `<path class="fort-ditch" d="${fortTrace(x, y, FORT)}"/><path class="fort" d="${fortTrace(x, y, FORT * 0.76)}"/><path class="fort-core" d="${fortTrace(x, y + 1, FORT * 0.26)}"/>`;
      sheet.busy.push({ x, y, wide: 30 });
    } else if (cell.terrain.includes("works")) {
      works += `<path class="works" d="M${_xy(x - 17, y + 10)}L${_xy(x - 13, y - 6)}L${_xy(x, y - 14)}L${_xy(x + 13, y - 6)}L${_xy(x + 17, y + 10)}"/>`;
      sheet.busy.push({ x, y, wide: 16 });
    }
  });
  return works + forts;
}

/* ---------------------------------------------------------------- grid and numbers */

function drawGrid({ lattice, doc }) {
  const sides = new Blocks();
  let rim = "";
  for (let i = 0; i < lattice.size; i++) {
    lattice.across[i].forEach((other, k) => {
      if (other > i) return;
      const [a, b] = [lattice.corner(i, k), lattice.corner(i, k + 1)];
      const d = `M${_t(a.x)} ${_t(a.y)}L${_t(b.x)} ${_t(b.y)}`;
      if (other < 0) rim += d;
      else sides.add(lattice.x[i], lattice.y[i], d);
    });
  }
  const strange = Object.entries(doc.edges).filter(([f]) => styleOfEdge(f) === "unknown").flatMap(([, pairs]) => pairs);
  const unknown = strange.map(([a, b]) => lattice.side(a, b)).filter(Boolean).map(([p, q]) => `M${_p(p)}L${_p(q)}`).join("");
  return `${_tenths(`${sides.paths('class="grid"')}<path class="grid rim" d="${rim}"/>`)}${unknown && `<path class="unknown-side" d="${unknown}"/>`}`;
}

function drawNumbers({ doc, lattice }) {
  return doc.cells.map((cell, i) => (lattice.hex
    ? `<text x="${_n(lattice.x[i])}" y="${_n(lattice.y[i] - 39)}">${escapeText(cell.label)}</text>`
    : `<text class="corner" x="${_n(lattice.x[i] - 46)}" y="${_n(lattice.y[i] - 38)}">${escapeText(cell.label)}</text>`)).join("");
}

/* ================================================================================================ lettering */

/** How each kind of name is lettered: rank (who gives way), size against the set's own, spacing in ems. */
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
const SETS = [
  { lod: "tiny", size: 66, least: 3, short: true },
  { lod: "far", size: 28, least: 6, short: true },
  { lod: "mid", size: 19.5, least: 7, short: false },
  { lod: "near", size: 13.5, least: 7, short: false },
];

/** What a name names, from the ground it stands on and, where that does not say, from its own words. */
function _handOf(name, terrain) {
  const on = (...words) => words.some((w) => terrain.includes(w));
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

/** Names as one writes them on a small map: Ft. de Vaux, Fleury. */
function _shortened(name) {
  return name
    .replace(/^Fort /, "Ft. ")
    .replace(/^Ouvrage /, "Ouv. ")
    .replace(/^([^ ]{3,}?)-(sur|devant|près|sous|en|et|les|lès)-.*$/, "$1");
}

/** All names of the sheet; one that several cells bear is written once, in their midst. */
function _names({ doc, lattice }) {
  const bearers = new Map();
  doc.cells.forEach((cell, i) => {
    for (const name of (cell.name ?? "").split(";").map((s) => s.trim()).filter(Boolean)) {
      _append(bearers, name, i);
    }
  });
  const names = [];
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

/** Summits: cells higher than all around, with their height as a surveyor would note it. */
function _spots({ doc, lattice, ground }) {
  if (ground.flat) return [];
  return doc.cells.flatMap((cell, i) => {
    if (cell.name || isSettled(cell) || !cell.height) return [];
    const near = lattice.across[i];
    const lower = (j) => j < 0 || j === i || (doc.cells[j].height ?? 0) < cell.height;
    if (near.includes(-1) || !near.every(lower) || !near.every((j) => lattice.across[j].every(lower))) return [];
    const { x, y } = lattice.centre(i);
    return [{ name: String(cell.height), hand: "spot", box: { x0: x, x1: x, y0: y, y1: y } }];
  });
}

const measuring = { pen: null, style: "", widths: new Map() };

/** The width of a text in ems. */
function _ems(text, italic, weight) {
  const style = `${italic ? "italic" : "normal"} ${weight}`;
  const key = `${style} ${text}`;
  let width = measuring.widths.get(key);
  if (width === undefined) {
    measuring.pen ??= document.createElement("canvas").getContext("2d");
    if (measuring.style !== style) measuring.pen.font = `${(measuring.style = style)} 100px ${LETTERING}`;
    measuring.widths.set(key, (width = measuring.pen.measureText(text).width / 100));
  }
  return width;
}

/** Rectangles already written on, in buckets, so that asking stays cheap. */
class Taken {
  constructor() {
    this.rows = new Map();
  }

  *_keys(b) {
    for (let i = Math.floor(b.x / 150); i <= Math.floor((b.x + b.w) / 150); i++) {
      for (let j = Math.floor(b.y / 150); j <= Math.floor((b.y + b.h) / 150); j++) yield i * 4096 + j;
    }
  }

  add(b) {
    for (const k of this._keys(b)) _append(this.rows, k, b);
  }

  meets(b) {
    for (const k of this._keys(b)) if ((this.rows.get(k) ?? []).some((o) => _meet(o, b))) return true;
    return false;
  }

  count(b) {
    const met = new Set();
    for (const k of this._keys(b)) for (const o of this.rows.get(k) ?? []) if (_meet(o, b)) met.add(o);
    return met.size;
  }
}

const _meet = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** The names of each board and what they must keep clear of, so that they can step aside when counters come. @type {WeakMap<BoardDocument, object>} */
const letterings = new WeakMap();

function drawLabels(sheet) {
  const names = [..._names(sheet), ..._spots(sheet)].sort((a, b) => HANDS[a.hand].rank - HANDS[b.hand].rank);
  // Lettering keeps off signs and lines where it can, and out of the middle of cells, where counters may stand.
  const [signs, lines] = [new Taken(), new Taken()];
  for (const { x, y, wide } of sheet.busy) (wide ? signs : lines).add({ x: x - (wide ?? 5), y: y - (wide ?? 5), w: 2 * (wide ?? 5), h: 2 * (wide ?? 5) });
  const stands = _standing(sheet.lattice, sheet.lattice.x.keys());
  const lettering = { field: sheet.field, names, signs, lines, stands };
  letterings.set(sheet.doc, lettering);
  const marks = names.map((n) => _mark(n)).join("");
  const sets = SETS.map((set) => `<g class="names names-${set.lod}">${_letter(sheet, _placed(lettering, set, null), set)}</g>`);
  return `<g class="name-marks">${marks}</g>${sets.join("")}`;
}

/** Where counters stand on each map. @type {WeakMap<SVGSVGElement, Set<number>>} */
const standings = new WeakMap();

/** The squares on which the counters of some cells stand. */
function _standing(lattice, cells) {
  const taken = new Taken();
  const half = STAND / 2 - 3;
  for (const i of cells) taken.add({ x: lattice.x[i] - half, y: lattice.y[i] - half, w: 2 * half, h: 2 * half });
  return taken;
}

/**
 * Let the names of a map step aside from the counters that stand on it, as far as they can.
 * @param {SVGSVGElement} svg
 * @param {BoardDocument} doc
 * @param {Set<number>} [cells] those where counters stand; without them, those it was told last
 */
export function standClear(svg, doc, cells = standings.get(svg)) {
  const lettering = letterings.get(doc);
  if (!cells) return;
  standings.set(svg, cells);
  const set = SETS.find(({ lod }) => svg.classList.contains(lod));
  const group = set && svg.querySelector(`.names-${set.lod}`);
  if (!lettering || !group) return;
  const occupied = [...cells];
  const state = `${set.lod} ${occupied}`;
  if (group.getAttribute("data-clear-of") === state) return;
  group.setAttribute("data-clear-of", state);
  const spots = new Map(_placed(lettering, set, _standing(latticeOf(doc), occupied)).map((p) => [p.id, p]));
  for (const text of group.querySelectorAll(".name")) {
    const spot = spots.get(Number(text.getAttribute("data-name")));
    text.setAttribute("visibility", spot ? "visible" : "hidden");
    if (!spot) continue;
    text.setAttribute("x", String(_n(spot.x + spot.w / 2)));
    text.setAttribute("y", String(_n(spot.y + spot.size * 0.79)));
  }
}

/** A name that no terrain stands for gets a small hollow sign: there is a place, but not for the rules. */
function _mark({ name, hand, box }) {
  const [x, y] = [box.x0, box.y0];
  if (hand === "spot") return `<circle class="summit" cx="${_n(x)}" cy="${_n(y)}" r="2"/>`;
  if (hand !== "place") return "";
  if (/^(fort|ouvrage)/i.test(name)) return `<path class="old-fort" d="${fortTrace(x, y, 10)}"/>`;
  return `<path class="hamlet" d="M${_xy(x - 9, y - 6)}h7v5h-7zM${_xy(x + 1, y - 4)}h8v5h-8zM${_xy(x - 4, y + 3)}h6v4.5h-6z"/>`;
}

/** Where each name of a set goes, the most important first; those that find no room are left out. */
function _placed(lettering, set, counters) {
  const taken = new Taken();
  const placed = [];
  lettering.names.forEach((item, id) => {
    const hand = HANDS[item.hand];
    if (hand.rank > set.least) return;
    const text = hand.caps ? item.name.toUpperCase() : set.short ? _shortened(item.name) : item.name;
    const size = set.size * hand.size;
    const w = (_ems(text, hand.italic, hand.caps ? 600 : 400) + text.length * hand.spacing) * size + 4;
    const best = _bestPlace(lettering, item, w, size, taken, counters);
    if (!best) return;
    taken.add(best);
    placed.push({ ...best, id, text, size, hand: item.hand });
  });
  return placed;
}

function _letter(sheet, placed, set) {
  const taken = new Taken();
  const out = placed.map((p) => {
    taken.add(p);
    const spacing = HANDS[p.hand].spacing ? ` letter-spacing="${_n(HANDS[p.hand].spacing * p.size)}"` : "";
    return `<text class="name of-${p.hand}" data-name="${p.id}" x="${_n(p.x + p.w / 2)}" y="${_n(p.y + p.size * 0.79)}" font-size="${_n(p.size)}"${spacing}>${escapeText(p.text)}</text>`;
  });
  return out.join("") + (set.lod === "tiny" || set.lod === "far" ? "" : _contourFigures(sheet, set, taken));
}

/** The place where a name disturbs least; null where it would touch another name or leave the field. */
function _bestPlace({ field, signs, lines, stands }, item, w, size, taken, counters) {
  const h = size * 0.96;
  const { x0, x1, y0, y1 } = item.box;
  const [cx, out] = [(x0 + x1) / 2, item.hand === "spot" ? 5 : STAND / 2 + 1];
  const rows = [y1 + out, y0 - out - h];
  const places = [];
  rows.forEach((y, row) => {
    for (const shift of [0, 0.22, -0.22, 0.42, -0.42]) places.push({ x: cx - w / 2 + shift * w, y, w, h, cost: row * 0.6 + Math.abs(shift) * 3 });
  });
  const reach = item.hand === "spot" ? 6 : STAND / 2 + 4;
  places.push({ x: x1 + reach, y: (y0 + y1) / 2 - h / 2, w, h, cost: 2.2 }, { x: x0 - reach - w, y: (y0 + y1) / 2 - h / 2, w, h, cost: 2.4 });
  if (item.hand === "wood" || item.hand === "hill" || item.hand === "water") {
    places.push({ x: cx - w / 2, y: (y0 + y1) / 2 - h / 2, w, h, cost: 0.9 });
  }
  let best = null;
  for (const p of places) {
    if (p.x < field.x + 4 || p.y < field.y + 2 || p.x + w > field.x + field.w - 4 || p.y + h > field.y + field.h - 2) continue;
    if (taken.meets(p)) continue;
    const core = { x: p.x, y: p.y + 2, w, h: h - 4 };
    p.cost += signs.count(core) * 2.5 + lines.count(core) * 0.7 + stands.count(core) * 0.7 + (counters ? counters.count(core) * 9 : 0);
    if (!best || p.cost < best.cost) best = p;
  }
  return best;
}

/** The heights of the heavy contours, written along them with their feet downhill. */
function _contourFigures({ indexLines }, set, taken) {
  const size = set.size * 0.6;
  let out = "";
  for (const { level, points } of indexLines ?? []) {
    for (let i = 22; i < points.length / 2 - 8; i += 70) {
      const [x, y] = [points[2 * i], points[2 * i + 1]];
      const box = { x: x - size, y: y - size, w: 2 * size, h: 2 * size };
      if (taken.meets(box)) continue;
      taken.add(box);
      let angle = (Math.atan2(points[2 * i + 7] - points[2 * i - 5], points[2 * i + 6] - points[2 * i - 6]) * 180) / Math.PI;
      if (angle > 90) angle -= 180;
      if (angle < -90) angle += 180;
      out += `<text class="figure" font-size="${_n(size)}" transform="translate(${_xy(x, y)}) rotate(${_n(angle)})" dy=".34em">${level}</text>`;
    }
  }
  return out;
}

/* ================================================================================================ the frame */

function drawFrame(sheet) {
  const { field: f, doc, ground } = sheet;
  const line = (by, cls) => `<rect class="${cls}" x="${_n(f.x - by)}" y="${_n(f.y - by)}" width="${_n(f.w + 2 * by)}" height="${_n(f.h + 2 * by)}"/>`;
  const scale = doc.metres ? `One ${doc.kind === "square" ? "square" : "hex"} is ${doc.metres} metres${ground.flat ? "" : "; contours every 10 metres"}` : "";
  const room = (f.w - _titleSize(sheet).width) / 2 - 40;
  const imprint = (text, x, anchor) => (_ems(text, true, 400) * 20 < room ? `<text class="imprint" x="${_n(x)}" y="${_n(f.y - 58)}" text-anchor="${anchor}">${text}</text>` : "");
  return line(0, "neat-line") + line(34, "neat-line") + line(41, "border") + _ticks(sheet) + _cartouche(sheet) + _scaleBar(sheet) + _northArrow(f) + _legend(sheet) +
    imprint("Situation of 1916", f.x, "start") + imprint(scale, f.x + f.w, "end");
}

/** The two halves of a cell's number: letters and figures, or two pairs of figures. */
function _halves(label) {
  const mixed = /^([A-Za-z]+)(\d+)$/.exec(label);
  return mixed ? [mixed[1], mixed[2]] : [label.slice(0, label.length >> 1), label.slice(label.length >> 1)];
}

/** Numbers of columns above and below, of rows to the left and right, each with its tick. */
function _ticks({ doc, lattice, field: f }) {
  const columns = new Map();
  doc.cells.forEach((c, i) => {
    _append(columns, Math.round(lattice.x[i]), c.label);
  });
  const first = [...columns.values()][0].map(_halves);
  const half = first.every((h) => h[0] === first[0][0]) ? 0 : 1;
  const texts = [];
  let d = "";
  for (const [x, labels] of columns) {
    const text = _halves(labels[0])[half];
    for (const [y, out] of [[f.y, -1], [f.y + f.h, 1]]) {
      d += `M${_xy(x, y)}v${7 * out}`;
      texts.push([x, y + 18 * out, text]);
    }
  }
  const xs = [...columns.keys()];
  for (const [edge, x, out] of [[Math.min(...xs), f.x, -1], [Math.max(...xs), f.x + f.w, 1]]) {
    doc.cells.forEach((c, i) => {
      if (Math.round(lattice.x[i]) !== edge) return;
      d += `M${_xy(x, lattice.y[i])}h${7 * out}`;
      texts.push([x + 19 * out, lattice.y[i], _halves(c.label)[1 - half]]);
    });
  }
  return `<path class="tick" d="${d}"/>${texts.map(([x, y, t]) => `<text class="tick-number" x="${_n(x)}" y="${_n(y)}" dy=".35em">${escapeText(t)}</text>`).join("")}`;
}

/** The lettering of the title: as large as fits above the field. */
function _titleSize({ doc, field: f }) {
  const ems = _ems(doc.title.toUpperCase(), false, 600) + 0.14 * doc.title.length;
  const size = Math.min(44, (f.w * 0.74) / ems);
  return { size, width: size * ems };
}

function _cartouche(sheet) {
  const { doc, field: f } = sheet;
  const { size } = _titleSize(sheet);
  return `<text class="title" x="${_n(f.x + f.w / 2)}" y="${_n(f.y - 62)}" font-size="${_n(size)}" letter-spacing="${_n(size * 0.14)}">${escapeText(doc.title.toUpperCase())}</text>`;
}

/** The length of the bar, and of one of its four steps, in map units and kilometres. */
function _barSize({ doc, field: f }) {
  const km = (UNIT * 1000) / (doc.metres || UNIT);
  const step = [0.5, 1, 2, 5, 10].find((s) => s * km * 4 > f.w * 0.16) ?? 10;
  return { step, unit: step * km, length: 4 * step * km };
}

/** A bar in kilometres, four steps long, black and white by turns. */
function _scaleBar(sheet) {
  const { doc, field: f } = sheet;
  if (!doc.metres) return "";
  const { step, unit, length } = _barSize(sheet);
  const [x, y] = [f.x + (f.w - length) / 2, f.y + f.h + 70];
  let out = "";
  for (let i = 0; i < 4; i++) out += `<rect class="bar ${i & 1 ? "light" : "dark"}" x="${_n(x + i * unit)}" y="${_n(y)}" width="${_n(unit)}" height="9"/>`;
  for (let i = 0; i <= 4; i++) out += `<text class="bar-number" x="${_n(x + i * unit)}" y="${_n(y + 31)}">${_n(i * step)}${i === 4 ? " km" : ""}</text>`;
  return out;
}

function _northArrow(f) {
  const [x, y] = [f.x + f.w - 22, f.y + f.h + 86];
  return `<path class="north-half" d="M${_xy(x, y - 34)}L${_xy(x + 10, y + 26)}L${_xy(x, y + 17)}Z"/>
    <path class="north-line" d="M${_xy(x, y - 34)}L${_xy(x + 10, y + 26)}L${_xy(x, y + 17)}L${_xy(x - 10, y + 26)}Z"/>
    <text class="north-letter" x="${_n(x - 26)}" y="${_n(y + 12)}">N</text>`;
}

/** Signs of the ground for the legend, in a box 36 wide and 20 high around the origin. */
const GROUND_SIGNS = {
  woods: '<path class="woods" d="M-16-8Q0-11 16-8 19 0 16 8 0 11-16 8-19 0-16-8Z"/><path fill="url(#map-trees)" d="M-15-8H15V8H-15Z"/>',
  hill: '<path class="hill" d="M-16-9H16V9H-16Z"/><g transform="scale(.1)"><path class="hachure" d="M-150-90v55M-100-90v70M-50-90v55M0-90v70M50-90v55M100-90v70M150-90v55"/></g>',
  slope: '<g transform="scale(.1)"><path class="hachure slope" d="M-150-80l-20 70M-90-80l-20 70M-30-80l-20 70M30-80l-20 70M90-80l-20 70M150-80l-20 70M-120 10l-20 70M-60 10l-20 70M0 10l-20 70M60 10l-20 70M120 10l-20 70"/></g>',
  marsh: '<path class="marsh" d="M-17-9H17V9H-17Z"/><path fill="url(#map-marsh)" d="M-17-9H17V9H-17Z"/>',
  lake: '<path class="lake" d="M-16 0Q-14-9 0-8 16-9 16 1 14 9 0 8-16 9-16 0Z"/>',
  village: '<path class="houses" d="M-8-5h6v4h-6zM2-6h5v4h-5zM-3 2h6v4h-6z"/>',
  town: '<path class="houses" d="M-14-6h6v5h-6zM-5-7h6v4h-6zM4-5h7v4h-7zM-11 2h5v5h-5zM-2 1h6v4h-6zM7 3h6v4h-6z"/>',
  city: '<path class="city" d="M-16-9H16V9H-16Z"/><path class="houses" d="M-13-6h6v4h-6zM-4-6h5v5h-5zM5-6h7v4h-7zM-12 2h5v4h-5zM-3 2h6v4h-6zM7 2h6v4h-6z"/>',
  fort: `<path class="fort-ditch" d="${fortTrace(0, 1, 13)}"/><path class="fort-core" d="${fortTrace(0, 1, 5)}"/>`,
  works: '<path class="works" d="M-13 8-10-4 0-10 10-4 13 8"/>',
};
Object.assign(GROUND_SIGNS, { ridge: GROUND_SIGNS.hill, high: GROUND_SIGNS.hill, forest: GROUND_SIGNS.woods, wood: GROUND_SIGNS.woods });

const _trenchSign = (word) => `<path class="trench ${nationOf(word) === "neutral" ? "france" : nationOf(word)}" d="M-18 4v-8h7v8h7v-8h7v8h7v-8h7v8"/>`;

/** Signs of lines for the legend. */
const LINE_SIGNS = {
  road: '<path class="road-bed" d="M-18 0H18"/><path class="road" d="M-18 0H18"/>',
  minor: '<path class="minor-bed" d="M-18 0H18"/><path class="minor" d="M-18 0H18"/>',
  trail: '<path class="trail" d="M-18 0H18"/>',
  rail: '<path class="rail" d="M-18 0H18"/><path class="rail-ties" d="M-18 0H18"/>',
  river: '<path class="river-bank" d="M-18 0H18"/><path class="river" d="M-18 0H18"/>',
  stream: '<path class="stream" d="M-18 3Q-9-7 0 0T18-3"/>',
  canal: '<path class="canal-bank" d="M-18 0H18"/><path class="canal" d="M-18 0H18"/>',
  bridge: '<path class="bridge" d="M-15-8l5 4H10l5-4M-15 8l5-4H10l5 4"/>',
  slope: '<path class="slope-side" d="M-16-6H16M-14-6V4M-8-6V4M-2-6V4M4-6V4M10-6V4M15-6V4"/>',
};

/** What the signs of this sheet mean, in the words of its data, on both sides of the scale bar. */
function _legend(sheet) {
  const { doc, field: f } = sheet;
  const sign = (word, style) => (/trench/i.test(word) ? _trenchSign(word) : LINE_SIGNS[style]);
  const ground = [...new Set(doc.cells.flatMap((c) => c.terrain))].map((t) => [t, GROUND_SIGNS[t.toLowerCase()] ?? sign(t, t.toLowerCase().replace(/minor.river/, "stream"))]);
  const lines = Object.keys(doc.edges).filter((f) => doc.edges[f].length).map((feature) => [feature, sign(feature, styleOfEdge(feature))]);
  const entries = [...new Map([...ground, ...lines]).entries()].filter((entry) => entry[1]);
  const [half, top] = [doc.metres ? _barSize(sheet).length / 2 + 50 : 0, f.y + f.h + 68];
  const rows = [[f.x, top], [f.x, top + 34], [f.x + f.w / 2 + half, top], [f.x + f.w / 2 + half, top + 34]];
  const ends = [f.x + f.w / 2 - half, f.x + f.w / 2 - half, f.x + f.w - 80, f.x + f.w - 80];
  let row = 0;
  let x = rows[0][0];
  return entries.map(([word, drawn]) => {
    const text = word.replace(/[_-]/g, " ");
    const wide = 50 + _ems(text, true, 400) * 19 + 26;
    while (row < 4 && x + wide > ends[row]) x = rows[++row]?.[0] ?? 0;
    if (row > 3) return "";
    const at = `<g transform="translate(${_xy(x + 19, rows[row][1])})">${drawn}</g><text class="legend" x="${_n(x + 46)}" y="${_n(rows[row][1] + 6)}">${escapeText(text)}</text>`;
    x += wide;
    return at;
  }).join("");
}

/* ================================================================================================ drawing on the layers */

/** Empty a layer. */
export function clear(layer) {
  layer.replaceChildren();
}

/** Elements of SVG from their text. */
export function shapes(markup) {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg xmlns="${SVG}">${markup}</svg>`;
  return [...holder.content.firstElementChild.children];
}

function _write(layer, markup) {
  layer.append(...shapes(markup));
}

/**
 * Wash cells with a side's colour, in one of three shades, each with a short text.
 * @param {SVGGElement} layer
 * @param {BoardDocument} doc
 * @param {{cell: string, shade?: number, side?: string, text?: string}[]} tints
 */
export function tintCells(layer, doc, tints) {
  const lattice = latticeOf(doc);
  const washes = new Map();
  let texts = "";
  for (const { cell, shade = 1, side = "", text = "" } of tints) {
    const i = lattice.index.get(cell);
    if (i === undefined) continue;
    const look = `tint ${nationOf(side)} shade-${Math.min(3, Math.max(1, shade))}`;
    washes.set(look, (washes.get(look) ?? "") + lattice.outline(i, 2));
    if (text) texts += `<text class="tint-text ${nationOf(side)}" x="${_n(lattice.x[i])}" y="${_n(lattice.y[i])}" dy=".36em" font-size="${text.length > 5 ? 19 : 30}">${escapeText(text)}</text>`;
  }
  _write(layer, [...washes].map(([look, d]) => `<path class="${look}" d="${d}"/>`).join("") + texts);
}

/**
 * Soft lines through the middles of cells, with a dot where each begins and an arrow-head where it ends.
 * @param {string[][]} lines
 */
export function drawLines(layer, doc, lines, className = "line") {
  const lattice = latticeOf(doc);
  let out = "";
  for (const labels of lines) {
    const knots = labels.map((l) => lattice.index.get(l)).filter((i) => i !== undefined).map((i) => lattice.centre(i));
    if (!knots.length) continue;
    out += `<circle class="${className} start" cx="${_n(knots[0].x)}" cy="${_n(knots[0].y)}" r="6"/>`;
    if (knots.length < 2) continue;
    const pieces = _soft(_eased(knots, () => 0.6));
    out += `<path class="${className}" d="${_path(pieces)}"/><path class="${className} head" d="${_head(knots.at(-2), knots.at(-1), 15)}"/>`;
  }
  _write(layer, out);
}

function _head(from, to, size) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  return `M${_xy(to.x + ux * size * 0.5, to.y + uy * size * 0.5)}L${_xy(to.x - ux * size - uy * size * 0.7, to.y - uy * size + ux * size * 0.7)}L${_xy(to.x - ux * size + uy * size * 0.7, to.y - uy * size - ux * size * 0.7)}Z`;
}

/**
 * An arrow of attack: it swells from the attacker to the target, the more the greater its weight.
 * @param {string} from a cell
 * @param {string} to a cell
 * @param {number} weight odds or strength; 1 is thin, 6 and more is massive
 */
export function drawArrow(layer, doc, from, to, weight = 1, className = "attack") {
  const lattice = latticeOf(doc);
  const [i, j] = [lattice.index.get(from), lattice.index.get(to)];
  if (i === undefined || j === undefined || i === j) return;
  const [a, b] = [lattice.centre(i), lattice.centre(j)];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const wide = 8 + 3 * Math.min(7, Math.max(0.5, weight));
  const bow = 0.1 * length;
  // Along the arrow and to its left, on a slight bow: straight arrows of a stack would hide each other.
  const at = (along, left) => {
    const t = along / length;
    const lift = left + bow * 4 * t * (1 - t);
    return { x: a.x + ux * along + uy * lift, y: a.y + uy * along - ux * lift };
  };
  const short = Math.min(20, length * 0.13);
  const [tail, neck, tip] = [short, Math.max(length * 0.4, length - short - wide * 0.95), length - short];
  const m = (tail + neck) / 2;
  const d = `M${_p(at(tail, wide * 0.16))}Q${_p(at(m, wide * 0.34))} ${_p(at(neck, wide * 0.5))}L${_p(at(neck - wide * 0.2, wide * 1.02))}L${_p(at(tip, 0))}` +
    `L${_p(at(neck - wide * 0.2, -wide * 1.02))}L${_p(at(neck, -wide * 0.5))}Q${_p(at(m, -wide * 0.34))} ${_p(at(tail, -wide * 0.16))}Z`;
  _write(layer, `<path class="arrow ${className} ${nationOf(className)}" d="${d}"/>`);
}

/**
 * Outline cells.
 * @param {string[]} labels
 */
export function highlight(layer, doc, labels, className = "highlight") {
  const lattice = latticeOf(doc);
  const d = labels.map((l) => lattice.index.get(l)).filter((i) => i !== undefined).map((i) => lattice.outline(i, 3)).join("");
  if (d) _write(layer, `<path class="cell-mark ${className}" d="${d}"/>`);
}

/**
 * The front: where the ground of one side meets that of another, each side's colour on its own edge.
 * @param {Record<string, string>} control for each side its cells, as a view has them
 */
export function drawFront(layer, doc, control) {
  const lattice = latticeOf(doc);
  const holder = new Array(lattice.size).fill("");
  for (const [side, labels] of Object.entries(control)) for (const l of labels.split(" ")) if (lattice.index.has(l)) holder[lattice.index.get(l)] = side;
  let out = "";
  for (const side of Object.keys(control)) {
    const mine = new Set(holder.flatMap((h, i) => (h === side ? [i] : [])));
    const links = [];
    const at = new Map();
    for (const i of mine) {
      lattice.across[i].forEach((other, k) => {
        if (other < 0 || holder[other] === side || !holder[other]) return;
        const [p, q] = [lattice.corner(i, k), lattice.corner(i, k + 1)];
        at.set(lattice.cornerKey(p), p).set(lattice.cornerKey(q), q);
        links.push([lattice.cornerKey(p), lattice.cornerKey(q)]);
      });
    }
    const depth = 3.4;
    for (const chain of _chains(at, links)) {
      const stations = _stations(_course(chain.map((k) => at.get(k)), () => 0.6), 9);
      if (stations.length < 2) continue;
      const probe = stations[stations.length >> 1];
      const cell = lattice.at(probe.x - probe.dy * 9, probe.y + probe.dx * 9);
      const hand = mine.has(cell) ? 1 : -1;
      const round = chain.length > 3 && chain[0] === chain.at(-1) ? "Z" : "";
      out += `<path class="front ${nationOf(side)}" d="M${stations.map((s) => _xy(s.x - s.dy * depth * hand, s.y + s.dx * depth * hand)).join("L")}${round}"/>`;
    }
  }
  _write(layer, out);
}

/* ================================================================================================ the window on the map */

const STILL = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Pixels of a cell's height from which a distance of the eye begins. */
const DISTANCES = [["near", 100], ["mid", 50], ["far", 24], ["tiny", 0]];

/**
 * A map in a container that can be dragged, pinched and zoomed. Emits `viewchange` ({k, lod}) whenever it moves.
 * Only the SVG as a whole is transformed, so that moving the map costs no redrawing.
 */
export class MapView extends EventTarget {
  /**
   * @param {HTMLElement} container
   * @param {BoardDocument} doc
   * @param {{onCell?: (label: string, event: PointerEvent) => void, onHover?: (label: string | null) => void}} [calls]
   */
  constructor(container, doc, { onCell, onHover } = {}) {
    super();
    this.container = container;
    this.doc = doc;
    this.lattice = latticeOf(doc);
    this.onCell = onCell;
    this.onHover = onHover;
    this.svg = drawBoard(doc);
    const box = this.svg.viewBox.baseVal;
    this.paper = { x: box.x, y: box.y, w: box.width, h: box.height };
    /** @type {Record<string, SVGGElement>} */
    this.layers = Object.fromEntries(LIVE_LAYERS.map((name) => [name, this.svg.querySelector(`.layer-${name}`)]));
    this.scale = 1; // pixels for a map unit
    this.left = 0; // where the map's origin lies in the container
    this.top = 0;
    this._shown = "";
    this._settling = 0;
    this._hovered = null;
    this._pointers = new Map();
    this._motion = 0;
    container.classList.add("map-window");
    if (!container.hasAttribute("tabindex")) container.tabIndex = 0;
    this._listen();
    this._open();
    container.append(this.svg);
  }

  /* ---------------------------------------------------------------- where we look */

  get _room() {
    return { w: this.container.clientWidth || 1, h: this.container.clientHeight || 1 };
  }

  get _whole() {
    const { w, h } = this._room;
    return Math.min(w / this.paper.w, h / this.paper.h);
  }

  /** The zoom: 1 shows the whole sheet. */
  get k() {
    return this.scale / this._whole;
  }

  /** How near the eye is, as the map is drawn now: tiny, far, mid or near. */
  get lod() {
    return this._shown;
  }

  /** The whole sheet, in the middle. */
  fit() {
    this._go(this._whole, this.paper.x + this.paper.w / 2, this.paper.y + this.paper.h / 2);
  }

  /** The first look: the whole sheet, or on a narrow screen its full height, since a whole sheet would be unreadable there. */
  _open() {
    const { w, h } = this._room;
    const fill = Math.max(w / this.paper.w, h / this.paper.h);
    const scale = this._whole * UNIT < 24 ? Math.min(fill, 0.42) : this._whole;
    this._size = { w, h };
    this._layOut(this._whole);
    this._sharp = scale;
    this._place(scale, this.paper.x + this.paper.w / 2, this.paper.y + this.paper.h / 2);
    this._showDistance();
  }

  /**
   * Zoom, with a point of the map in the middle.
   * @param {number} k 1 shows the whole sheet
   */
  zoomTo(k, x = this._middle().x, y = this._middle().y) {
    this._go(this._held(k * this._whole), x, y);
  }

  /** Zoom by a factor around a point of the screen. */
  zoomBy(factor, clientX, clientY, smooth = true) {
    const box = this.container.getBoundingClientRect();
    const [px, py] = [(clientX ?? box.left + box.width / 2) - box.left, (clientY ?? box.top + box.height / 2) - box.top];
    const aim = this._held((this._aim && performance.now() < this._aim.until ? this._aim.scale : this.scale) * factor);
    const [mx, my] = [(px - this.left) / this.scale, (py - this.top) / this.scale];
    const start = this.scale;
    const step = (t) => {
      const scale = start * (aim / start) ** t;
      this._set(scale, px - mx * scale, py - my * scale);
    };
    if (!smooth) {
      this._stop();
      return step(1);
    }
    this._aim = { scale: aim, until: performance.now() + 150 };
    this._animate(step, 150);
  }

  /** Move the map by so many pixels. */
  panBy(dx, dy, smooth = false) {
    const [left, top] = [this.left, this.top];
    if (smooth) this._animate((t) => this._set(this.scale, left + dx * t, top + dy * t), 120);
    else this._set(this.scale, left + dx, top + dy);
  }

  /** Bring a cell to the middle, at a zoom if one is given. */
  centreOn(label, k = this.k) {
    const p = this.pointOf(label);
    if (p) this._go(this._held(k * this._whole), p.x, p.y);
  }

  /**
   * Where a cell's middle lies: on the map, and on the screen now.
   * @returns {{x: number, y: number, clientX: number, clientY: number} | null}
   */
  pointOf(label) {
    const i = this.lattice.index.get(label);
    if (i === undefined) return null;
    const box = this.container.getBoundingClientRect();
    const { x, y } = this.lattice.centre(i);
    return { x, y, clientX: box.left + this.left + x * this.scale, clientY: box.top + this.top + y * this.scale };
  }

  /** The cell at a place on the screen. */
  cellAt(clientX, clientY) {
    const box = this.container.getBoundingClientRect();
    const i = this.lattice.at((clientX - box.left - this.left) / this.scale, (clientY - box.top - this.top) / this.scale);
    return i < 0 ? null : this.doc.cells[i].label;
  }

  _middle() {
    const { w, h } = this._room;
    return { x: (w / 2 - this.left) / this.scale, y: (h / 2 - this.top) / this.scale };
  }

  /** A scale within bounds: not smaller than the whole sheet, not larger than a cell of 420 pixels. */
  _held(scale) {
    return Math.min(Math.max(4.2, this._whole), Math.max(this._whole, scale));
  }

  /* ---------------------------------------------------------------- moving */

  _place(scale, x, y) {
    const { w, h } = this._room;
    this._set(scale, w / 2 - x * scale, h / 2 - y * scale);
  }

  _go(scale, x, y) {
    const from = { scale: this.scale, ...this._middle() };
    this._animate((t) => this._place(from.scale * (scale / from.scale) ** t, from.x + (x - from.x) * t, from.y + (y - from.y) * t), 190);
  }

  /** Run a motion from 0 to 1, easing out; at once where motion is not wanted or the map is not on show. */
  _animate(step, duration) {
    this._stop();
    if (STILL() || document.hidden) return step(1);
    const begin = performance.now();
    const frame = (now) => {
      const t = Math.min(1, Math.max(0, (now - begin) / duration));
      step(1 - (1 - t) ** 3);
      this._motion = t < 1 ? requestAnimationFrame(frame) : 0;
    };
    this._motion = requestAnimationFrame(frame);
  }

  _stop() {
    cancelAnimationFrame(this._motion);
    this._motion = 0;
  }

  _set(scale, left, top) {
    const { w, h } = this._room;
    const p = this.paper;
    const hold = (at, room, from, size) => {
      const [low, high] = [room - (from + size) * scale, -from * scale];
      return size * scale <= room ? (low + high) / 2 : Math.min(high, Math.max(low, at));
    };
    if (Math.abs(scale / this.scale - 1) > 1e-6) this._zooming(scale);
    this.scale = scale;
    this.left = hold(left, w, p.x, p.w);
    this.top = hold(top, h, p.y, p.h);
    this.svg.style.transform = `translate3d(${this.left + p.x * scale}px, ${this.top + p.y * scale}px, 0) scale(${scale / this._base})`;
    this._announce();
  }

  /** Lay the sheet out at a scale of its own; from there it is only stretched. */
  _layOut(scale) {
    this._base = scale;
    this.svg.setAttribute("width", String(this.paper.w * scale));
    this.svg.setAttribute("height", String(this.paper.h * scale));
  }

  _announce() {
    this.dispatchEvent(new CustomEvent("viewchange", { detail: { k: this.k, lod: this.lod } }));
  }

  /**
   * While the scale changes, the browser is asked to stretch the picture it has; it is drawn sharp once the hand rests, or
   * when it has been stretched too far: zooming out, a sharp picture of everything that comes in sight would cost too much.
   */
  _zooming(scale) {
    if (!this._shown) return;
    const stretched = scale / this._sharp;
    if (stretched < 0.6 || stretched > 5) this._sharpen(scale);
    else this.svg.style.willChange = "transform";
    clearTimeout(this._settling);
    this._settling = setTimeout(() => this._settle(), 130);
  }

  _sharpen(scale) {
    this._sharp = scale;
    this.svg.style.willChange = "";
  }

  _settle() {
    this._settling = 0;
    this._sharpen(this.scale);
    // Safari stretches what it laid out, however long the hand rests: there the sheet is laid out anew.
    if (/apple/i.test(navigator.vendor)) {
      this._layOut(this.scale);
      this._set(this.scale, this.left, this.top);
    }
    if (this._showDistance()) this._announce();
  }

  /** Mark the map with the distance of the eye; whether that has changed. */
  _showDistance() {
    const [lod] = DISTANCES.find(([, from]) => this.scale * UNIT >= from);
    if (lod === this._shown) return false;
    this._shown = lod;
    for (const [name] of DISTANCES) this.svg.classList.toggle(name, name === lod || (name === "far" && lod === "tiny"));
    standClear(this.svg, this.doc);
    return true;
  }

  /* ---------------------------------------------------------------- hands */

  _listen() {
    const on = (kind, call, options) => this.container.addEventListener(kind, call, options);
    this._quit = new AbortController();
    const { signal } = this._quit;
    on("wheel", (e) => this._wheel(e), { passive: false, signal });
    on("pointerdown", (e) => this._press(e), { signal });
    on("pointermove", (e) => this._drag(e), { signal });
    on("pointerup", (e) => this._release(e), { signal });
    on("pointercancel", (e) => this._release(e, true), { signal });
    on("pointerleave", () => this._hover(null), { signal });
    on("keydown", (e) => this._key(e), { signal });
    this._watch = new ResizeObserver(() => this._resized());
    this._watch.observe(this.container);
  }

  /** Take the map out of its container. */
  destroy() {
    this._stop();
    clearTimeout(this._settling);
    this._quit.abort();
    this._watch.disconnect();
    this.svg.remove();
  }

  _resized() {
    const { w, h } = this._room;
    if (this._size.w === w && this._size.h === h) return;
    const before = this._size;
    const whole = Math.abs(this.scale - Math.min(before.w / this.paper.w, before.h / this.paper.h)) < 1e-6;
    if (whole) return this._open();
    this._size = { w, h };
    this._layOut(this._whole);
    const x = (before.w / 2 - this.left) / this.scale;
    const y = (before.h / 2 - this.top) / this.scale;
    this._place(this._held(this.scale), x, y);
  }

  _wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 400 : 1;
    // A pinch on a trackpad arrives as small wheel steps with ctrl held.
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.011 : 0.0022));
    this.zoomBy(Math.min(2, Math.max(0.5, factor)), event.clientX, event.clientY, !event.ctrlKey);
  }

  _press(event) {
    if (event.button > 0 && event.pointerType === "mouse" && event.button !== 1) return;
    this._stop();
    this._pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this._pointers.size === 1) this._gesture = { x: event.clientX, y: event.clientY, moved: false };
    else this._gesture.moved = true;
  }

  _drag(event) {
    const was = this._pointers.get(event.pointerId);
    if (!was) {
      if (event.pointerType !== "touch") this._hover(this.cellAt(event.clientX, event.clientY));
      return;
    }
    const far = Math.hypot(event.clientX - this._gesture.x, event.clientY - this._gesture.y);
    if (!this._gesture.moved && far < (event.pointerType === "touch" ? 9 : 4)) return;
    if (!this._gesture.moved || !this.container.hasPointerCapture(event.pointerId)) {
      this._gesture.moved = true;
      this.container.classList.add("dragging");
      // Only now: a captured pointer would hide from the app what was clicked.
      this.container.setPointerCapture(event.pointerId);
    }
    if (this._pointers.size === 2) this._pinch(event);
    else this.panBy(event.clientX - was.x, event.clientY - was.y);
    this._pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  _pinch(event) {
    const [id] = [...this._pointers.keys()].filter((k) => k !== event.pointerId);
    const other = this._pointers.get(id);
    const was = this._pointers.get(event.pointerId);
    const spread = (p) => Math.hypot(p.x - other.x, p.y - other.y) || 1;
    const now = { x: event.clientX, y: event.clientY };
    this.panBy((now.x - was.x) / 2, (now.y - was.y) / 2);
    this.zoomBy(spread(now) / spread(was), (now.x + other.x) / 2, (now.y + other.y) / 2, false);
  }

  _release(event, cancelled = false) {
    if (!this._pointers.delete(event.pointerId)) return;
    if (this._pointers.size) return;
    this.container.classList.remove("dragging");
    if (cancelled || this._gesture.moved) return;
    const label = this.cellAt(event.clientX, event.clientY);
    if (label) this.onCell?.(label, event);
  }

  _hover(label) {
    if (label === this._hovered) return;
    this._hovered = label;
    this.onHover?.(label);
  }

  _key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, select")) return;
    const step = event.shiftKey ? 320 : 110;
    const acts = {
      "+": () => this.zoomBy(1.35), "=": () => this.zoomBy(1.35), "-": () => this.zoomBy(1 / 1.35), _: () => this.zoomBy(1 / 1.35), 0: () => this.fit(),
      ArrowLeft: () => this.panBy(step, 0, true), ArrowRight: () => this.panBy(-step, 0, true),
      ArrowUp: () => this.panBy(0, step, true), ArrowDown: () => this.panBy(0, -step, true),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
