/** GIF89a: pictures one after the other, each with a palette of its own; what has not changed since the last one is not sent again. Pure logic, no page. */

/** @typedef {{palette: Uint8Array, indexOf: Map<number, number>}} Colours red, green and blue of each colour; the number of the colour for each bin */
/** @typedef {{x: number, y: number, w: number, h: number}} Part of a picture */

const MOST_COLOURS = 255; // one more is for what is seen through
const HUNDREDTHS = 10; // ms

export class GifWriter {
  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.width = width;
    this.height = height;
    /** @type {Uint8Array[]} */ this.parts = [];
    /** @type {Uint32Array | null} the last picture, as it was given */ this.before = null;
    this._say("GIF89a", word(width), word(height), [0x70, 0, 0]); // no palette for all
    this._say([0x21, 0xff, 11], "NETSCAPE2.0", [3, 1, 0, 0, 0]); // again and again
  }

  /** @param {(string | number[] | Uint8Array)[]} bits */
  _say(...bits) {
    for (const bit of bits) this.parts.push(typeof bit === "string" ? Uint8Array.from(bit, (letter) => letter.charCodeAt(0)) : Uint8Array.from(bit));
  }

  /** One more picture. @param {Uint8ClampedArray | Uint8Array} rgba @param {number} delay ms it is shown */
  add(rgba, delay) {
    const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, this.width * this.height);
    const part = changedPart(pixels, this.before, this.width, this.height);
    const { palette, indexOf } = coloursOf(pixels, this.before, this.width, part);
    const clear = palette.length / 3; // the number of what is seen through
    const bits = Math.max(2, Math.ceil(Math.log2(clear + 1)));
    const table = new Uint8Array(3 << bits);
    table.set(palette);
    const indices = new Uint8Array(part.w * part.h);
    for (let y = 0, to = 0; y < part.h; y++) {
      for (let x = 0, at = (part.y + y) * this.width + part.x; x < part.w; x++, at++, to++) {
        indices[to] = this.before?.[at] === pixels[at] ? clear : /** @type {number} */ (indexOf.get(binOf(pixels[at])));
      }
    }
    const hundredths = Math.max(2, Math.round(delay / HUNDREDTHS));
    this._say([0x21, 0xf9, 4, 0x05], word(hundredths), [clear, 0]); // what was drawn stays
    this._say([0x2c], word(part.x), word(part.y), word(part.w), word(part.h), [0x80 | (bits - 1)], table, [bits]);
    const data = packed(indices, bits);
    for (let at = 0; at < data.length; at += 255) this._say([Math.min(255, data.length - at)], data.subarray(at, at + 255));
    this._say([0]);
    this.before = pixels.slice();
  }

  /** @returns {Uint8Array<ArrayBuffer>} the whole file */
  finish() {
    this._say([0x3b]);
    const whole = new Uint8Array(this.parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of this.parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }
}

/** @param {number} value */
function word(value) {
  return [value & 255, value >> 8];
}

/** Of a colour as it lies in memory (alpha, blue, green, red) five bits each. @param {number} pixel */
function binOf(pixel) {
  return ((pixel & 0xf8) << 7) | ((pixel >> 6) & 0x3e0) | ((pixel >> 19) & 0x1f);
}

/** The smallest part that holds all that has changed; a corner where nothing has. @param {Uint32Array} now @param {Uint32Array | null} before @param {number} width @param {number} height @returns {Part} */
function changedPart(now, before, width, height) {
  if (!before) return { x: 0, y: 0, w: width, h: height };
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (now[at] === before[at]) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right < 0 ? { x: 0, y: 0, w: 1, h: 1 } : { x: left, y: top, w: right - left + 1, h: bottom - top + 1 };
}

/**
 * The colours for what has changed, by median cut: the bins of colours are halved where they differ most until there are enough.
 * @param {Uint32Array} now @param {Uint32Array | null} before @param {number} width @param {Part} part @returns {Colours}
 */
function coloursOf(now, before, width, part) {
  const counts = new Float64Array(1 << 15);
  const sums = [new Float64Array(1 << 15), new Float64Array(1 << 15), new Float64Array(1 << 15)];
  for (let y = part.y; y < part.y + part.h; y++) {
    for (let x = part.x, at = y * width + part.x; x < part.x + part.w; x++, at++) {
      const pixel = now[at];
      if (before?.[at] === pixel) continue;
      const bin = binOf(pixel);
      counts[bin] += 1;
      for (let c = 0; c < 3; c++) sums[c][bin] += (pixel >> (8 * c)) & 255;
    }
  }
  const used = Array.from(counts.keys()).filter((bin) => counts[bin]);
  const boxes = cutInBoxes(used, counts);
  const palette = new Uint8Array(3 * Math.max(1, boxes.length));
  /** @type {Map<number, number>} */ const indexOf = new Map();
  boxes.forEach((bins, number) => {
    const weight = bins.reduce((sum, bin) => sum + counts[bin], 0);
    for (let c = 0; c < 3; c++) palette[3 * number + c] = Math.round(bins.reduce((sum, bin) => sum + sums[c][bin], 0) / weight);
    for (const bin of bins) indexOf.set(bin, number);
  });
  return { palette, indexOf };
}

/** @param {number[]} used bins @param {Float64Array} counts @returns {number[][]} */
function cutInBoxes(used, counts) {
  const levels = [(/** @type {number} */ bin) => bin >> 10, (/** @type {number} */ bin) => (bin >> 5) & 31, (/** @type {number} */ bin) => bin & 31];
  const measured = (/** @type {number[]} */ bins) => {
    const spans = levels.map((level) => {
      let [low, high] = [31, 0];
      for (const bin of bins) {
        const at = level(bin);
        if (at < low) low = at;
        if (at > high) high = at;
      }
      return high - low;
    });
    const axis = spans.indexOf(Math.max(...spans));
    const weight = bins.reduce((sum, bin) => sum + counts[bin], 0);
    return { bins, axis, worth: spans[axis] * Math.sqrt(weight) };
  };
  const boxes = used.length ? [measured(used)] : [];
  while (boxes.length < MOST_COLOURS) {
    const best = boxes.reduce((found, box, i) => (box.worth > (boxes[found]?.worth ?? 0) ? i : found), -1);
    if (best < 0) break; // each box is one colour
    const { bins, axis } = boxes[best];
    const sorted = [...bins].sort((a, b) => levels[axis](a) - levels[axis](b));
    const half = sorted.reduce((sum, bin) => sum + counts[bin], 0) / 2;
    let cut = 0;
    for (let sum = 0; cut < sorted.length - 1 && sum < half; cut++) sum += counts[sorted[cut]];
    cut = Math.max(1, cut);
    boxes.splice(best, 1, measured(sorted.slice(0, cut)), measured(sorted.slice(cut)));
  }
  return boxes.map((box) => box.bins);
}

const LONGEST_CODES = 4096;

/** LZW as GIF has it: codes grow with the table, which begins anew when it is full. @param {Uint8Array} indices @param {number} bits of an index @returns {Uint8Array} */
export function packed(indices, bits) {
  const out = new Uint8Array(Math.ceil(indices.length * 1.6) + 16);
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  let [at, room, held] = [0, 0, 0]; // bytes written; bits that wait in `held`
  let width = bits + 1;
  let next = end + 1;
  /** @type {Map<number, number>} a code and the index that follows it: the code for both */ let table = new Map();
  const say = (/** @type {number} */ code) => {
    held |= code << room;
    room += width;
    while (room >= 8) {
      out[at++] = held & 255;
      held >>>= 8;
      room -= 8;
    }
  };
  say(clear);
  let code = indices[0];
  for (let i = 1; i < indices.length; i++) {
    const both = (code << 8) | indices[i];
    const known = table.get(both);
    if (known !== undefined) {
      code = known;
      continue;
    }
    say(code);
    if (next < LONGEST_CODES) {
      table.set(both, next);
      if (next === 1 << width) width += 1;
      next += 1;
    } else {
      say(clear);
      table = new Map();
      width = bits + 1;
      next = end + 1;
    }
    code = indices[i];
  }
  say(code);
  say(end);
  if (room) out[at++] = held & 255;
  return out.slice(0, at);
}
