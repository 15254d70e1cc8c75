/** The arithmetic of an analysis. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { bySeat, chancesOf, deedArrows, deedSentences, inPoints, linePoints, luckyRolls, momentAt } from "../../trenchline/web/analysis/chances.js";

const ANALYSIS = /** @type {any} */ ({
  first_side: "german",
  chances: [0.5, 0.75, 0.25],
  rolls: [
    { number: 1, luck: 0.2 },
    { number: 2, luck: -0.1 },
    { number: 2, luck: 0.001 },
  ],
});

test("the chances of the second side are what the first has not", () => {
  assert.deepEqual(chancesOf(ANALYSIS, "german"), [0.5, 0.75, 0.25]);
  assert.deepEqual(chancesOf(ANALYSIS, "french"), [0.5, 0.25, 0.75]);
});

test("the line begins at the left, ends at the right, and a certain win is at the top", () => {
  assert.deepEqual(linePoints([0.5, 1, 0], 100, 40), [
    { x: 0, y: 20 },
    { x: 50, y: 0 },
    { x: 100, y: 40 },
  ]);
});

test("of a long match no more points are drawn than can be seen, and no peak is lost", () => {
  const chances = Array.from({ length: 30000 }, (_, n) => (n === 12345 ? 1 : 0.5));
  const points = linePoints(chances, 300, 40);
  assert.ok(points.length <= 2 * 301);
  assert.ok(points.some(({ y }) => y === 0));
  assert.ok(points.every(({ x }, n) => n === 0 || points[n - 1].x <= x));
});

test("a click is a moment of the match, never beyond it", () => {
  assert.deepEqual([momentAt(0, 200, 50), momentAt(100, 200, 50), momentAt(500, 200, 50), momentAt(-3, 200, 50)], [0, 25, 50, 0]);
});

test("a roll is lucky for the side it helped; what changed next to nothing is left out", () => {
  assert.deepEqual(
    luckyRolls(ANALYSIS, "french").map(({ number, side }) => [number, side]),
    [
      [1, "german"],
      [2, "french"],
    ],
  );
});

test("an order in words does not name a counter twice", () => {
  const deeds = [
    { text: "35RI", words: "", unit: "35RI", cell: "" },
    { text: "35RI-2909", words: "", unit: "35RI", cell: "2909" },
    { text: "done", words: "End movement", unit: "", cell: "" },
  ];
  const [moved, ended, ...more] = deedSentences(deeds);
  assert.match(moved, /35RI.*2909/);
  assert.equal(ended, "End movement.");
  assert.deepEqual(more, []);
});

test("arrows go where counters go, or from those who fire to what they fire at", () => {
  assert.deepEqual(deedArrows([{ text: "", words: "", unit: "35RI", cell: "2909" }]), [{ unit: "35RI", cell: "2909" }]);
  const barrage = [
    { text: "", words: "", unit: "", cell: "2004" },
    { text: "", words: "", unit: "NAV", cell: "" },
    { text: "fire", words: "Fire", unit: "", cell: "" },
  ];
  assert.deepEqual(deedArrows(barrage), [{ unit: "NAV", cell: "2004" }]);
  assert.deepEqual(deedArrows([{ text: "done", words: "End movement", unit: "", cell: "" }]), []);
});

test("my own mistakes come first", () => {
  const mistakes = /** @type {any} */ ([
    { seat: "german", cost: 0.3 },
    { seat: "french", cost: 0.2 },
    { seat: "french", cost: 0.1 },
  ]);
  assert.deepEqual(
    bySeat(mistakes, ["french"]).map(({ seat, mine, mistakes: of }) => [seat, mine, of.length]),
    [
      ["french", true, 2],
      ["german", false, 1],
    ],
  );
});

test("points agree with their number", () => {
  assert.deepEqual([inPoints(0.01), inPoints(0.28)], ["1 point", "28 points"]);
});

test("those who are named for an attack stand in one sentence", () => {
  const deeds = ["3003", "42RI", "35RI"].map((text, n) => ({ text, words: "", unit: n ? text : "", cell: n ? "" : text }));
  assert.deepEqual(deedSentences([...deeds, { text: "attack", words: "Attack", unit: "", cell: "" }]), ["3003, 42RI, 35RI.", "Attack."]);
});
