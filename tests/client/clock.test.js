/** Clocks: how much is left by the server's time, and in which words it is told. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cardWords, DAY, HOUR, isLow, leftOf, lengthWords, MINUTE, outOfTime, SECOND, seatTimeWords, shareLeft, standOf, termsWords, whenOutWords } from "../../trenchline/web/common/clock-words.js";
import { ServiceTime } from "../../trenchline/web/connection/service-time.js";
import { sector } from "../../trenchline/web/panels/watch-face.js";

const BLITZ = { kind: "correspondence", start: 24 * HOUR, increment: 4 * HOUR, most: 72 * HOUR, pace: "blitz", vacation: 14, computer: "" };
const LIVE = { kind: "live", start: 30 * MINUTE, increment: 5 * MINUTE, most: 0, pace: "", vacation: 0, computer: "sergeant" };
const seat = (more = {}) => ({ left: 10 * HOUR, since: null, away_until: 0, vacation: 14, ...more });
const clock = (red, blue = seat(), more = {}) => ({ terms: BLITZ, seats: { red, blue }, paused: false, resumes: 0, ...more });

test("a clock runs from when its player was asked, and stands still otherwise", () => {
  const running = clock(seat({ since: 1000 }));
  assert.equal(leftOf(running, "red", 1000 + HOUR), 9 * HOUR);
  assert.equal(leftOf(running, "blue", 1000 + HOUR), 10 * HOUR);
  assert.equal(leftOf(running, "red", 1000 + 11 * HOUR), 0, "never less than nothing");
  assert.equal(leftOf(running, "red", 0), 10 * HOUR, "nor more than there was");
  assert.deepEqual(
    ["red", "blue"].map((name) => standOf(running, name, 2000)),
    ["runs", "waits"],
  );
});

test("a vacation and the end of a pause cost nothing until they are over", () => {
  const away = clock(seat({ since: 0, away_until: 2 * DAY }));
  assert.equal(leftOf(away, "red", DAY), 10 * HOUR);
  assert.equal(standOf(away, "red", DAY), "away");
  assert.equal(leftOf(away, "red", 2 * DAY + HOUR), 9 * HOUR);
  const resuming = clock(seat({ since: 0 }), seat(), { resumes: DAY });
  assert.equal(leftOf(resuming, "red", DAY), 10 * HOUR);
  assert.equal(standOf(resuming, "red", HOUR), "resuming");
  assert.equal(standOf(clock(seat(), seat(), { paused: true }), "red", 0), "paused");
});

test("who is out of time is out, and is told so on the card", () => {
  const late = clock(seat({ since: 0 }));
  assert.deepEqual(outOfTime(late, ["red", "blue", "nobody"], 10 * HOUR), ["red"]);
  assert.deepEqual(outOfTime(late, ["red"], 10 * HOUR - 1), []);
  assert.deepEqual(outOfTime(null, ["red"], 0), []);
  const card = (now, mine, found = late) => cardWords({ clock: found, now }, mine);
  assert.equal(card(11 * HOUR, ["blue"]), "Red is out of time");
  assert.equal(card(11 * HOUR, ["red"]), "You are out of time");
  assert.equal(card(HOUR, ["red"]), "You have 9 h left");
  assert.equal(card(HOUR, ["blue"]), "Red has 9 h left");
  assert.equal(card(0, ["blue"], clock(seat({ away_until: 3 * DAY + HOUR }))), "Red is on vacation for 3 days 1 h");
  assert.equal(card(0, [], clock(seat(), seat(), { paused: true })), "Clocks stopped");
  assert.equal(card(0, ["red"], clock(seat())), "", "nobody can play yet");
  assert.equal(cardWords({ clock: null, now: 0 }, []), "");
});

test("lengths are told as they are read: days, hours, and the last hour to the second", () => {
  const told = [0, 1, 59 * SECOND, HOUR - SECOND, HOUR, 23 * HOUR + 59 * MINUTE, 48 * HOUR, 51 * HOUR].map((ms) => lengthWords(ms));
  assert.deepEqual(told, ["0:00", "0:01", "0:59", "59:59", "1 h", "23 h 59 min", "2 days", "2 days 3 h"]);
  assert.equal(lengthWords(HOUR + 2 * MINUTE + 3 * SECOND, true), "1:02:03");
  assert.equal(seatTimeWords(clock(seat({ since: 0 })), "red", HOUR), "Red 9 h, running");
});

test("terms are told in a line", () => {
  assert.equal(termsWords(BLITZ), "Blitz: 24 hours each, 4 more a move, 72 at most");
  assert.equal(termsWords(LIVE), "30 minutes each, 5 more every turn");
  assert.equal(termsWords({ ...LIVE, start: MINUTE, increment: 0 }), "1 minute each");
  assert.equal(termsWords(null), "");
  assert.match(whenOutWords(LIVE), /claim the win, give more time, or let the computer \(Sergeant\) play on/);
  assert.match(whenOutWords(BLITZ), /claim the win or give more time\.$/);
});

test("the watch shows the share of a full clock and warns in time", () => {
  assert.equal(shareLeft(clock(seat({ left: 36 * HOUR })), "red", 0), 0.5);
  assert.ok(isLow(clock(seat({ left: 2 * HOUR })), "red", 0) && !isLow(clock(seat()), "red", 0));
  assert.equal(sector(0), "");
  assert.match(sector(0.25), /^M20 20L5\.00 20\.00A15 15 0 0 1 20\.00 5\.00Z$/);
});

test("the server's time goes on by itself, and stands while the server cannot be reached", () => {
  let ticks = 5000;
  const time = new ServiceTime(() => ticks);
  time.heard(100);
  ticks += 50;
  assert.equal(time.now(), 150);
  time.stop(true);
  ticks += 1000;
  assert.equal(time.now(), 150);
  time.stop(false);
  ticks += 10;
  assert.equal(time.now(), 160);
  time.heard(undefined);
  assert.equal(time.now(), 160);
  time.stop(true);
  time.heard(400);
  assert.equal(time.now(), 400, "what the server says holds");
});
