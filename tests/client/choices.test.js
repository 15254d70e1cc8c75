/** What a click means. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { stancesOf, withoutBack } from "../../trenchline/web/play/choices.js";
import { choices, done, go, name } from "./kit.js";

test("a click on a counter that can only go selects it, and a click on a place then sends it there", () => {
  const found = choices([go("D1", "A1"), go("D1", "A2"), go("D2", "A1"), done]);
  assert.deepEqual(found.atUnit("D1"), { select: "D1" });
  assert.deepEqual(found.atCell("A1", [], "D1"), { do: go("D1", "A1") });
  assert.deepEqual(found.plain, [done]);
});

test("a click on a place where several counters could go leaves the choice between them", () => {
  const found = choices([go("D1", "A1"), go("D2", "A1"), done]);
  assert.deepEqual(found.atCell("A1", [], ""), { choose: [go("D1", "A1"), go("D2", "A1")] });
});

test("a click on a stack fans out those who can act", () => {
  const found = choices([name("D1"), name("D2"), done]);
  assert.deepEqual(found.atCell("B1", ["D1", "E1", "D2"], ""), { fan: ["D1", "D2"] });
  assert.deepEqual(found.atCell("B1", ["D1", "E1"], ""), { do: name("D1") });
});

test("the counter that all of it is about need not be named", () => {
  const found = choices([go("D1", "A1"), go("D1", "A2"), done]);
  assert.equal(found.subject, "D1");
  assert.deepEqual(found.atCell("A2", [], ""), { do: go("D1", "A2") });
  assert.deepEqual([...found.lit("").cells], ["A1", "A2"]);
  assert.equal(found.lit("").units.size, 0);
});

test("a click that is not legal asks why of what was probably meant", () => {
  const found = choices([go("D1", "A1"), go("D2", "A1"), done]);
  assert.deepEqual(found.atCell("Z9", [], "D1"), { why: { kind: "move", unit: "D1", cell: "Z9" } });
  assert.deepEqual(choices([{ kind: "target", cell: "A1", text: "A1" }]).atCell("Z9", ["E1"], ""), { why: { kind: "target", cell: "Z9" } });
  assert.deepEqual(choices([done]).atCell("Z9", [], ""), { why: null });
});

test("turns of one counter are stances, those of several wait for one to be chosen", () => {
  const turns = (unit) => ["N", "E", "S", "W"].map((facing) => ({ kind: "face", unit, facing, text: `${unit}>${facing}` }));
  const one = choices([...turns("D1"), done]);
  assert.equal(one.stances.length, 4);
  assert.deepEqual(one.plain, [done]);
  const several = choices([...turns("D1"), ...turns("D2")]);
  assert.deepEqual([several.stances.length, several.plain.length], [0, 0]);
  assert.deepEqual(stancesOf([done]), []);
});

test("the step back is offered beside the choices, unless it is the only one", () => {
  const back = { kind: "back", text: "back" };
  assert.deepEqual(withoutBack([back, done]), { back, rest: [done] });
  assert.deepEqual(withoutBack([back]), { back: null, rest: [back] });
  assert.equal(choices([back, done]).back, back);
});

test("answers that several could give can be given at once, but for those whose order matters", () => {
  const all = (kind) => [
    { kind, unit: "D1", text: `${kind}:D1` },
    { kind, unit: "D2", text: `${kind}:D2` },
  ];
  assert.equal(choices(all("add")).together.length, 2);
  assert.equal(choices([...all("press"), done]).together.length, 2);
  assert.equal(choices(all("press")).together.length, 0, "without an end one of them must be chosen");
  assert.equal(choices([...all("rally"), done]).together.length, 0);
  assert.equal(choices([...all("add"), { kind: "lose", unit: "D1", text: "lose:D1" }]).together.length, 0);
});

test("places where nothing is to be hit are dark while there are others", () => {
  const at = (cell, empty) => ({ kind: "target", cell, text: cell, ...(empty && { empty }) });
  const found = choices([at("A1", true), at("A2", false)]);
  assert.deepEqual([...found.lit("").cells], ["A2"]);
  found.lightsAll = true;
  assert.deepEqual([...found.lit("").cells], ["A1", "A2"]);
  assert.deepEqual([...choices([at("A1", true)]).lit("").cells], ["A1"]);
});

test("what could still be done is counted without those who have acted", () => {
  const found = choices([go("D1", "A1"), go("D2", "A1"), { kind: "target", cell: "C1", text: "C1" }, done], {}, new Set(["D1"]));
  assert.deepEqual(found.able, ["D2"]);
  assert.deepEqual(found.left(), { units: 1, cells: 1 });
  assert.deepEqual(found.kindsLeft(), [
    ["move", 1, "counter"],
    ["target", 1, "place"],
  ]);
});

test("rolls by hand and what is ticked on a list have no buttons among the plain answers", () => {
  const rolls = [1, 2].map((face) => ({ kind: "roll", dice: [face], text: String(face) }));
  assert.deepEqual(choices(rolls).rolls, rolls);
  const plans = ["a", "a+b"].map((mode) => ({ kind: "plan", mode, text: `plan~${mode}` }));
  assert.deepEqual([choices(plans, { checklist: { kind: "plan", rows: [] } }).plain, choices(plans).stances.length], [[], 2]);
});

test("what is not my decision offers nothing", () => {
  const found = choices([done], { mine: false });
  assert.deepEqual([found.all, found.plain, found.able], [[], [], []]);
});
