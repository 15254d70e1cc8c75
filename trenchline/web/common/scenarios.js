/** What scenarios are called, and how many may play one. */

import { changesSeats } from "./seating.js";

/** @import { GameInfo } from "../types.js" */
/** @typedef {{count: number, on: string[]}} Company how many seats there are, and the options that make them so */

/** The title of a scenario; none where a table has one of its own. @param {GameInfo | undefined} info @param {string} id */
export function scenarioTitle(info, id) {
  return info?.scenarios.find((scenario) => scenario.id === id)?.title ?? "";
}

/** The numbers of players between which a game lets choose, the usual one first. @param {GameInfo} info @returns {Company[]} */
export function companies(info) {
  /** @type {Company[]} */ const found = [{ count: info.seats.length, on: [] }];
  for (const [options, seats] of Object.entries(info.seats_with)) {
    if (options && !found.some(({ count }) => count === seats.length)) found.push({ count: seats.length, on: options.split("+") });
  }
  return found;
}

/** Whether an option does nothing but change how many play: it is chosen as a number of players. @param {GameInfo} info @param {string} option */
export function isCompany(info, option) {
  return changesSeats(info, option) && companies(info).some(({ on }) => on.length === 1 && on[0] === option);
}

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six"];

/** "Three players". @param {number} count */
export function playersWords(count) {
  return `${NUMBERS[count] ?? count} ${count === 1 ? "player" : "players"}`;
}
