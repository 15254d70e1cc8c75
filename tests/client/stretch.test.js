/** The pictures of a stretch: bounded, in order, nothing lost that is told. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { captionOf, inBounds, MOST_PICTURES, picturesOf } from "../../trenchline/web/share/stretch.js";

const event = (text, kind = "move") => ({ kind, text });
const entry = (n, player, ...events) => ({ n, player, events });

test("what tells nothing goes with what comes next, and dice have the colours of who rolls", () => {
  const log = [entry(4, "german", event("too early")), entry(5, "german"), entry(6, "dice", event("hit")), entry(7, "french", event("retreat")), entry(8, "french")];
  const found = picturesOf(log, 5, 9);
  assert.deepEqual(
    found.map(({ at, seat, events }) => [at, seat, events.map((e) => e.text).join()]),
    [
      [5, "", ""],
      [7, "german", "hit"],
      [8, "french", "retreat"],
      [9, "french", ""],
    ],
  );
  assert.deepEqual(picturesOf([], 3, 3), [{ at: 3, seat: "", events: [] }]);
});

test("however long the stretch, the pictures are bounded and all events are in them", () => {
  const log = Array.from({ length: 5000 }, (_, n) => entry(n, "german", event(`e${n}`)));
  const found = picturesOf(log, 0, 5000);
  assert.equal(found.length, MOST_PICTURES);
  assert.equal(found.at(-1).at, 5000);
  assert.equal(found.flatMap((p) => p.events).length, 5000);
  assert.ok(found.every((p, i) => !i || p.at > found[i - 1].at));
});

test("a stretch is brought into the match, whatever was typed", () => {
  assert.deepEqual(inBounds(3, 9, 20), [3, 9]);
  assert.deepEqual(inBounds(9, 3, 20), [3, 9]);
  assert.deepEqual(inBounds(-5, 1e12, 20), [0, 20]);
  assert.deepEqual(inBounds(Number.NaN, 4.4, 20), [0, 4]);
  assert.deepEqual(inBounds(7, 7, 20), [6, 7]);
  assert.deepEqual(inBounds(0, 0, 20), [0, 1]);
  assert.deepEqual(inBounds(0, 0, 0), [0, 0]);
});

test("the caption is the last thing that happened, cut between words", () => {
  assert.equal(captionOf([event("{IR81} goes to {1302}"), event("next", "step")], 60), "IR81 goes to 1302");
  assert.equal(captionOf([event("The whole regiment falls back")], 20), "The whole regiment\u2026");
  assert.equal(captionOf([event("x".repeat(50))], 20).length <= 20, true);
  assert.equal(captionOf([], 20), "");
});
