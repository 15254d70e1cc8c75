/** The GIF encoder, against a decoder written from the format's description. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { GifWriter, packed } from "../../trenchline/web/share/gif.js";

/** What a GIF shows, picture by picture. @param {Uint8Array} bytes */
function shown(bytes) {
  let at = 0;
  const byte = () => bytes[at++];
  const word = () => byte() + 256 * byte();
  const text = (n) => String.fromCharCode(...Array.from({ length: n }, byte));
  assert.equal(text(6), "GIF89a");
  const [width, height] = [word(), word()];
  assert.equal(byte() & 0x80, 0);
  at += 2;
  const blocks = () => {
    const found = [];
    for (let n = byte(); n; n = byte()) for (let i = 0; i < n; i++) found.push(byte());
    return found;
  };
  const canvas = new Uint8Array(3 * width * height);
  const pictures = [];
  let [delay, through, loops] = [0, -1, false];
  for (let mark = byte(); mark !== 0x3b; mark = byte()) {
    if (mark === 0x21 && byte() === 0xf9) {
      assert.equal(byte(), 4);
      const flags = byte();
      delay = word();
      const clear = byte();
      through = flags & 1 ? clear : -1;
      assert.equal(byte(), 0);
    } else if (mark === 0x21) loops = String.fromCharCode(...blocks()).startsWith("NETSCAPE2.0");
    else {
      assert.equal(mark, 0x2c);
      const [x, y, w, h, flags] = [word(), word(), word(), word(), byte()];
      assert.ok(x + w <= width && y + h <= height);
      const palette = bytes.subarray(at, (at += 3 << ((flags & 7) + 1)));
      const bits = byte();
      const indices = unpacked(blocks(), bits);
      assert.equal(indices.length, w * h);
      indices.forEach((index, i) => {
        if (index !== through) canvas.set(palette.subarray(3 * index, 3 * index + 3), 3 * ((y + Math.floor(i / w)) * width + x + (i % w)));
      });
      pictures.push({ delay, colours: Array.from(canvas), part: [x, y, w, h] });
    }
  }
  assert.equal(at, bytes.length);
  return { width, height, loops, pictures };
}

/** @param {number[]} bytes @param {number} bits */
function unpacked(bytes, bits) {
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  let [width, table, before, at] = [bits + 1, [], null, 0];
  const out = [];
  for (;;) {
    let code = 0;
    for (let i = 0; i < width; i++, at++) code |= ((bytes[at >> 3] >> (at & 7)) & 1) << i;
    if (code === clear) {
      table = Array.from({ length: clear + 2 }, (_, i) => [i]);
      [width, before] = [bits + 1, null];
      continue;
    }
    if (code === end) return out;
    const run = table[code] ?? [...before, before[0]];
    assert.ok(code <= table.length, "no code before it can be known");
    out.push(...run);
    if (before && table.length < 4096) table.push([...before, run[0]]);
    if (table.length === 1 << width && width < 12) width += 1;
    before = run;
  }
}

/** Numbers that look like chance and are the same each time. @param {number} n @param {number} most */
function noise(n, most) {
  let state = 7;
  return Uint8Array.from({ length: n }, () => (state = (state * 1103515245 + 12345) & 0x7fffffff) >> 16).map((v) => v % most);
}

/** @param {number} n @param {(i: number) => number[]} colour */
const picture = (n, colour) => Uint8ClampedArray.from(Array.from({ length: n }, (_, i) => [...colour(i), 255]).flat());

test("every code width, the full table and what comes after it can be read back", () => {
  for (const [length, bits] of [
    [1, 2],
    [2, 2],
    [300, 2],
    [9000, 4],
    [60000, 8],
  ]) {
    const given = noise(length, 1 << bits);
    assert.deepEqual(unpacked([...packed(given, bits)], bits), [...given], `${length} of ${bits} bits`);
  }
  assert.deepEqual(unpacked([...packed(new Uint8Array(70000).fill(3), 2)], 2).length, 70000, "one long run");
});

test("few colours come back as they were, and only what has changed is sent", () => {
  const first = picture(12, (i) => (i % 2 ? [250, 10, 0] : [0, 0, 255]));
  const second = first.slice();
  second.set([7, 200, 100, 255], 4 * 6);
  const gif = new GifWriter(4, 3);
  gif.add(first, 500);
  gif.add(second, 40);
  gif.add(second, 1);
  const { width, height, loops, pictures } = shown(gif.finish());
  assert.deepEqual([width, height, loops], [4, 3, true]);
  const rgb = (rgba) => Array.from(rgba).filter((_, i) => i % 4 < 3);
  assert.deepEqual(
    pictures.map((p) => p.colours),
    [rgb(first), rgb(second), rgb(second)],
  );
  assert.deepEqual(
    pictures.map((p) => p.part),
    [
      [0, 0, 4, 3],
      [2, 1, 1, 1],
      [0, 0, 1, 1],
    ],
  );
  assert.deepEqual(
    pictures.map((p) => p.delay),
    [50, 4, 2],
    "hundredths of a second; less than two is not kept by browsers",
  );
});

test("of many colours each pixel keeps one that is near", () => {
  const [w, h] = [64, 64];
  const given = picture(w * h, (i) => [(i % w) * 4, Math.floor(i / w) * 4, ((i * 7) % 64) * 4]);
  const gif = new GifWriter(w, h);
  gif.add(given, 100);
  const [{ colours }] = shown(gif.finish()).pictures;
  const far = colours.map((value, i) => Math.abs(value - given[4 * Math.floor(i / 3) + (i % 3)]));
  assert.ok(far.reduce((sum, d) => sum + d, 0) / far.length < 16, "on the average");
  const grey = new GifWriter(w, h);
  grey.add(
    picture(w * h, (i) => [i % 256, i % 256, i % 256]),
    100,
  );
  assert.ok(shown(grey.finish()).pictures[0].colours.every((value, i) => Math.abs(value - (Math.floor(i / 3) % 256)) <= 7));
});
