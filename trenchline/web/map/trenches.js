/** Trench lines, in the colours of the nation that their names speak of, or in the ink of all trenches. */

import { lookOf } from "../common/looks.js";
import { append, Blocks, pathOf, stationsAlong, xy } from "./curves.js";
import { isTrench } from "./data-words.js";
import { banksOf, coursesOf } from "./water.js";
import { waysThrough } from "./ways.js";

/** @import { Looks } from "../types.js" */
/** @import { Piece } from "./curves.js" */
/** @import { Sheet } from "./sheet.js" */

/** A trench line: bays and traverses, as the period sheets have it. @param {Piece[]} line @param {number} [bay] @param {number} [depth] */
function _crenellated(line, bay = 7.5, depth = 3.6) {
  let d = "";
  stationsAlong(line, bay).forEach((s, n) => {
    const hand = n & 1 ? 1 : -1;
    const at = (/** @type {number} */ out) => xy(s.x - s.dy * out, s.y + s.dx * out);
    d += n ? `L${at(-hand * depth)}L${at(hand * depth)}` : `M${at(hand * depth)}`;
  });
  return d;
}

/**
 * Trenches run through cells that are trenches, along the links of the data; links between other cells mark sides that
 * carry the line. Trench cells that no link names are joined to their like.
 * @param {Sheet} sheet
 */
export function drawTrenches(sheet) {
  const { doc } = sheet;
  /** @type {Set<number>} */ const linked = new Set();
  /** @type {{colours: string, line: Piece[]}[]} */ const lines = [];
  for (const { kind, line } of sheet.courses("trench", 8)) lines.push({ colours: trenchColours(doc.looks, kind), line });
  for (const [feature, pairs] of sheet.edges("trench")) {
    const colours = trenchColours(doc.looks, feature);
    const through = pairs.filter(([a, b]) => isTrench(doc.cells[a]) && isTrench(doc.cells[b]));
    const along = pairs.filter((p) => !through.includes(p));
    through.flat().forEach((i) => linked.add(i));
    lines.push(...waysThrough(sheet, feature, through).map((line) => ({ colours, line })));
    lines.push(...banksOf(sheet, along, { leaveMap: false }).map((line) => ({ colours, line })));
  }
  for (const word of new Set(doc.cells.flatMap((c) => c.terrain.filter((t) => /trench/i.test(t))))) {
    const colours = trenchColours(doc.looks, word);
    const free = coursesOf({ doc: { ...doc, cells: doc.cells.map((c, i) => (linked.has(i) ? { ...c, terrain: [] } : c)) }, lattice: sheet.lattice }, [word.toLowerCase()]);
    lines.push(...free.map((line) => ({ colours, line })));
  }
  for (const { line } of lines) sheet.busy.push(...stationsAlong(line, 40));
  /** @type {Map<string, {line: Piece[]}[]>} */ const byColours = new Map();
  for (const line of lines) append(byColours, line.colours, line);
  return [...byColours].map(([colours, found]) => {
    const bed = found.map(({ line }) => pathOf(line)).join("");
    const teeth = new Blocks();
    for (const { line } of found) {
      for (let i = 0; i < line.length; i += 8) teeth.add(line[i][0].x, line[i][0].y, _crenellated(line.slice(i, i + 8)));
    }
    return `<path class="trench-bed" d="${bed}"/>${teeth.paths(`class="trench"${colours}`)}`;
  }).join("");
}

/** The attribute that colours a trench, by its name in the data; none where the name speaks of no nation. @param {Looks} looks @param {string} word */
export function trenchColours(looks, word) {
  const { palette } = lookOf(looks, word);
  return palette === "plain" ? "" : ` data-palette="${palette}"`;
}
