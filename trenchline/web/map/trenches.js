/** Trench lines, each in its nation's colour. */

import { append, Blocks, pathOf, stationsAlong, xy } from "./curves.js";
import { isTrench, nationOf } from "./data-words.js";
import { banksOf, coursesOf } from "./water.js";
import { waysThrough } from "./ways.js";

/** A trench line: bays and traverses, as the period sheets have it. */
function _crenellated(line, bay = 7.5, depth = 3.6) {
  let d = "";
  stationsAlong(line, bay).forEach((s, n) => {
    const hand = n & 1 ? 1 : -1;
    const at = (out) => xy(s.x - s.dy * out, s.y + s.dx * out);
    d += n ? `L${at(-hand * depth)}L${at(hand * depth)}` : `M${at(hand * depth)}`;
  });
  return d;
}

/**
 * Trenches run through cells that are trenches, along the links of the data; links between other cells mark sides that
 * carry the line. Trench cells that no link names are joined to their like.
 */
export function drawTrenches(sheet) {
  const { doc } = sheet;
  const linked = new Set();
  const lines = [];
  for (const [feature, pairs] of sheet.edges("trench")) {
    const nation = nationOf(feature) === "neutral" ? "france" : nationOf(feature);
    const through = pairs.filter(([a, b]) => isTrench(doc.cells[a]) && isTrench(doc.cells[b]));
    const along = pairs.filter((p) => !through.includes(p));
    through.flat().forEach((i) => linked.add(i));
    lines.push(...waysThrough(sheet, feature, through).map((line) => ({ nation, line })));
    lines.push(...banksOf(sheet, along, { leaveMap: false }).map((line) => ({ nation, line })));
  }
  for (const word of new Set(doc.cells.flatMap((c) => c.terrain.filter((t) => /trench/i.test(t))))) {
    const nation = nationOf(word) === "neutral" ? "france" : nationOf(word);
    const free = coursesOf({ doc: { ...doc, cells: doc.cells.map((c, i) => (linked.has(i) ? { ...c, terrain: [] } : c)) }, lattice: sheet.lattice }, [word.toLowerCase()]);
    lines.push(...free.map((line) => ({ nation, line })));
  }
  for (const { line } of lines) sheet.busy.push(...stationsAlong(line, 40));
  const byNation = new Map();
  for (const line of lines) append(byNation, line.nation, line);
  return [...byNation].map(([nation, found]) => {
    const bed = found.map(({ line }) => pathOf(line)).join("");
    const teeth = new Blocks();
    for (const { line } of found) {
      for (let i = 0; i < line.length; i += 8) teeth.add(line[i][0].x, line[i][0].y, _crenellated(line.slice(i, i + 8)));
    }
    return `<path class="trench-bed" d="${bed}"/>${teeth.paths(`class="trench ${nation}"`)}`;
  }).join("");
}
