/** The arithmetic of a fight in words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { changeWords, isCode, lastFight, likeIt, rolledWords, strength, swingWords } from "../../trenchline/web/panels/fight-sums.js";

const line = (kind, value, text = "") => ({ kind, value, text });
const odds = (column, lines, more = {}) => ({ title: "Assault", column, lines, outcomes: [{ result: "2/2", probability: 1 }], swings: [], ...more });

test("the strengths of both sides; what a defender has is counted, whatever its sign", () => {
  const fight = odds("2:1", [line("attack", 8), line("attack", 4), line("defence", -5), line("die", 1)]);
  assert.deepEqual([strength(fight, "attack"), strength(fight, "defence")], [12, 5]);
});

test("what one more would change", () => {
  const before = odds("1:1", [line("attack", 8), line("defence", 5)]);
  assert.equal(changeWords("IR81", before, odds("2:1", [line("attack", 12), line("defence", 5), line("die", -1)])), "With IR81: 8 against 5 becomes 12 against 5; 1:1 becomes 2:1; die +0 becomes \u22121.");
  assert.equal(changeWords("IR81", before, before), "With IR81: no other column.");
  assert.equal(changeWords("IR81", undefined, before), "With IR81:");
});

test("the dice with their modifiers, each side's where each has one", () => {
  assert.equal(rolledWords({ dice: [3, 4], lines: [line("die", 1)] }), "3 + 4 + 1 = 8");
  assert.equal(rolledWords({ dice: [3, 4], lines: [line("die", 1), line("defence die", -1)] }), "attacker 3 + 1 = 4, defender 4 \u2212 1 = 3");
  assert.equal(rolledWords({ dice: [3], lines: [] }), "", "the die itself says it");
  assert.equal(rolledWords({ dice: [3], lines: [line("die", -2)] }), "3 \u2212 2 = 1");
});

test("a code stands beside its meaning only where it says something more", () => {
  assert.deepEqual([{ result: "2/2", meaning: "both take 2 hits" }, { result: "\u2013", meaning: "no effect" }, { result: "3", meaning: "3 hits" }, {}].map(isCode), [true, false, false, false]);
});

test("what a swing would do to the column", () => {
  const fight = odds("3:1", []);
  assert.equal(swingWords(fight, { column: "1:3", text: "if all 5 guns in range answer", outcomes: [] }), "3:1, down to 1:3 if all 5 guns in range answer.");
  assert.equal(swingWords(fight, { column: "4:1", text: "if the guns join", worse: false, outcomes: [] }), "3:1, up to 4:1 if the guns join.");
  assert.equal(swingWords(fight, { column: "3:1", text: "if they answer", outcomes: [] }), "If they answer: the column stays, see the lighter bars.");
  assert.equal(swingWords(fight, { column: "", text: "a test of morale", outcomes: [] }), "A test of morale.");
  assert.equal(likeIt({ ...fight, swings: [{ column: "" }, { column: "1:3" }] }).column, "1:3");
  assert.equal(likeIt({ ...fight, outcomes: [], swings: [{ column: "1:3" }] }), undefined);
});

test("the last fight is the last roll that was about something, with what followed in its step", () => {
  const fight = { kind: "result", dice: [3], odds: odds("3:1", []), text: "fight" };
  const rally = { kind: "rally", dice: [5], odds: odds("", []), text: "rally" };
  const step = { kind: "step", text: "step" };
  const loss = { kind: "loss", text: "loss" };
  assert.deepEqual(
    lastFight([fight, loss, step, rally]).map((e) => e.text),
    ["fight", "loss"],
    "a rally is no fight of its own",
  );
  assert.deepEqual(
    lastFight([rally, loss]).map((e) => e.text),
    ["rally", "loss"],
    "but better than nothing",
  );
  assert.deepEqual(lastFight([loss, step]), []);
});
