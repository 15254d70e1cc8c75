/** How I am told: what the form says, which delays it offers, what came of a test. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { delays, howOf, PUSH_WORDS, testWords } from "../../trenchline/web/account/ways-words.js";

const form = (fields) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

test("hours count only where their box is ticked, and an empty delay is the host's", () => {
  const hours = { quiet_from: "22:00", quiet_until: "08:00", daily: "18:00", webhook: " https://chat.example.org/x " };
  const none = { minutes: null, quiet_from: "", quiet_until: "", zone: "Europe/Berlin", daily: "", mail: false, webhook: "https://chat.example.org/x" };
  assert.deepEqual(howOf(form({ ...hours, minutes: "" }), "Europe/Berlin"), none);
  const all = howOf(form({ ...hours, minutes: "0", quiet: "on", digest: "on", mail: "on" }), "UTC");
  assert.deepEqual(all, { minutes: 0, quiet_from: "22:00", quiet_until: "08:00", zone: "UTC", daily: "18:00", mail: true, webhook: "https://chat.example.org/x" });
});

test("the host's delay is told, and one that was chosen elsewhere is kept", () => {
  assert.deepEqual(delays(60, null)[0], ["", "as usual here, after 60 seconds away"]);
  assert.equal(delays(600, 15)[0][1], "as usual here, after 10 minutes away");
  const values = (chosen) => delays(60, chosen).map(([value]) => value);
  assert.deepEqual(values(15), values(null));
  assert.equal(values(37).at(-1), "37");
});

test("what came of a test is told by its ways, each once", () => {
  assert.match(testWords([]), /Nothing was sent/);
  const ways = [
    { way: "push", sent: true },
    { way: "push", sent: true },
    { way: "hook", sent: false },
  ];
  assert.equal(testWords(ways), "Sent by this or another browser. Not taken by the webhook.");
  assert.equal(testWords([{ way: "mail", sent: true }]), "Sent by mail.");
  assert.deepEqual(Object.keys(PUSH_WORDS).sort(), ["denied", "insecure", "none", "off", "on"]);
});
