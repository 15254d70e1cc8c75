/** The ground: relief, contours, heights, woods, marshes and lakes. */

import { areaOf, membersOf } from "./areas.js";
import { between, Blocks, inTenths, midway, num, point, stationsAlong, tenths, xy } from "./curves.js";
import { GROUND_WORDS, has, isHill, isWood } from "./data-words.js";
import { contours, shadedRelief, speck } from "./relief.js";

/** @import { Sheet } from "./sheet.js" */
/** @import { Point } from "./curves.js" */
/** @import { Contour } from "./relief.js" */

/** @param {Sheet} sheet */
export function drawRelief({ ground, field, doc }) {
  if (ground.flat || !doc.cells.length) return "";
  const w = (ground.nx - 1) * ground.step;
  const h = (ground.ny - 1) * ground.step;
  // A pixel stands for the middle of its square, a raster node for a corner: half a step between them.
  const half = ground.step / 2;
  return `<image href="${shadedRelief(ground)}" x="${num(field.x - half)}" y="${num(field.y - half)}"
    width="${num(w + 2 * half)}" height="${num(h + 2 * half)}" preserveAspectRatio="none"/>`;
}

/** @param {Sheet} sheet */
export function drawContours(sheet) {
  const thin = new Blocks();
  const heavy = new Blocks();
  sheet.indexLines = [];
  for (const line of contours(sheet.ground, 10, 1)) {
    const index = line.level % 50 === 0;
    if (index && line.points.length > 80) sheet.indexLines.push(line);
    _contour(line, index ? heavy : thin);
  }
  return inTenths(thin.paths('class="contour"') + heavy.paths('class="contour index"'));
}

/** A contour as curves through the middles between its points, cut into lengths for the blocks. @param {Contour} contour @param {Blocks} blocks */
function _contour({ points, closed }, blocks) {
  const n = points.length / 2;
  const x = (/** @type {number} */ i) => points[2 * (i % n)];
  const y = (/** @type {number} */ i) => points[2 * (i % n) + 1];
  const last = closed ? n : n - 2;
  for (let from = 0; from < last; from += 26) {
    let [px, py] = [tenths((x(from) + x(from + 1)) / 2), tenths((y(from) + y(from + 1)) / 2)];
    let d = `M${px} ${py}q`;
    for (let i = from + 1; i <= Math.min(last, from + 26); i++) {
      const [qx, qy] = [tenths((x(i) + x(i + 1)) / 2), tenths((y(i) + y(i + 1)) / 2)];
      d += `${tenths(x(i)) - px} ${tenths(y(i)) - py} ${qx - px} ${qy - py} `;
      px = qx;
      py = qy;
    }
    blocks.add(x(from), y(from), d);
  }
}

/** Slopes are hachured down the fall of the ground; hills, ridges and high ground are washed and ringed with hachures. @param {Sheet} sheet */
export function drawHeights(sheet) {
  const { doc, lattice } = sheet;
  const hills = areaOf(lattice, membersOf(doc, isHill), 3.5, 3, 38, 31);
  const wash = hills.d ? `<path class="hill" d="${hills.d}"/>` : "";
  const ticks = new Blocks();
  hills.rings.forEach((ring) => {
    const corners = Array.from({ length: ring.length / 2 + 1 }, (_, i) => ({ x: ring[(2 * i) % ring.length], y: ring[(2 * i + 1) % ring.length] }));
    stationsAlong(corners.slice(1).map((c, i) => [corners[i], c]), 6.4).forEach((s, n) => {
      const length = 9.5 + 4.5 * speck(n, Math.round(s.x), 32);
      const lean = 0.16 * speck(n, Math.round(s.y), 33);
      const [ix, iy] = [-s.dy + s.dx * lean, s.dx + s.dy * lean];
      ticks.add(s.x, s.y, `M${tenths(s.x + ix)} ${tenths(s.y + iy)}l${tenths(ix * length)} ${tenths(iy * length)}`);
    });
  });
  const slopes = new Blocks();
  for (const i of membersOf(doc, has("slope"))) _hachures(sheet, i, slopes);
  return wash + inTenths(slopes.paths('class="hachure slope"') + ticks.paths('class="hachure"')) + drawSlopeSides(sheet);
}

/** @param {Sheet} sheet @param {number} i @param {Blocks} into */
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
      d += `M${tenths(cx + dx - lx)} ${tenths(cy + dy - ly)}l${tenths(2 * lx)} ${tenths(2 * ly)}`;
    }
  }
  into.add(cx, cy, d);
}

/** A side that is a slope: a comb whose teeth point down. @param {Sheet} sheet */
function drawSlopeSides(sheet) {
  const { lattice, doc } = sheet;
  let d = "";
  for (const [, pairs] of sheet.edges("slope")) {
    for (const [a, b] of pairs) {
      const side = lattice.side(a, b);
      if (!side) continue;
      const low = (doc.cells[a].height ?? 0) < (doc.cells[b].height ?? 0) ? a : b;
      const toward = between(midway(...side), lattice.centre(low), 0.2);
      const mid = midway(...side);
      d += `M${point(between(...side, 0.06))}L${point(between(...side, 0.94))}`;
      for (let t = 0.12; t < 0.95; t += 0.095) {
        const foot = between(...side, t);
        d += `M${point(foot)}l${xy(toward.x - mid.x, toward.y - mid.y)}`;
      }
    }
  }
  return d && `<path class="slope-side" d="${d}"/>`;
}

/** @param {Sheet} sheet */
export function drawWoods({ doc, lattice }) {
  const woods = areaOf(lattice, membersOf(doc, isWood), 4.2, 5.2, 30, 41);
  if (!woods.d) return "";
  return `<path class="woods" d="${woods.d}"/><path fill="url(#map-trees)" fill-rule="evenodd" d="${woods.d}"/>`;
}

/** @param {Sheet} sheet */
export function drawMarsh({ doc, lattice }) {
  const marsh = areaOf(lattice, membersOf(doc, has("marsh")), 5, 5, 40, 51);
  return marsh.d && `<path class="marsh" d="${marsh.d}"/><path fill="url(#map-marsh)" d="${marsh.d}"/>`;
}

/** @param {Sheet} sheet */
export function drawLakes({ doc, lattice }) {
  const lakes = areaOf(lattice, membersOf(doc, has("lake", "pond")), 16, 8, 60, 61);
  return lakes.d && `<path class="lake" d="${lakes.d}"/><path fill="url(#map-water)" d="${lakes.d}"/><path class="lake-edge" d="${lakes.d}"/>`;
}

/** Terrain that no map-maker told us of gets a plain hatch: it is something, and the cell's description says what. @param {Sheet} sheet */
export function drawUnknown({ doc, lattice }) {
  const strange = membersOf(doc, (c) => c.terrain.some((t) => !GROUND_WORDS.has(t.toLowerCase()) && !/trench/i.test(t)));
  return [...strange].map((i) => `<path class="unknown" fill="url(#map-hatch)" d="${lattice.outline(i, 5)}"/>`).join("");
}
