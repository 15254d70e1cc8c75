/** One thing is told in one way, and never a value that is missing. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { DEEDS, allWords, couldWords, deedWords, orderWords, someWords } from "../../trenchline/web/common/deeds.js";
import { setGlossary, termsIn } from "../../trenchline/web/common/terms.js";
import { actionWords, ago, asSentences, caseName, caseNumber, casesInBrackets, counted, entryWords, markNames, namesInBraces, percent, withoutBraces, worthTelling } from "../../trenchline/web/common/wording.js";
import { dueWords } from "../../trenchline/web/panels/forces.js";
import { newReasonOf } from "../../trenchline/web/panels/log.js";
import { casesIn } from "../../trenchline/web/reference/reference.js";

test("numbers agree with their nouns", () => {
  assert.deepEqual([counted(1, "step"), counted(2, "step"), counted(0, "loss", "losses")], ["1 step", "2 steps", "0 losses"]);
  assert.deepEqual([percent(0), percent(0.004), percent(0.5)], ["0 %", "<1 %", "50 %"]);
});

test("one deed of several counters at once", () => {
  assert.deepEqual([allWords("yield", 2), allWords("add", 7), allWords("press", 3), someWords("add", 6, 9)], ["Send back both", "Add all 7", "Send in all 3", "Add 6 of 9"]);
  assert.equal(couldWords("rally", "4 counters"), "4 counters could rally");
  assert.equal(couldWords("let_go", "1 counter"), "1 counter could let go");
});

test("a deed is a sentence, and an order where nobody is named", () => {
  assert.equal(deedWords("move", "IR81", "1302"), "IR81 goes to 1302");
  assert.equal(deedWords("move", "", "1302"), "Go to 1302");
  assert.equal(deedWords("move", "IR81", ""), "IR81 goes");
  assert.deepEqual([orderWords("dig"), orderWords("move"), orderWords("unknown")], ["Dig in", "", ""]);
  assert.equal(deedWords("unknown", "IR81", ""), "");
});

test("no deed says a value that is missing", () => {
  for (const kind of Object.keys(DEEDS)) {
    for (const [unit, cell] of [
      ["U", "C"],
      ["U", ""],
      ["", "C"],
      ["", ""],
    ])
      assert.doesNotMatch(deedWords(kind, unit, cell), /[{}]|undefined|null/, kind);
  }
});

test("an action on a button: the game's own words first, else a sentence", () => {
  assert.equal(actionWords({ kind: "move", label: "March", unit: "IR81" }), "March");
  assert.equal(actionWords({ kind: "dig", unit: "IR81" }), "IR81 digs in");
  assert.equal(actionWords({ kind: "dig", unit: "IR81" }, { unit: true }), "Dig in");
  assert.equal(actionWords({ kind: "move", unit: "IR81", cell: "1302", facing: "NE" }), "IR81 goes to 1302, facing north-east");
  assert.equal(actionWords({ kind: "let_go", value: 3 }), "Let go 3");
  assert.equal(actionWords({ kind: "roll", dice: [3, 4] }), "Roll 3, 4");
});

test("the notation of the log in words", () => {
  const said = { "add:IR116": "Add IR116.", "IR50-2602": "IR50 to 2602.", IR50: "IR50 was named.", "done@german": "Done.", "loss=2": "Loss 2.", "plan~a+b@allied": "Plan." };
  for (const [text, words] of Object.entries(said)) assert.equal(entryWords(text), words);
});

test("cases by number and name", () => {
  assert.deepEqual(["3.5/command-mode", "3.0-GoodOrder", "7.8/1", "19.1.6-GS"].map(caseName), ["3.5 Command mode", "3.0 Good Order", "7.8/1", "19.1.6-GS"]);
  assert.equal(caseNumber("3.5/command-mode"), "3.5");
  assert.deepEqual([casesInBrackets(["9.42", "9.43"]), casesInBrackets([]), casesInBrackets(undefined)], [" (9.42, 9.43)", "", ""]);
});

test("cases in a text keep their brackets and commas beside them", () => {
  const all = new Set(["18.3.1", "9.2.4", "9.2.4(a)", "BP-R38", "6.5.1/2"]);
  const named = (text) =>
    casesIn(text, all)
      .filter((piece) => piece.name)
      .map(({ before, name, after }) => `${before}|${name}|${after}`);
  assert.deepEqual(named("a point for you (18.3.1)."), ["(|18.3.1|)."]);
  assert.deepEqual(named("It cannot move (9.2.4(a)), see 9.2.4."), ["(|9.2.4(a)|),", "|9.2.4|."]);
  assert.deepEqual(named("(BP-R38, 6.5.1/2)"), ["(|BP-R38|,", "|6.5.1/2|)"]);
  assert.deepEqual(named("5 steps in G15, on July 1"), []);
  const text = "no loss of words (18.3.1), 12/62 and 9.9.9.";
  assert.equal(
    casesIn(text, all)
      .map(({ before, name, after }) => before + name + after)
      .join(""),
    text,
  );
});

test("names in sentences are marked once", () => {
  const known = (word) => word === "IR81" || word === "1302";
  assert.equal(markNames("IR81 goes to 1302", known), "{IR81} goes to {1302}");
  assert.equal(markNames("{IR81} goes to 1302", known), "{IR81} goes to 1302");
  assert.deepEqual(namesInBraces("{IR81} goes to {1302}"), ["IR81", "1302"]);
  assert.equal(withoutBraces("{IR81} goes"), "IR81 goes");
  assert.equal(asSentences("it is near. the odds are good"), "It is near. The odds are good.");
});

test("terms of the glossary are marked where they are meant", () => {
  setGlossary(["step", "reserve", "ME"].map((word) => ({ word, about: "", case: "1" })));
  const marked = (text) =>
    termsIn(text)
      .filter((part) => part.term)
      .map((part) => part.text);
  const texts = ["Step by step", "13th Reserve Division", "VII Reserve Corps", "notify me", "a step", "in reserve", "an ME", "a step and a step"];
  assert.deepEqual(texts.map(marked), [[], [], [], [], ["step"], ["reserve"], ["ME"], ["step"]]);
  setGlossary([]);
  assert.deepEqual(termsIn("a step"), [{ text: "a step", term: false }]);
});

test("reinforcements: who comes and where", () => {
  const due = { turn: 3, date: "", side: "allied", title: "Returns", units: ["VII"], cells: [], optional: true };
  assert.equal(dueWords(due), "Returns: VII (optional)");
  assert.equal(dueWords({ ...due, title: "Reinforcements", cells: ["V1", "V2"], optional: false }), "Reinforcements, at V1 to V2");
});

test("a reason is told once, with the choice that led to it", () => {
  const entry = (n, why, text) => ({ n, player: "german", why, text: "", events: text ? [{ kind: "move", text }] : [] });
  const entries = [entry(1, "at 7:1 the assault is worth it"), entry(2, "joins the assault", "They attack"), entry(3, "joins the assault", "They go on")];
  assert.equal(newReasonOf(entries[1], entries), "At 7:1 the assault is worth it.");
  assert.equal(newReasonOf(entries[2], entries), "");
  assert.deepEqual(
    worthTelling([{ kind: "step" }, { kind: "step" }, { kind: "move" }]).map((e) => e.kind),
    ["step", "move"],
  );
});

test("how long ago", () => {
  const before = (minutes) => ago(Date.now() - minutes * 60_000);
  assert.deepEqual([before(0), before(1), before(90), before(60 * 48), ago(undefined), ago("nonsense")], ["just now", "1 minute ago", "2 hours ago", "2 days ago", "", ""]);
});
