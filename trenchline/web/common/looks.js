/** How nations look. Which nation has which palette and mark the game says; the palettes are in styles/palettes.css. */

/** @import { Look, Looks } from "../types.js" */

/** @type {Look} */
const PLAIN = { palette: "plain", mark: "square" };

/** The look of a nation, or of something whose name speaks of one. @param {Looks} looks @param {string | undefined} word @returns {Look} */
export function lookOf(looks, word = "") {
  const low = word.toLowerCase();
  const named = looks[low] ? low : Object.keys(looks).find((nation) => low.includes(nation));
  return named ? looks[named] : PLAIN;
}

/** Attributes that give an element the colours of a side. @param {Looks} looks @param {string | undefined} side */
export function inColoursOf(looks, side = "") {
  return { "data-side": side, "data-palette": lookOf(looks, side).palette };
}
