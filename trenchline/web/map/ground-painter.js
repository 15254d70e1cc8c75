/**
 * The painter of the ground, a worker: draws any part of the sheet at any scale, so that the page never waits for it.
 * It is told the engraving of each look once, then asked for pictures one by one.
 */

/** @typedef {import("./ground-strokes.js").Engraving} Engraving */
/** @typedef {import("./ground-strokes.js").Stroke} Stroke */
/** @typedef {import("./ground-strokes.js").Order} Order */

/** Pixels of a pattern's tile for a pixel of the picture: it is turned when laid, and would lose its edge otherwise. */
const FINE = 2;
const LARGEST_TILE = 1024;

/** @type {Map<string, Engraving & {image?: ImageBitmap}>} */
const looks = new Map();
/** @type {WeakMap<object, Path2D>} */
const paths = new WeakMap();

self.addEventListener("message", ({ data }) => {
  if (data.engraving) looks.set(data.look, { ...data.engraving, image: data.image });
  else {
    const sheet = looks.get(data.look);
    if (!sheet) return;
    const picture = _paint(sheet, data);
    self.postMessage({ order: data, picture }, { transfer: [picture] });
  }
});

/** @param {Engraving & {image?: ImageBitmap}} sheet @param {Order} order */
function _paint(sheet, { scale, x, y, w, h }) {
  const canvas = new OffscreenCanvas(w, h);
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
  const base = new DOMMatrix([scale, 0, 0, scale, x, y]);
  pen.setTransform(base);
  pen.fillStyle = sheet.colour;
  pen.fillRect(-x / scale, -y / scale, w / scale, h / scale);
  pen.beginPath();
  pen.rect(sheet.field.x, sheet.field.y, sheet.field.w, sheet.field.h);
  pen.clip();
  if (sheet.relief && sheet.image) {
    const { box } = sheet.relief;
    pen.drawImage(sheet.image, box.x, box.y, box.w, box.h);
  }
  for (const stroke of sheet.strokes) _draw(pen, stroke, base);
  return canvas.transferToImageBitmap();
}

/** @param {OffscreenCanvasRenderingContext2D} pen @param {Stroke} stroke @param {DOMMatrix} base */
function _draw(pen, stroke, base) {
  const path = paths.get(stroke) ?? new Path2D(stroke.d);
  paths.set(stroke, path);
  pen.setTransform(base.multiply(new DOMMatrix(stroke.matrix)));
  if (stroke.fill || stroke.pattern) {
    pen.globalAlpha = stroke.fillAlpha;
    pen.fillStyle = stroke.pattern ? _tiles(pen, stroke.pattern, base.a) : stroke.fill;
    pen.fill(path, stroke.rule);
  }
  if (stroke.stroke) {
    pen.globalAlpha = stroke.strokeAlpha;
    pen.strokeStyle = stroke.stroke;
    pen.lineWidth = stroke.width;
    pen.lineCap = stroke.cap;
    pen.lineJoin = stroke.join;
    pen.miterLimit = stroke.miter;
    pen.setLineDash(stroke.dash);
    pen.stroke(path);
  }
}

/** @param {OffscreenCanvasRenderingContext2D} pen @param {import("./ground-strokes.js").Pattern} pattern @param {number} scale */
function _tiles(pen, { width, height, matrix, strokes }, scale) {
  const [w, h] = [width, height].map((size) => Math.min(LARGEST_TILE, Math.ceil(size * scale * FINE)));
  const tile = new OffscreenCanvas(w, h);
  const fine = /** @type {OffscreenCanvasRenderingContext2D} */ (tile.getContext("2d"));
  const base = new DOMMatrix([w / width, 0, 0, h / height, 0, 0]);
  for (const stroke of strokes) _draw(fine, stroke, base);
  const laid = pen.createPattern(tile, "repeat");
  if (!laid) return "";
  laid.setTransform(new DOMMatrix(matrix).scale(width / w, height / h));
  return laid;
}
