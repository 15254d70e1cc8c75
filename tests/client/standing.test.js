/** Standing orders: their words, and how lists of them grow. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { answerWords, conditionWords, questionOf, switchedOn, withCareful, withOrder } from "../../trenchline/web/play/standing-words.js";

const SUPPORT = {
  id: "support",
  title: "Guns",
  kinds: ["DefensiveSupport"],
  measure: "assault",
  measure_title: "strength",
  answers: [
    { id: "none", title: "Add no guns", rule: "action" },
    { id: "one", title: "Add one", rule: "gather" },
  ],
};
const LOSSES = { id: "losses", title: "Losses", kinds: ["LoseStep", "Losses"], answers: [{ id: "listed", title: "These units first", rule: "listed" }] };

test("a kind of decision asks the question that covers it, or none", () => {
  assert.equal(questionOf([SUPPORT, LOSSES], "Losses"), LOSSES);
  assert.equal(questionOf([SUPPORT, LOSSES], "Movement"), undefined);
  assert.equal(questionOf([SUPPORT], undefined), undefined);
});

test("an order is told in the words of its answer, with its conditions", () => {
  assert.equal(answerWords(SUPPORT, { question: "support", answer: "none" }), "Add no guns");
  assert.equal(answerWords(LOSSES, { question: "losses", answer: "listed", units: ["44RI", "42RI"] }), "These units first: 44RI, 42RI");
  const told = (more) => conditionWords(SUPPORT, { question: "support", answer: "none", ...more });
  assert.equal(told({}), "");
  assert.equal(told({ role: "defender", turn: 3 }), "when I defend, in turn 3 only");
  assert.equal(told({ most: 12 }), "strength 12 or less");
  assert.equal(told({ least: 12 }), "strength 12 or more");
  assert.equal(told({ least: 3, most: 12 }), "strength from 3 to 12");
  assert.equal(told({ cells: ["3014", "3015"] }), "in 3014 or 3015");
});

test("a new order takes the place of one for the same case, and narrower ones stand first", () => {
  const none = { question: "support", answer: "none" };
  const one = { question: "support", answer: "one" };
  assert.deepEqual(withOrder([none], one), [one]);
  const narrow = { ...one, cells: ["3014"] };
  assert.deepEqual(withOrder([none], narrow), [narrow, none]);
  assert.deepEqual(withOrder([narrow], none), [narrow, none]);
  const other = { question: "losses", answer: "listed", units: ["42RI"] };
  assert.deepEqual(withOrder([other], none), [other, none]);
});

test("the careful set fills up what is not ordered yet", () => {
  const mine = { question: "support", answer: "none" };
  const careful = [
    { question: "support", answer: "one" },
    { question: "losses", answer: "listed" },
  ];
  assert.deepEqual(withCareful([mine], careful), [mine, careful[1]]);
  assert.deepEqual(withCareful(careful, careful), careful);
});

test("those switched off do not count", () => {
  assert.equal(
    switchedOn([
      { question: "a", answer: "b" },
      { question: "a", answer: "b", on: false },
    ]),
    1,
  );
});
