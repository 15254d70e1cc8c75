/** What is known of the board as it is looked at. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Board } from "../../trenchline/web/play/board.js";
import { Store } from "../../trenchline/web/play/store.js";

const printed = (id, more = {}) => ({ id, name: id, kind: "infantry", size: "regiment", side: "red", ...more });
const counters = [printed("IR81", { name: "81st Regiment", nation: "german" }), printed("42RI", { side: "blue" })];
const cells = [
  { label: "1302", name: "Verdun", x: 0, y: 0 },
  { label: "1303", name: "", x: 0, y: 1 },
];
const store = new Store({
  view: {
    counters: [
      { id: "IR81", place: "1302", steps: 1, numbers: [5, 4], states: ["dug in"] },
      { id: "42RI", place: "lost", steps: 2 },
    ],
  },
});
const board = new Board({ counters, board: { cells } }, (counter) => `the ${counter.side} player`, store);

test("who stands where, whose it is and what it is called", () => {
  assert.deepEqual([board.placeOf("IR81"), board.placeOf("nobody")], ["1302", ""]);
  assert.deepEqual([board.unitsIn("1302"), board.unitsIn("1303")], [["IR81"], []]);
  assert.deepEqual([board.nationOf("IR81"), board.nationOf("42RI")], ["german", "blue"]);
  assert.equal(board.commanders.get("42RI"), "the blue player");
  assert.deepEqual([board.nameOf("IR81"), board.nameOf("1302"), board.nameOf("Z9")], ["81st Regiment", "Verdun", ""]);
});

test("a counter in a few words; one without a name by its kind", () => {
  assert.equal(board.describe("IR81"), "81st Regiment, 5-4, 1 step, dug in");
  assert.equal(board.describe("42RI"), "infantry regiment, 2 steps");
});

test("the cells of a sentence: those it marks, else words that are labels", () => {
  assert.deepEqual(board.cellsIn("{IR81} moves to {1303} past 1302"), ["1303"]);
  assert.deepEqual(board.cellsIn("Assault on 1302"), ["1302"]);
});

test("in the replay it is the board of then", () => {
  store.set({ view: { counters: [{ id: "IR81", place: "1303", steps: 2 }] } });
  assert.equal(board.placeOf("IR81"), "1303");
});
