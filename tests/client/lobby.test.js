/** The lobby: in which order tables wait for me, what is said of each, how many may play. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { companies, isCompany, playersWords, scenarioTitle } from "../../trenchline/web/common/scenarios.js";
import { grouped, standsWords, whoPlays } from "../../trenchline/web/lobby/waiting.js";

const seat = (side, kind = "human", name = "") => ({ side, kind, name, bot: "" });
const table = (name, more = {}) => ({ table: name, sides: ["german"], seats: [seat("german"), seat("french", "human", "Bea")], your_turn: false, over: false, to_move: "french", result: null, ...more });
const INFO = {
  seats: [
    { name: "allied", side: "allied" },
    { name: "german", side: "german" },
  ],
  seats_with: {
    "": [],
    three: [
      { name: "british", side: "allied" },
      { name: "french", side: "allied" },
      { name: "german", side: "german" },
    ],
  },
  options: [{ id: "fog" }, { id: "three" }],
  scenarios: [{ id: "first", title: "The first day" }],
};

test("what waits for me comes first, people before computers; invitations after running matches, what is finished last", () => {
  const bot = [seat("german"), seat("french", "bot", "Sergeant")];
  const open = [seat("german"), seat("french", "open")];
  const tables = [table("over", { over: true }), table("invited", { seats: open }), table("against-bot", { your_turn: true, seats: bot }), table("running"), table("mine", { your_turn: true }), table("watched", { sides: [] }), table("lesson", { your_turn: true }), table("begun", { seats: open, your_turn: true })];
  const found = grouped(tables, new Set(["lesson"])).map(({ id, tables: some }) => [id, some.map((t) => t.table)]);
  assert.deepEqual(found, [
    ["turn", ["mine", "against-bot", "begun"]],
    ["running", ["running"]],
    ["invited", ["invited"]],
    ["lessons", ["lesson"]],
    ["watched", ["watched"]],
    ["over", ["over"]],
  ]);
  assert.deepEqual(grouped([]), []);
});

test("of my turns those come first whose clock has least left; a clock that stands still hurries nobody", () => {
  const clocked = (name, left, since) => table(name, { your_turn: true, now: 1000, clock: { terms: {}, seats: { german: { left, since, away_until: 0, vacation: 0 } }, paused: false, resumes: 0 } });
  const tables = [table("no-clock", { your_turn: true }), clocked("much", 9000, 0), clocked("stopped", 10, null), clocked("little", 2000, 500)];
  assert.deepEqual(
    grouped(tables)[0].tables.map((t) => t.table),
    ["little", "much", "no-clock", "stopped"],
  );
});

test("how it stands with a table", () => {
  assert.equal(standsWords(table("a", { your_turn: true })), "Your turn");
  assert.equal(standsWords(table("a")), "Waiting for Bea");
  assert.equal(standsWords(table("a", { seats: [seat("german"), seat("french", "open")] })), "Nobody plays French yet");
  assert.equal(standsWords(table("a", { seats: [seat("german"), seat("french", "bot")] })), "The computer plays");
  const over = (winner, sides) => standsWords(table("a", { over: true, sides, result: { winner, level: "Allied victory" } }), INFO);
  assert.deepEqual([over("allied", ["french"]), over("allied", ["german"]), over("allied", ["german", "british"]), over("", ["german"])], ["You won: Allied victory", "You lost: Allied victory", "Allied victory", "Allied victory"]);
  assert.equal(whoPlays(table("a", { seats: [seat("german"), seat("french", "open")] })), "You play German \u00b7 French still open");
});

test("three players are a number to choose, and no option among others", () => {
  assert.deepEqual(companies(INFO), [
    { count: 2, on: [] },
    { count: 3, on: ["three"] },
  ]);
  assert.deepEqual([isCompany(INFO, "three"), isCompany(INFO, "fog")], [true, false]);
  assert.deepEqual([playersWords(3), playersWords(1), playersWords(9)], ["Three players", "One player", "9 players"]);
  assert.deepEqual([scenarioTitle(INFO, "first"), scenarioTitle(INFO, "of its own"), scenarioTitle(undefined, "first")], ["The first day", "", ""]);
});
