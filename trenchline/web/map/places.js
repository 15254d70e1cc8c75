/** Places: towns with their houses, forts and works. */

import { areaOf, membersOf } from "./areas.js";
import { xy } from "./curves.js";
import { has } from "./data-words.js";
import { speck } from "./relief.js";

/** @import { Point, Station } from "./curves.js" */
/** @import { Lattice } from "./lattice.js" */
/** @import { Sheet } from "./sheet.js" */

/** How many houses a place has, and how far from the middle they stand. */
/** @type {Record<string, {houses: number, spread: number}>} */
const PLACES = { village: { houses: 9, spread: 23 }, town: { houses: 15, spread: 27 }, city: { houses: 60, spread: 47 } };

/** @param {Sheet} sheet */
export function drawTowns(sheet) {
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

/** The ground of a city, under its river, streets and houses. @param {Sheet} sheet */
export function drawCities({ doc, lattice }) {
  const cities = areaOf(lattice, membersOf(doc, has("city")), 5, 2.5, 30, 81);
  return cities.d && `<path class="city" d="${cities.d}"/>`;
}

/**
 * Houses along the ways through a cell, and behind them; never on a road, a railway or the river.
 * @param {Sheet} sheet @param {number} i @param {{houses: number, spread: number}} size
 */
function _houses({ lattice, waysides }, i, { houses, spread }) {
  const ways = waysides.get(i) ?? [];
  const roads = ways.filter((w) => w.kind === "road" && Math.hypot(w.x - lattice.x[i], w.y - lattice.y[i]) < spread + 4);
  const rivers = lattice.across[i].filter((c) => c >= 0).flatMap((c) => (waysides.get(c) ?? []).filter((w) => w.kind === "river"));
  /** @type {Point[]} */ const taken = [];
  let d = "";
  for (let n = 0; taken.length < houses && n < houses * 7; n++) {
    const plot = _plot(lattice, i, n, roads, spread);
    const [w, h] = [5.6 + 2.6 * speck(n, i, 84), 4.1 + 1.3 * speck(n, i, 85)];
    const clear = (/** @type {Point[]} */ list, /** @type {number} */ reach) => list.every((p) => (p.x - plot.x) ** 2 + (p.y - plot.y) ** 2 > reach * reach);
    if (!clear(ways, 7.6) || !clear(rivers, 16) || !clear(taken, 9.2)) continue;
    if (!lattice.holds((plot.x - lattice.x[i]) * 1.12, (plot.y - lattice.y[i]) * 1.12)) continue;
    taken.push(plot);
    const at = (/** @type {number} */ a, /** @type {number} */ b) => xy(plot.x + plot.ux * a - plot.uy * b, plot.y + plot.uy * a + plot.ux * b);
    d += `M${at(-w / 2, -h / 2)}L${at(w / 2, -h / 2)}L${at(w / 2, h / 2)}L${at(-w / 2, h / 2)}Z`;
  }
  return d;
}

/**
 * A place for the n-th house: the first stand along the road, the others anywhere around.
 * @param {Lattice} lattice @param {number} i @param {number} n @param {Station[]} roads @param {number} spread
 */
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
  const near = roads.reduce((/** @type {Station | null} */ m, r) => (!m || Math.hypot(r.x - x, r.y - y) < Math.hypot(m.x - x, m.y - y) ? r : m), null);
  return { x, y, ux: near ? near.dx : Math.cos(0.5 * c), uy: near ? near.dy : Math.sin(0.5 * c) };
}

/** How far a fort's trace reaches: past a counter on it, so that the fort is seen whoever holds it. */
export const FORT = 41;

/** The trace of a fort: a flat pentagon, its gorge to the south, as Séré de Rivières built them. @param {number} x @param {number} y @param {number} r */
export function fortTrace(x, y, r) {
  const corners = [[0, -0.92], [0.98, -0.34], [0.7, 0.72], [-0.7, 0.72], [-0.98, -0.34]];
  return `M${corners.map(([a, b]) => xy(x + a * r, y + b * r)).join("L")}Z`;
}

/** @param {Sheet} sheet */
export function drawForts(sheet) {
  const { doc, lattice } = sheet;
  let forts = "";
  let works = "";
  doc.cells.forEach((cell, i) => {
    const { x, y } = lattice.centre(i);
    if (cell.terrain.includes("fort")) {
      forts += `<path class="fort-ditch" d="${fortTrace(x, y, FORT)}"/><path class="fort" d="${fortTrace(x, y, FORT * 0.76)}"/><path class="fort-core" d="${fortTrace(x, y + 1, FORT * 0.26)}"/>`;
      sheet.busy.push({ x, y, wide: 30 });
    } else if (cell.terrain.includes("works")) {
      works += `<path class="works" d="M${xy(x - 17, y + 10)}L${xy(x - 13, y - 6)}L${xy(x, y - 14)}L${xy(x + 13, y - 6)}L${xy(x + 17, y + 10)}"/>`;
      sheet.busy.push({ x, y, wide: 16 });
    }
  });
  return works + forts;
}
