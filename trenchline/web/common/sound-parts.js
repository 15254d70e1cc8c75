/** What sounds are made of, and what can be heard of some events. Pure logic, no page. */

/** @import { MatchEvent } from "../types.js" */
/** @typedef {"turn" | "dice" | "guns"} Sound */
/** A part of a sound: a tone that falls, or a noise below or around a pitch. @typedef {{at: number, lasts: number, level: number, from: number, to: number, noise: "" | "lowpass" | "bandpass"}} Part */

const GUNS = /bombard|barrage|battery|interdict|shell|siege|mines/;

/** What a sound is made of, in seconds. @param {Sound} sound @param {() => number} [chance] no two rattles are alike @returns {Part[]} */
export function partsOf(sound, chance = Math.random) {
  if (sound === "turn") return [0, 0.13].map((at) => ({ at, lasts: 0.11, level: 0.16, from: 190, to: 70, noise: "" }));
  if (sound === "dice") {
    return Array.from({ length: 7 }, (_, i) => ({ at: 0.045 * i + 0.012 * i * i * 0.6 + 0.015 * chance(), lasts: 0.035, level: 0.2 * (1 - i / 9), from: 1700 + 1500 * chance(), to: 1400, noise: "bandpass" }));
  }
  return Array.from({ length: 3 }, (_, i) => 0.26 * i + 0.1 * chance()).flatMap((at) => [
    { at, lasts: 0.5, level: 0.22, from: 62 + 14 * chance(), to: 30, noise: /** @type {const} */ ("") },
    { at, lasts: 0.75, level: 0.3, from: 210, to: 60, noise: /** @type {const} */ ("lowpass") },
  ]);
}

/** What can be heard of some events: the guns first. @param {MatchEvent[]} events @returns {Sound[]} */
export function soundsOf(events) {
  /** @type {Sound[]} */ const found = [];
  if (events.some((event) => GUNS.test(event.kind))) found.push("guns");
  if (events.some((event) => event.dice?.length)) found.push("dice");
  return found;
}
