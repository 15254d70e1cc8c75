/** The arithmetic of an analysis: the line of the chances, the moment under the pointer, orders in words. Pure logic, no page. */

import { entryWords } from "../common/wording.js";

/** @import { Analysis, Deed, Mistake } from "../types.js" */
/** @typedef {{x: number, y: number}} Point */

const LUCKY = 0.005; // of a match: a roll that changed less has no tick

/** The chances of a side: those of the analysis are the first side's. @param {Analysis} analysis @param {string} side @returns {number[]} */
export function chancesOf({ chances, first_side }, side) {
  return side === first_side ? chances : chances.map((chance) => 1 - chance);
}

/** Where the moments of a match lie in a picture: no more of them than it has columns, and of those in one column the lowest and the highest. @param {number[]} chances @param {number} width @param {number} height @returns {Point[]} */
export function linePoints(chances, width, height) {
  const last = Math.max(1, chances.length - 1);
  const at = (/** @type {number} */ n) => ({ x: round((width * n) / last), y: round(height * (1 - chances[n])) });
  const all = chances.map((_, n) => n);
  if (chances.length <= 2 * width) return all.map(at);
  /** @type {Map<number, number[]>} */ const columns = new Map();
  for (const n of all) {
    const column = Math.floor((width * n) / last);
    const [low = n, high = n] = columns.get(column) ?? [];
    columns.set(column, [chances[n] < chances[low] ? n : low, chances[n] > chances[high] ? n : high]);
  }
  return [...columns.values()].flatMap((ends) => [...new Set(ends)].sort((a, b) => a - b).map(at));
}

/** @param {number} value */
function round(value) {
  return Math.round(10 * value) / 10;
}

/** The moment at a place of the picture. @param {number} x @param {number} width @param {number} length */
export function momentAt(x, width, length) {
  return Math.max(0, Math.min(length, Math.round((length * x) / Math.max(1, width))));
}

/** The rolls that changed something, and for which side they were lucky. @param {Analysis} analysis @param {string} other the second side @returns {{number: number, luck: number, side: string}[]} */
export function luckyRolls({ rolls, first_side }, other) {
  return rolls.filter(({ luck }) => Math.abs(luck) >= LUCKY).map(({ number, luck }) => ({ number, luck: Math.abs(luck), side: luck > 0 ? first_side : other }));
}

/** Whether a counter or a place is only named here, for what comes next. @param {Deed} deed */
function isNaming({ text, words, unit, cell }) {
  return !words && (text === unit || text === cell);
}

/** An order in words. Those who are only named stand together; a counter that is named before it goes is not told twice. @param {Deed[]} deeds @returns {string[]} */
export function deedSentences(deeds) {
  /** @type {string[]} */ const found = [];
  /** @type {string[]} */ let named = [];
  const told = deeds.filter((deed, n) => !(isNaming(deed) && deed.unit && deeds[n + 1]?.unit === deed.unit));
  const tellNamed = () => {
    if (named.length) found.push(`${named.join(", ")}.`);
    named = [];
  };
  for (const deed of told) {
    if (isNaming(deed)) named.push(deed.text);
    else {
      tellNamed();
      found.push(deed.words ? `${deed.words}.` : entryWords(deed.text));
    }
  }
  tellNamed();
  return found;
}

/** What of an order can be drawn: arrows from counters to where they go, or to what they fire at or attack. @param {Deed[]} deeds @returns {{unit: string, cell: string}[]} */
export function deedArrows(deeds) {
  const moves = deeds.filter(({ unit, cell }) => unit && cell);
  if (moves.length) return moves.map(({ unit = "", cell = "" }) => ({ unit, cell }));
  const target = deeds.find(({ unit, cell }) => cell && !unit)?.cell ?? "";
  return target ? deeds.filter(({ unit }) => unit).map(({ unit = "" }) => ({ unit, cell: target })) : [];
}

/** The cells an order speaks of. @param {Deed[]} deeds @returns {string[]} */
export function deedCells(deeds) {
  return [...new Set(deeds.map(({ cell }) => cell ?? "").filter(Boolean))];
}

/** Mistakes by seat, one's own seats first, each seat's in the order of what they cost. @param {Mistake[]} mistakes @param {readonly string[]} you @returns {{seat: string, mine: boolean, mistakes: Mistake[]}[]} */
export function bySeat(mistakes, you) {
  const seats = [...new Set(mistakes.map(({ seat }) => seat))].sort((a, b) => Number(you.includes(b)) - Number(you.includes(a)));
  return seats.map((seat) => ({ seat, mine: you.includes(seat), mistakes: mistakes.filter((m) => m.seat === seat) }));
}

/** A share of a match in points of a hundred. @param {number} share */
export function inPoints(share) {
  const points = Math.round(100 * share);
  return `${points} ${Math.abs(points) === 1 ? "point" : "points"}`;
}
