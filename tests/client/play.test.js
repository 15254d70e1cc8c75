/** What the play screen shows and when a hand can act, without a page. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FightOdds } from "../../trenchline/web/play/fight-odds.js";
import { Group } from "../../trenchline/web/play/group.js";
import { Hand } from "../../trenchline/web/play/hand.js";
import { Replay } from "../../trenchline/web/play/replay.js";
import { decision, done, go, name, session, shown } from "./kit.js";

const entry = (n, player, ...texts) => ({ n, seq: n, player, text: `a${n}`, events: texts.map((text) => ({ kind: "moved", text })) });

/** A store that counts how often something was announced. */
function heard(store, what) {
  const found = { times: 0 };
  store.on([what], () => (found.times += 1));
  return found;
}

test("the table as it is looked at: now, after so many actions, with a counter chosen", () => {
  const store = shown(session());
  assert.deepEqual([store.replaying, store.at, store.length, store.selected], [false, 4, 4, ""]);
  const selected = heard(store, "selected");
  store.select("D1");
  assert.deepEqual([store.selected, selected.times], ["D1", 1]);
  store.letGo();
  assert.deepEqual([store.selected, selected.times], ["", 1], "told with what comes next");
  store.change({ past: 2 });
  assert.deepEqual([store.replaying, store.at, selected.times], [true, 2, 2]);
});

test("a hand is free when nothing is on its way, and those who wait are called once", async () => {
  const table = { busy: true };
  const told = [];
  const hand = new Hand(table, (free) => told.push(free));
  let called = 0;
  hand.whenFree().then(() => (called += 1));
  hand.comeFree();
  table.busy = false;
  hand.running = true;
  hand.comeFree();
  await Promise.resolve();
  assert.deepEqual([called, told], [0, [false, false]]);
  hand.running = false;
  hand.comeFree();
  hand.comeFree();
  await hand.whenFree();
  assert.deepEqual([called, told.at(-1)], [1, true]);
  hand.takingBack = true;
  assert.equal(hand.free, false);
});

test("a new decision asks for the odds of its plain answers, and the panel comes up where there are some", async () => {
  const fire = { kind: "fire", text: "fire" };
  const table = session([fire, done], { odds: async (action) => (action === fire ? { title: "Fire", column: "3", chart: "CRT", outcomes: [], lines: [], swings: [] } : null) });
  const store = shown(table);
  let shows = 0;
  const odds = new FightOdds({ session: table, store, show: () => (shows += 1) });
  const [drawn, plans] = [heard(store, "odds"), heard(store, "plans")];
  await odds.update();
  assert.deepEqual([odds.hasOdds(fire), odds.hasOdds(done), odds.column, odds.chart, shows], [true, false, "3", "CRT", 1]);
  assert.deepEqual([drawn.times, plans.times], [2, 1]);
  await odds.update();
  assert.deepEqual([drawn.times, plans.times], [3, 1], "the same decision is drawn, not asked again");
});

test("odds that come after the table has moved on are not shown; what was lost is asked again", async () => {
  let fail = true;
  const table = session([done], { odds: async () => (fail ? Promise.reject(new Error("lost")) : { title: "Roll", outcomes: [], lines: [], swings: [] }) });
  const store = shown(table);
  const odds = new FightOdds({ session: table, store, show: () => {} });
  await odds.update();
  assert.deepEqual([odds.current, odds.unanswered], [undefined, true]);
  fail = false;
  const late = odds.update();
  odds.again();
  await late;
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(odds.current.title, "Roll");
  const old = odds.update();
  table.state.seq = 2;
  table.state.decision = decision([]);
  store.set({ choices: shown(table).choices });
  await Promise.all([old, odds.update()]);
  assert.equal(odds.current, undefined);
});

test("the replay goes to an action, tells what was done there, and asks for each view once", async () => {
  const asked = [];
  const told = [];
  const table = session([], {
    entries: [0, 1, 2, 3].map((n) => entry(n, n % 2 ? "blue" : "red", "{D1} moves")),
    get: async (path) => {
      asked.push(path);
      return { n: Number(path.slice(4)), view: { counters: [], markers: [], step: path } };
    },
  });
  const store = shown(table);
  const replay = new Replay({ session: table, store, tell: (events, _before, seat) => told.push(`${seat} ${events.length}`), leave: () => store.change({ past: null }) });
  await replay.go(2);
  assert.deepEqual([store.at, store.view.step, told], [2, "/at/2", ["blue 1"]]);
  await replay.go(99);
  assert.deepEqual([store.at, told.at(-1)], [4, "blue 1"], "no further than the match");
  await replay.step(-2);
  assert.deepEqual([store.at, asked], [2, ["/at/2", "/at/4"]]);
  replay.now();
  assert.equal(store.replaying, false);
  assert.deepEqual([replay.lastOwn(), replay.missed()], [2, 1]);
});

test("those who go together are led one after the other; who stays is named with the reason", async () => {
  const acted = [];
  const table = session([name("D1"), go("D1", "B2"), name("D2"), go("D2", "C3")], {
    act: async (action) => acted.push(action.text),
    legal: async () => ({ legal: false, reason: "{D2} is too far", cases: ["8.0"] }),
    marches: async () => [],
  });
  const store = shown(table);
  const board = { cells: new Map(), counters: new Map(), commanders: new Map(), placeOf: () => "A1" };
  const actions = { said: "", canStepBack: () => false, auto: () => {} };
  const hand = new Hand(table);
  const never = () => assert.fail("not asked for");
  const group = new Group({ session: table, store, board, hand, actions, playMap: { groupReach: () => {} }, click: never, follow: never, press: never, pressPrimary: never });
  assert.equal(group.toggle(["D1", "D2", "E1"]), true);
  assert.deepEqual([...group.party], ["D1", "D2"]);
  const led = group.lead("B2");
  assert.equal(hand.free, false, "one order after the other");
  await led;
  assert.deepEqual([acted[0], hand.free, group.party.size], ["D1-B2", true, 0]);
  assert.match(actions.said, /^1 of 2 went to B2\. .*D2 is too far/);
});
