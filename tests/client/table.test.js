/** Who sits where, what is ticked, where buttons stand, orders to several, what happened meanwhile. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Seating, actorsOf, changesSeats, listed, seatsOf, usualOptions } from "../../trenchline/web/common/seating.js";
import { alike, goesOn, isNaming, marchWords, sameGoal, staysWords } from "../../trenchline/web/play/group-orders.js";
import { happened } from "../../trenchline/web/play/happened.js";
import { Slots, nameOf } from "../../trenchline/web/play/slots.js";
import { answerOf, confirmWords, excludedBy, totalWords } from "../../trenchline/web/play/checklist-rules.js";
import { offersOf, seriesWords } from "../../trenchline/web/play/rematch.js";
import { decision, done, go, name } from "./kit.js";

const seat = (seatName, side, ...nations) => ({ name: seatName, side, nations });
const TWO = [seat("allied", "allied", "british", "french"), seat("german", "german", "german")];
const THREE = [seat("british", "allied", "british"), seat("french", "allied", "french"), seat("german", "german", "german")];
const INFO = {
  seats: TWO,
  seats_with: { three: THREE },
  looks: { allied: {}, german: {}, british: {}, french: {} },
  options: [
    { id: "three", default: false },
    { id: "fog", default: true },
  ],
};

test("an option changes who sits at the table", () => {
  assert.equal(seatsOf(INFO, []), TWO);
  assert.equal(seatsOf(INFO, ["fog", "three"]), THREE);
  assert.deepEqual([changesSeats(INFO, "three"), changesSeats(INFO, "fog"), usualOptions(INFO)], [true, false, ["fog"]]);
});

test("sides, partners and who commands a counter", () => {
  const seating = new Seating(INFO, ["three"]);
  assert.deepEqual([seating.sideOf("french"), seating.partnersOf("french"), seating.partnersOf("german")], ["allied", ["british"], []]);
  assert.equal(seating.commander({ nation: "french", side: "allied" }), "french");
  assert.equal(seating.commander({ nation: "belgian", side: "allied" }), "british", "the first of its side");
  assert.deepEqual(actorsOf({ player: "british", others: ["french"] }), ["british", "french"]);
  assert.deepEqual(actorsOf(null), []);
  assert.equal(listed(["british", "french", "german"]), "British, French or German");
});

test("a resignation is granted by partners, anything else by the enemy, and by anybody where there is none", () => {
  const seating = new Seating(INFO, ["three"]);
  const people = THREE.map(({ name: side }) => ({ side, kind: "human" }));
  assert.deepEqual(seating.answerers({ by: "british", what: "resign" }, people), ["french"]);
  assert.deepEqual(seating.answerers({ by: "british", what: "undo" }, people), ["german"]);
  const alone = [
    { side: "british", kind: "human" },
    { side: "french", kind: "human" },
    { side: "german", kind: "bot" },
  ];
  assert.deepEqual(seating.answerers({ by: "british", what: "undo" }, alone), ["french"]);
});

test("a list of options: what excludes what, the total, the answer and its words", () => {
  const [mines, center, troops] = [
    { name: "mines", title: "Plant Mines", price: 10 },
    { name: "center", title: "Command Center", price: 25 },
    { name: "troops", title: "Train Troops", price: 30, excludes: ["center"] },
  ];
  const list = { kind: "plan", least: 1, rows: [mines, center, troops], pays: "victory points for the German side, at once" };
  const legal = ["mines", "center", "mines+center"].map((mode) => ({ kind: "plan", mode, text: `plan~${mode}` }));
  assert.equal(excludedBy(troops, [mines, center]), center);
  assert.equal(excludedBy(mines, [center]), undefined);
  assert.equal(answerOf(list, [], legal), null);
  assert.equal(answerOf(list, [mines, center], legal).text, "plan~mines+center");
  assert.equal(answerOf(list, [mines, troops], legal), null);
  assert.deepEqual(totalWords(list, []), ["0 of 3 chosen: 0", "victory points for the German side, at once. Choose at least 1."]);
  assert.deepEqual(totalWords(list, [mines, center]), ["2 of 3 chosen: 35", "victory points for the German side, at once."]);
  assert.equal(confirmWords(list, [mines, center], true), "Confirm 2 options: 35 victory points for the German side");
  assert.equal(confirmWords(list, [], false), "Choose at least 1 option");
});

test("a button keeps its place as long as the same is asked", () => {
  const slots = new Slots();
  const both = [
    { kind: "press", unit: "D1" },
    { kind: "press", unit: "D2" },
  ];
  slots.lay(decision(both), both);
  assert.deepEqual(
    slots.lay(decision([both[1], done]), [both[1], done]).map(({ action, open }) => [action.unit ?? action.kind, open]),
    [
      ["D1", false],
      ["D2", true],
      ["done", true],
    ],
  );
  assert.deepEqual(
    slots.lay(decision([done], { kind: "Other" }), [done]).map(({ open }) => open),
    [true],
  );
  assert.deepEqual(slots.lay(null, []), []);
  assert.notEqual(nameOf({ kind: "face", unit: "D1", facing: "N" }), nameOf({ kind: "face", unit: "D1", facing: "S" }));
});

test("the same order again: to the same place, else as far in the same direction", () => {
  const cells = new Map(["A1", "B1", "C1", "A2", "B2", "C2"].map((label) => [label, { label, x: label.charCodeAt(0), y: Number(label[1]) }]));
  const last = { unit: "D1", from: "A1", action: go("D1", "B1"), begins: "Move" };
  assert.equal(sameGoal(last, "A1", [], cells), "B1");
  assert.equal(sameGoal(last, "A2", [go("D2", "B1")], cells), "B1", "it can go there");
  assert.equal(sameGoal(last, "A2", [go("D2", "B2")], cells), "B2");
  assert.equal(sameGoal(last, "C2", [], cells), "B1", "there is no such place");
  assert.equal(sameGoal({ ...last, action: { kind: "dig", unit: "D1" } }, "A2", [], cells), "");
  assert.ok(alike({ kind: "dig", unit: "D1" }, { kind: "dig", unit: "D2", cell: "" }) && !alike(go("D1", "A1"), go("D1", "A2")));
});

test("who goes and who stays, in words", () => {
  const stays = [{ unit: "D2", reason: "{C1} is too far", cases: ["5.1"] }];
  assert.equal(marchWords({ cell: "C1", goes: ["D1"], stays }), "Click: D1 goes to C1. D2 stays: C1 is too far (5.1)");
  assert.equal(marchWords({ cell: "C1", goes: ["D1", "D3"], stays: [], crowded: { reason: "C1 is too full", cases: [] } }), "Click: 2 go to C1. Then: C1 is too full");
  assert.equal(staysWords({ unit: "D2", reason: "{D2} is engaged" }), "D2 is engaged");
});

test("what goes on by itself: answers of a kind that give nothing away", () => {
  assert.deepEqual([goesOn(null), goesOn(done), goesOn(go("D1", "A1")), goesOn({ ...go("D1", "A1"), stake: { grave: true } })], [false, false, true, false]);
  assert.deepEqual([isNaming(name("D1")), isNaming(go("D1", "A1"))], [true, false]);
});

test("many moves are one line and a forced choice is said", () => {
  const moves = [1, 2, 3, 4].map((n) => ({ kind: "move", text: `{IR${n}} moves from {2505} to {220${n}}` }));
  const rolled = { kind: "result", text: "at {2201}: 2/2, both take 2 hits", dice: [3], result: "2/2" };
  const entries = [...moves.map((event, n) => ({ n, player: "french", text: "x", events: [event] })), { n: 5, player: "french", text: "x", events: [{ kind: "step", text: "French Assault" }] }, { n: 6, player: "dice", text: "3", events: [rolled] }, { n: 7, player: "german", text: "lose:IR52", events: [] }];
  const cell = (event) => (event.text.match(/\{(\d{4})\}/) ?? ["", ""])[1];
  const [march, fight, forced, ...more] = happened(entries, (e) => e.n === 7, cell);
  assert.deepEqual([march.text, march.cell, march.many], ["{IR1} moves from {2505} to {2201}, and 3 more like it", "2505", true]);
  assert.deepEqual([fight.text, fight.cell, fight.many], [rolled.text, "2201", false]);
  assert.match(forced.text, /^The only choice, taken for you: /);
  assert.deepEqual(more, []);
});

test("a rematch is offered by name, and a series counts wins and points by player", () => {
  const seats = [
    { side: "german", name: "Bea" },
    { side: "french", name: "Ann" },
  ];
  assert.deepEqual(offersOf({ wanted: { french: "same" }, table: "" }, seats, ["german"]), { asks: [{ name: "Ann", wanted: "same" }], mine: null });
  assert.deepEqual(offersOf({ wanted: { french: "same" }, table: "" }, seats, ["french"]), { asks: [], mine: "same" });
  const first = { table: "a", won: ["french"], lead: { french: 12, german: -12 } };
  const second = { table: "b", won: ["german"], lead: { french: -7, german: 7 } };
  assert.equal(seriesWords([first], seats), "Series of 1 match: Bea (German) 0 wins, Ann (French) 1 win; Ann (French) leads by 12 points.");
  assert.equal(seriesWords([first, second], seats), "Series of 2 matches: Bea (German) 1 win, Ann (French) 1 win; Ann (French) leads by 5 points.");
});
