/** What is computed before anything is drawn: the front line, the QR code. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { qrModules } from "../../trenchline/web/lobby/qr.js";
import { groundReallyHeld } from "../../trenchline/web/map/front-line.js";

/** Who holds each square for the drawing of the front, row by row. */
function held(rows, stood = []) {
  const [high, wide] = [rows.length, rows[0].length];
  const at = (x, y) => (x < 0 || y < 0 || x >= wide || y >= high ? -1 : y * wide + x);
  const across = rows.flatMap((row, y) => [...row].map((_, x) => [at(x, y - 1), at(x + 1, y), at(x, y + 1), at(x - 1, y)]));
  const found = groundReallyHeld(
    { across },
    [...rows.join("")].map((c) => c.trim()),
    new Set(stood.map(([x, y]) => at(x, y))),
  );
  return rows.map((_, y) =>
    found
      .slice(y * wide, (y + 1) * wide)
      .map((c) => c || " ")
      .join(""),
  );
}

test("empty spikes of the front are cut off, and where troops stand the line goes round them", () => {
  const spikes = ["aaaaaaa", "aaabaaa", "bbbabbb", "bbbabbb", "bbbbbbb"];
  assert.deepEqual(held(spikes), ["aaaaaaa", "aaaaaaa", "bbbbbbb", "bbbbbbb", "bbbbbbb"]);
  assert.deepEqual(held(spikes, [[3, 3]]).slice(2, 4), ["bbbabbb", "bbbabbb"]);
});

test("an empty pocket behind the line is swallowed, one that is held is not", () => {
  const ring = ["aaaaaaa", "abbbbaa", "abbbbaa", "aaaaaaa", "bbbbbbb", "bbbbbbb", "bbbbbbb"];
  assert.doesNotMatch(held(ring).slice(0, 4).join(""), /b/);
  assert.equal(
    held(ring, [
      [2, 1],
      [3, 2],
    ])[1],
    "abbbbaa",
  );
});

const FULL = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]; // bytes that fill versions 1 to 10
const SEGNO = ["ca4e5f86", "6b3c728f", "29e68797", "9040f52b", "11f4048c", "170d10b7", "91c925bd", "8216411a", "21e02cee", "f8a692e4"];

test("the QR code is that of another encoder", () => {
  const codes = FULL.map((n) =>
    qrModules("x".repeat(n))
      .map((row) => row.map(Number).join(""))
      .join("\n"),
  );
  assert.deepEqual(
    codes.map((code) => createHash("sha256").update(code).digest("hex").slice(0, 8)),
    SEGNO,
  );
  assert.equal(qrModules("x".repeat(214)), null, "too long for a code of version 10");
});
