/** What the tests of the client's logic begin with: a decision with some actions. */

import { Choices } from "../../trenchline/web/play/choices.js";

/** A decision of mine. */
export function decision(actions, more = {}) {
  return { player: "red", kind: "Move", prompt: "", cases: [], mine: true, actions, ...more };
}

/** What can be chosen; D1 and D2 are mine, E1 is the enemy's. */
export function choices(actions, more = {}, acted = new Set()) {
  return new Choices(
    decision(actions, more),
    new Map([
      ["D1", "red"],
      ["D2", "red"],
      ["E1", "blue"],
    ]),
    acted,
  );
}

export const go = (unit, cell) => ({ kind: "move", unit, cell, text: `${unit}-${cell}` });
export const name = (unit) => ({ kind: "select", unit, text: unit });
export const done = { kind: "done", text: "done" };
