/** What names mean: which sign a word of a game's data stands for. */

/** @import { CellDocument } from "../types.js" */

/** What a feature of sides is drawn as, by its name: ways lead from cell to cell, banks run along the side. @param {string} feature */
export function styleOfEdge(feature) {
  const word = feature.toLowerCase();
  /** @type {[RegExp, string][]} */
  const table = [
    [/bridge|crossing|ford|ponton|pontoon/, "bridge"],
    [/(^|[^t])rail|tram/, "rail"],
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

export const GROUND_WORDS = new Set(["clear", "woods", "wood", "forest", "ridge", "hill", "slope", "high", "village", "town", "city", "fort", "works",
  "river", "stream", "minor_river", "minor-river", "canal", "lake", "pond", "marsh", "trench", "road", "rail", "open"]);

/** A test for cells on which one of some words stands. @param {...string} words */
export const has = (...words) => (/** @type {CellDocument} */ cell) => cell.terrain.some((t) => words.includes(t.toLowerCase()));
export const isWood = has("woods", "wood", "forest");
export const isHill = has("hill", "ridge", "high");
export const isSettled = has("village", "town", "city");
export const isTrench = (/** @type {CellDocument} */ cell) => cell.terrain.some((t) => /trench/i.test(t));
