/**
 * The sheet: any game's board drawn as a staff map of its time.
 *
 * What the rules use is drawn as the data has it: a cell looks wooded if and only if it is woods, a road crosses the
 * very sides it crosses, a river runs along the very sides that block. Lines are softened inside their cells only.
 * Map units: a cell is 100 high. Everything static is built once per board, as one string.
 */

import { nextTask } from "../common/dom.js";
import { membersOf } from "./areas.js";
import { append, escapeText, num, roundedLine, xy } from "./curves.js";
import { isSettled, styleOfEdge } from "./data-words.js";
import { drawFrame } from "./frame.js";
import { drawGrid, drawNumbers } from "./grid.js";
import { engrave } from "./ground-strokes.js";
import { drawContours, drawHeights, drawLakes, drawMarsh, drawRelief, drawUnknown, drawWoods } from "./ground.js";
import { latticeOf, UNIT } from "./lattice.js";
import { drawLabels, LETTERING, uncoverNames } from "./lettering.js";
import { LIVE_LAYERS, SVG } from "./live-layers.js";
import { drawCities, drawForts, drawTowns } from "./places.js";
import { Ground, speck } from "./relief.js";
import { drawTrenches } from "./trenches.js";
import { drawRivers, drawStreams } from "./water.js";
import { drawBridges, drawRails, drawRoads } from "./ways.js";

/** @import { BoardDocument } from "../types.js" */
/** @import { Box, Piece, Point, Station } from "./curves.js" */
/** @import { Contour } from "./relief.js" */

/** Everything the drawing functions share while one board is drawn. */
export class Sheet {
  /** @param {BoardDocument} doc */
  constructor(doc) {
    this.doc = doc;
    this.lattice = latticeOf(doc);
    const b = this.lattice.bounds;
    /** Inside the neat-line. */
    this.field = _fieldOf(doc);
    const f = this.field;
    const heights = Float64Array.from(doc.cells, (c) => c.height ?? 0);
    const net = doc.relief?.length ? { rows: doc.relief, box: b } : undefined;
    this.ground = new Ground({ x: this.lattice.x, y: this.lattice.y, h: heights }, f, net ? 16 : 18, (doc.metres || UNIT) / UNIT, net);
    /** Points that lettering should rather not cover, and how far around them. @type {(Point & {wide?: number})[]} */
    this.busy = [];
    /** Points along roads, railways and rivers in and around settled cells, so that houses stand beside them. @type {Map<number, (Station & {kind: string})[]>} */
    this.waysides = new Map();
    /** The heavy contours, which get figures. @type {Contour[]} */
    this.indexLines = [];
    this.settled = new Set([...membersOf(doc, isSettled)].flatMap((i) => [i, ...this.lattice.across[i]]));
  }

  /** @param {string} style */
  edges(style) {
    return Object.entries(this.doc.edges).filter(([feature]) => styleOfEdge(feature) === style);
  }

  /**
   * Lines of a style as they lie on the ground, each with its kind in the data. Their bends are rounded over so many units: a river
   * swings from bend to bend, a road must not leave the cells it runs through.
   * @param {string} style @param {number} round @returns {{kind: string, line: Piece[]}[]}
   */
  courses(style, round) {
    return (this.doc.courses ?? []).filter(({ kind }) => styleOfEdge(kind) === style).map(({ kind, points }) => {
      const knots = Array.from({ length: points.length / 2 }, (_, i) => ({ x: points[2 * i] * UNIT, y: points[2 * i + 1] * UNIT }));
      return { kind, line: roundedLine(knots, round) };
    });
  }

  /** @param {Station[]} stations @param {"road" | "rail" | "river"} kind */
  noteWayside(stations, kind) {
    for (const s of stations) {
      const cell = this.lattice.at(s.x, s.y);
      if (cell >= 0 && this.settled.has(cell)) append(this.waysides, cell, { ...s, kind });
    }
  }
}

/** @param {BoardDocument} doc @returns {Box} */
function _fieldOf(doc) {
  const [b, pad] = [latticeOf(doc).bounds, 14];
  return { x: b.x - pad, y: b.y - pad, w: b.w + 2 * pad, h: b.h + 2 * pad };
}

/** The whole sheet with its margins. @param {BoardDocument} doc @returns {Box} */
function _paperOf(doc) {
  const f = _fieldOf(doc);
  return { x: f.x - 72, y: f.y - 128, w: f.w + 144, h: f.h + 260 };
}

/** Both sheets of each board, once they are drawn: the ground, and the lettering. @type {WeakMap<BoardDocument, Promise<DocumentFragment>>} */
const sheets = new WeakMap();
/** @type {WeakMap<BoardDocument, Map<string, import("./ground-strokes.js").Engraving>>} */
const engravings = new WeakMap();

/** @param {BoardDocument} doc */
function _sheetsOf(doc) {
  const drawn = sheets.get(doc) ?? _markup(doc).then((markup) => {
    const template = document.createElement("template");
    template.innerHTML = markup;
    return template.content;
  });
  sheets.set(doc, drawn);
  return drawn;
}

/** A copy of a part of a board's sheets. @param {BoardDocument} doc @param {string} which */
async function _copy(doc, which) {
  return /** @type {SVGElement} */ (document.importNode(/** @type {Element} */ ((await _sheetsOf(doc)).querySelector(which)), true));
}

/** The map of a board without its ground: layers for what moves, and below them one for the lettering, all empty. @param {BoardDocument} doc */
export function drawBoard(doc) {
  const template = document.createElement("template");
  const live = LIVE_LAYERS.map((name) => `<g class="layer-${name}" fill="none"></g>`);
  template.innerHTML = `${_open(doc, "", "map-field")}<g class="layer-static" fill="none"></g>${live.join("")}</svg>`;
  return /** @type {SVGSVGElement} */ (template.content.firstElementChild);
}

/** Write the names, the numbers and the frame on a map. Drawn once for a board, then copied. @param {SVGSVGElement} svg @param {BoardDocument} doc */
export async function letterBoard(svg, doc) {
  svg.querySelector(".layer-static")?.replaceWith(await _copy(doc, ".layer-static"));
  uncoverNames(svg, doc);
}

/** The ground of a board, which never changes. @param {BoardDocument} doc */
export async function groundOf(doc) {
  return /** @type {SVGSVGElement} */ (await _copy(doc, "svg.ground"));
}

/** The ground of a board as strokes. @param {BoardDocument} doc @param {string} look the distance of the eye it is drawn for */
export async function engravingOf(doc, look) {
  const known = engravings.get(doc) ?? new Map();
  engravings.set(doc, known);
  const found = known.get(look) ?? engrave(await groundOf(doc), look);
  known.set(look, found);
  return found;
}

/** All of a board, drawn piece by piece: between two of them hands and frames have their turn. @param {BoardDocument} doc */
async function _markup(doc) {
  const sheet = new Sheet(doc);
  const paper = _paperOf(doc);
  /** @template T @param {(sheet: Sheet) => T} piece */
  const draw = async (piece) => {
    await nextTask();
    return piece(sheet);
  };
  // Rivers and roads come first: woods, towns and lettering make room for them.
  const water = await draw(drawRivers);
  const streams = drawStreams(sheet);
  const rail = drawRails(sheet);
  const roads = drawRoads(sheet);
  const layers = {
    relief: await draw(drawRelief),
    contours: await draw(drawContours),
    floor: water.floor + drawLakes(sheet),
    woods: await draw(drawWoods),
    marsh: drawMarsh(sheet),
    heights: await draw(drawHeights),
    unknown: drawUnknown(sheet),
    cities: drawCities(sheet),
    streams: streams + water.canal,
    lanes: roads.lanes,
    river: water.river,
    rail,
    roads: roads.roads + drawBridges(sheet),
    trenches: await draw(drawTrenches),
    towns: await draw(drawTowns),
    forts: drawForts(sheet),
    grid: drawGrid(sheet),
  };
  const lettering = { labels: await draw(drawLabels), numbers: drawNumbers(sheet) };
  const groups = (/** @type {Record<string, string>} */ drawn) => Object.entries(drawn).map(([name, inside]) => `<g class="layer-${name}">${inside}</g>`).join("");
  return `${_open(doc, " ground", "map-ground")}
    <rect class="paper" x="${num(paper.x)}" y="${num(paper.y)}" width="${num(paper.w)}" height="${num(paper.h)}"/>
    <g class="layer-ground" fill="none" clip-path="url(#map-ground)">${groups(layers)}</g></svg>
    <svg xmlns="${SVG}"><g class="layer-static" fill="none">
    <g clip-path="url(#map-field)">${groups(lettering)}</g>
    <g class="layer-frame">${await draw(drawFrame)}</g></g></svg>`;
}

/** The beginning of a sheet. @param {BoardDocument} doc @param {string} look @param {string} clip what the path that cuts off its rim is called */
function _open(doc, look, clip) {
  const box = (/** @type {Box} */ { x, y, w, h }) => [x, y, w, h].map((n) => num(n));
  const [x, y, w, h] = box(_fieldOf(doc));
  return `<svg xmlns="${SVG}" class="trench-map${look}" viewBox="${box(_paperOf(doc)).join(" ")}"
    font-family='${LETTERING}' role="group" aria-label="Map: ${escapeText(doc.title)}">
    <defs>${_patterns()}<clipPath id="${clip}"><rect x="${x}" y="${y}" width="${w}" height="${h}"/></clipPath></defs>`;
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

/** Little tree-tops scattered over a tile, none cut by its edge. @param {number} size @param {number} gap */
function _trees(size, gap) {
  let d = "";
  for (let i = 0; i < size / gap; i++) {
    for (let j = 0; j < size / gap; j++) {
      const x = (i + 0.5 + 0.28 * speck(i, j, 21)) * gap;
      const y = (j + 0.55 + 0.28 * speck(i, j, 22)) * gap;
      const r = 2.5 + 0.7 * speck(i, j, 23);
      d += `M${xy(x - r, y + r * 0.4)}a${num(r)} ${num(r)} 0 1 1 ${num(2 * r)} 0`;
    }
  }
  return d;
}
