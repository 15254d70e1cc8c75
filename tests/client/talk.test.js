/** Talk by day and time, what of it was not read; what can be heard of a table. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { partsOf, soundsOf } from "../../trenchline/web/common/sound-parts.js";
import { byDay, previewOf, timeWords, unread } from "../../trenchline/web/panels/talk.js";

const said = (n, at, text = "Bon") => ({ n, name: n % 2 ? "Ann" : "", text, at });
const here = (...parts) => new Date(...parts).toISOString();

test("lines stand under the day on which they were said, where they are read", () => {
  const now = new Date(2026, 10, 19, 7, 30);
  const lines = [said(1, here(2025, 11, 31, 23, 59)), said(2, here(2026, 1, 21, 4, 0)), said(3, here(2026, 10, 18, 23, 59)), said(4, here(2026, 10, 19, 0, 1)), said(5, here(2026, 10, 19, 7, 5))];
  const days = byDay(lines, now);
  assert.deepEqual(
    days.map((d) => [d.day, d.lines.map((l) => l.time).join()]),
    [
      ["December 31, 2025", "23:59"],
      ["February 21", "04:00"],
      ["Yesterday", "23:59"],
      ["Today", "00:01,07:05"],
    ],
  );
  assert.equal(timeWords("no date"), "");
  assert.equal(byDay([said(1, "")], now)[0].day, "");
});

test("the preview is the last that was not read, and says how many more there are", () => {
  const lines = [said(1, ""), said(2, ""), said(3, "", "x".repeat(200))];
  assert.deepEqual(unread(lines, 3), []);
  const { name, text, more } = previewOf(unread(lines, 1));
  assert.deepEqual([name, text.length, more], ["Ann", 90, "and 1 more message"]);
  assert.deepEqual([previewOf([said(2, "")]).name, previewOf([said(2, "")]).more], ["Somebody", ""]);
});

test("guns are heard before the dice, and no sound is loud or long", () => {
  const heard = soundsOf([
    { kind: "roll", text: "", dice: [3] },
    { kind: "bombard", text: "" },
  ]);
  assert.deepEqual([heard, soundsOf([{ kind: "move", text: "" }]), soundsOf([{ kind: "counter-battery", text: "" }])], [["guns", "dice"], [], ["guns"]]);
  for (const sound of ["turn", "dice", "guns"]) {
    for (const chance of [() => 0, () => 0.999]) {
      const parts = partsOf(sound, chance);
      assert.ok(parts.length > 1 && parts.every((p) => p.level > 0 && p.level <= 0.3 && p.from > 20 && p.to > 20 && p.at >= 0));
      assert.ok(Math.max(...parts.map((p) => p.at + p.lasts)) < 1.6);
    }
  }
});
