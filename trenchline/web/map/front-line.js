/** The front as a staff officer draws it: along what is really held. What the rules count cell by cell the layer of control shows. */

/** @import { Lattice } from "./lattice.js" */

const ROUNDS = 4; // so many cells deep may an empty spike be that the line cuts off
const BUBBLE = 3; // as many cells are no ground of their own behind another's line: their counters say enough

/**
 * Who holds each cell for the drawing of the front: spikes and notches in which nobody stands are cut off, pockets behind the line swallowed.
 * @param {Lattice} lattice @param {string[]} holder of each cell, "" where it is nobody's @param {Set<number>} stood the cells where counters stand
 */
export function groundReallyHeld(lattice, holder, stood) {
  let held = holder;
  /** Whether troops of its holder stand in a cell or beside it. @param {number} i @param {string} side */
  const guarded = (i, side) => stood.has(i) || lattice.across[i].some((j) => stood.has(j) && held[j] === side);
  for (let round = 0; round < ROUNDS; round++) held = held.map((side, i) => (!side || guarded(i, side) ? side : hemmedInBy(lattice, held, i) || side));
  held = [...held];
  for (const { side, cells } of bodies(lattice, held)) {
    const kept = cells.length > BUBBLE && cells.some((i) => stood.has(i));
    if (kept || cells.length * 2 > held.filter((one) => one === side).length) continue;
    const around = mostOf(cells.flatMap((i) => lattice.across[i].map((j) => (j >= 0 && held[j] !== side ? held[j] : ""))));
    if (around) for (const i of cells) held[i] = around;
  }
  return held;
}

/** The other side that has most of the cells around one, if it has far more than half of them. @param {Lattice} lattice @param {string[]} held @param {number} i */
function hemmedInBy(lattice, held, i) {
  const around = lattice.across[i].flatMap((j) => (j >= 0 && held[j] ? [held[j]] : []));
  const most = mostOf(around.filter((side) => side !== held[i]));
  return most && around.filter((side) => side === most).length > 0.6 * around.length ? most : "";
}

/** @param {string[]} sides */
function mostOf(sides) {
  /** @type {Map<string, number>} */ const counts = new Map();
  for (const side of sides) if (side) counts.set(side, (counts.get(side) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

/** The cells of each side that hang together. @param {Lattice} lattice @param {string[]} held @returns {{side: string, cells: number[]}[]} */
function bodies(lattice, held) {
  const seen = new Set();
  return held.flatMap((side, start) => {
    if (!side || seen.has(start)) return [];
    const cells = [start];
    seen.add(start);
    for (const i of cells) {
      for (const j of lattice.across[i]) {
        if (j < 0 || seen.has(j) || held[j] !== side) continue;
        seen.add(j);
        cells.push(j);
      }
    }
    return [{ side, cells }];
  }).sort((a, b) => a.cells.length - b.cells.length);
}
