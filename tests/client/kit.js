/** What the tests of the client's logic begin with: a decision with some actions. */

import { Choices } from "../../trenchline/web/play/choices.js";
import { Shown } from "../../trenchline/web/play/shown.js";

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

/** A session as the play screen has it, with nothing on its way: `more` says what the server answers. */
export function session(actions = [], more = {}) {
  const state = { seq: 1, length: 4, decision: decision(actions), can_undo: false, over: false, view: { counters: [], markers: [] }, ...more.state };
  const table = {
    seats: [
      { side: "red", kind: "human" },
      { side: "blue", kind: "bot" },
    ],
    you: ["red"],
    ...more.table,
  };
  return { mine: true, busy: false, entries: [], said: 0, link: "live", odds: async () => null, fights: async () => [], ...more, state, table };
}

/** What the play screen shows of a session, its decision sorted. */
export function shown(session) {
  const store = new Shown(session);
  store.set({
    choices: new Choices(
      session.state.decision,
      new Map([
        ["D1", "red"],
        ["D2", "red"],
        ["E1", "blue"],
      ]),
    ),
  });
  store.tell();
  return store;
}
