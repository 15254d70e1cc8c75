/** The grid of cells and their numbers. */

import { Blocks, escapeText, inTenths, num, point, tenths } from "./curves.js";
import { styleOfEdge } from "./data-words.js";

/** @import { Sheet } from "./sheet.js" */

/** @param {Sheet} sheet */
export function drawGrid({ lattice, doc }) {
  const sides = new Blocks();
  let rim = "";
  for (let i = 0; i < lattice.size; i++) {
    lattice.across[i].forEach((other, k) => {
      if (other > i) return;
      const [a, b] = [lattice.corner(i, k), lattice.corner(i, k + 1)];
      const d = `M${tenths(a.x)} ${tenths(a.y)}L${tenths(b.x)} ${tenths(b.y)}`;
      if (other < 0) rim += d;
      else sides.add(lattice.x[i], lattice.y[i], d);
    });
  }
  const strange = Object.entries(doc.edges).filter(([f]) => styleOfEdge(f) === "unknown").flatMap(([, pairs]) => pairs);
  const unknown = strange.map(([a, b]) => lattice.side(a, b)).filter((side) => side !== null).map(([p, q]) => `M${point(p)}L${point(q)}`).join("");
  return `${inTenths(`${sides.paths('class="grid"')}<path class="grid rim" d="${rim}"/>`)}${unknown && `<path class="unknown-side" d="${unknown}"/>`}`;
}

/** @param {Sheet} sheet */
export function drawNumbers({ doc, lattice }) {
  return doc.cells.map((cell, i) => (lattice.hex
    ? `<text x="${num(lattice.x[i])}" y="${num(lattice.y[i] - 39)}">${escapeText(cell.label)}</text>`
    : `<text class="corner" x="${num(lattice.x[i] - 46)}" y="${num(lattice.y[i] - 38)}">${escapeText(cell.label)}</text>`)).join("");
}
