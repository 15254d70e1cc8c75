/**
 * The ground under the map as pictures: one of the whole sheet, and over it a sharp one of what is in sight. Moving the map only
 * moves and stretches them; a painter off the page (ground-painter.js) makes them anew. Drawn as SVG the ground was drawn again at
 * each step of a zoom, a tenth of a second each time.
 */

import { fileAt } from "../common/files.js";
import { engravingOf, groundOf } from "./sheet.js";

/** @import { BoardDocument } from "../types.js" */
/** @import { Box } from "./curves.js" */
/** @typedef {{canvas: HTMLCanvasElement, pen: ImageBitmapRenderingContext, at: (Box & {scale: number}) | null, order: Order | null}} Place where a picture
 *   hangs, which part of the map it shows, and what was ordered */
/** @typedef {import("./ground-strokes.js").Order} Order */
/** @typedef {{scale: number, left: number, top: number}} Look pixels for a map unit, and where the map's origin lies in the window */

/** What is painted beyond each rim of the window, as a share of it, so that the map can be dragged some way. */
const MARGIN = 0.25;
/** Pixels a picture may have. */
const MOST = 12e6;
/** How far the sharp picture may be stretched or shrunk in a motion before a new one is asked for. */
const STRETCH = 3;

/** @typedef {Plain | Picture} GroundUnderMap */

/** @param {HTMLElement} container which holds the map already: the ground lies under it @param {BoardDocument} doc @param {Box} paper */
export async function groundIn(container, doc, paper) {
  return "OffscreenCanvas" in globalThis && "Worker" in globalThis ? new Picture(container, doc, paper) : new Plain(container, await groundOf(doc), paper);
}

/** The ground as SVG, for browsers that cannot paint off the page. */
class Plain {
  /** @param {HTMLElement} container @param {SVGSVGElement} svg @param {Box} paper */
  constructor(container, svg, paper) {
    this.paper = paper;
    /** @type {Look} */ this.look = { scale: 1, left: 0, top: 0 };
    this.base = 0;
    this.svg = svg;
    container.insertBefore(svg, container.lastElementChild);
  }

  /** @param {Look} look */
  move(look) {
    this.look = look;
    if (!this.base) return this._layOut();
    const { scale, left, top } = look;
    this.svg.style.transform = `translate3d(${left + this.paper.x * scale}px, ${top + this.paper.y * scale}px, 0) scale(${scale / this.base})`;
  }

  /** @param {boolean} near */
  rest(near) {
    this.svg.classList.toggle("near", near);
    this._layOut();
  }

  _layOut() {
    this.base = this.look.scale;
    this.svg.setAttribute("width", String(this.paper.w * this.base));
    this.svg.setAttribute("height", String(this.paper.h * this.base));
    this.move(this.look);
  }

  /** Where nothing can be painted off the page, the ground is not drawn on a canvas either. */
  draw() {}

  destroy() {
    this.svg.remove();
  }
}

class Picture {
  /** @param {HTMLElement} container @param {BoardDocument} doc @param {Box} paper */
  constructor(container, doc, paper) {
    this.container = container;
    this.doc = doc;
    this.paper = paper;
    /** @type {Look} */
    this.look = { scale: 1, left: 0, top: 0 };
    this.near = false;
    this.still = false;
    this.painting = false;
    /** Looks that the painter knows. @type {Set<string>} */
    this.told = new Set();
    this.sheet = _canvas(container);
    this.view = _canvas(container);
    this.painter = new Worker(fileAt("map/ground-painter.js"), { type: "module" });
    this.painter.addEventListener("message", ({ data }) => this._hang(data.order, data.picture));
  }

  destroy() {
    this.painter.terminate();
    this.sheet.canvas.remove();
    this.view.canvas.remove();
  }

  /** The pictures as they hang. @param {CanvasRenderingContext2D} pen */
  draw(pen) {
    const { scale, left, top } = this.look;
    for (const { canvas, at } of [this.sheet, this.view]) if (at) pen.drawImage(canvas, left + at.x * scale, top + at.y * scale, at.w * scale, at.h * scale);
  }

  /** The map has moved. @param {Look} look */
  move(look) {
    this.look = look;
    this.still = false;
    this._place(this.sheet);
    this._place(this.view);
    this._ask();
  }

  /** The map lies still: what is in sight is wanted sharp. @param {boolean} near whether it is drawn for a near eye */
  rest(near) {
    this.near = near;
    this.still = true;
    this._ask();
  }

  /** Put a picture where its part of the map lies now. @param {Place} place */
  _place({ canvas, at }) {
    if (!at) return;
    const { scale, left, top } = this.look;
    canvas.style.transform = `translate3d(${left + at.x * scale}px, ${top + at.y * scale}px, 0) scale(${scale / at.scale})`;
  }

  /* ---------------------------------------------------------------- what is wanted */

  /** The part of the sheet in the window, in map units, and so many pixels around it. @param {number} around */
  _inSight(around) {
    const { scale, left, top } = this.look;
    const { x, y, w, h } = this.paper;
    const { clientWidth, clientHeight } = this.container;
    return {
      x0: Math.max(x, (-around - left) / scale), y0: Math.max(y, (-around - top) / scale),
      x1: Math.min(x + w, (clientWidth + around - left) / scale), y1: Math.min(y + h, (clientHeight + around - top) / scale),
    };
  }

  /** Pixels painted beyond each rim of the window, fewer where the window is very large. */
  get _margin() {
    const { clientWidth: w, clientHeight: h } = this.container;
    const room = w * h * devicePixelRatio ** 2;
    return Math.max(0, Math.min(MARGIN, (Math.sqrt(MOST / room) - 1) / 2)) * Math.min(w, h);
  }

  /** Whether the sharp picture holds all of the sheet that is in sight, and so many pixels around it. @param {number} around */
  _covers(around) {
    const { at } = this.view;
    if (!at) return false;
    const seen = this._inSight(around);
    const hair = 0.01 / at.scale; // what is lost in reckoning: a hundredth of a pixel
    return at.x <= seen.x0 + hair && at.y <= seen.y0 + hair && at.x + at.w >= seen.x1 - hair && at.y + at.h >= seen.y1 - hair;
  }

  /** Whether the sharp picture will do: for a map in motion roughly, for one at rest each pixel on one of the screen. */
  _serves() {
    const { at, order } = this.view;
    if (!at) return false;
    const stretched = this.look.scale * devicePixelRatio / at.scale;
    if (!this.still) return this._covers(0) ? stretched < STRETCH : stretched < 1 && stretched > 1 / STRETCH;
    const between = (/** @type {number} */ v) => Math.abs(v - Math.round(v)) > 0.02;
    return Math.abs(stretched - 1) < 1e-6 && order?.look === this._lookName && this._covers(this._margin / 3) &&
      !between((this.look.left + at.x * this.look.scale) * devicePixelRatio) && !between((this.look.top + at.y * this.look.scale) * devicePixelRatio);
  }

  get _lookName() {
    return this.near ? "near" : "far";
  }

  /** @returns {Order} */
  _viewOrder() {
    const dpr = devicePixelRatio;
    const { scale, left, top } = this.look;
    const part = this._inSight(this._margin);
    const [x0, y0] = [Math.floor((left + part.x0 * scale) * dpr), Math.floor((top + part.y0 * scale) * dpr)];
    const [x1, y1] = [Math.ceil((left + part.x1 * scale) * dpr), Math.ceil((top + part.y1 * scale) * dpr)];
    return { name: "view", look: this._lookName, scale: scale * dpr, x: left * dpr - x0, y: top * dpr - y0, w: Math.max(1, x1 - x0), h: Math.max(1, y1 - y0) };
  }

  /** The whole sheet, twice as large as it would fill the window. @returns {Order} */
  _sheetOrder() {
    const { x, y, w, h } = this.paper;
    const fill = Math.min(this.container.clientWidth / w, this.container.clientHeight / h) * devicePixelRatio;
    const scale = Math.min(2 * fill, Math.sqrt(MOST / 2 / (w * h)));
    return { name: "sheet", look: "far", scale, x: -x * scale, y: -y * scale, w: Math.ceil(w * scale), h: Math.ceil(h * scale) };
  }

  /* ---------------------------------------------------------------- the painter */

  /** Ask for what is wanted most; for one picture at a time, since meanwhile another may be wanted. */
  async _ask() {
    if (!this.container.clientWidth || !this.container.clientHeight) return;
    const serves = this._serves();
    this.container.toggleAttribute("data-sharp", serves && this.still);
    if (this.painting) return;
    const [place, order] = serves ? [this.sheet, this._sheetOrder()] : [this.view, this._viewOrder()];
    if ((serves && !this.still) || JSON.stringify(order) === JSON.stringify(place.order)) return;
    this.painting = true;
    if (!this.told.has(order.look)) {
      this.told.add(order.look);
      this.painter.postMessage({ look: order.look, ...(await _told(this.doc, order.look)) });
    }
    this.painter.postMessage(order);
  }

  /** A picture has come. @param {Order} order @param {ImageBitmap} picture */
  _hang(order, picture) {
    const { scale } = order;
    const place = order.name === "view" ? this.view : this.sheet;
    place.order = order;
    place.at = { x: -order.x / scale, y: -order.y / scale, w: order.w / scale, h: order.h / scale, scale };
    place.canvas.width = order.w;
    place.canvas.height = order.h;
    place.pen.transferFromImageBitmap(picture);
    this._place(place);
    if (place === this.sheet) this.container.dispatchEvent(new CustomEvent("sheet"));
    this.painting = false;
    this._ask();
  }
}

/**
 * A place for a picture, empty yet.
 * @param {HTMLElement} container @returns {Place}
 */
function _canvas(container) {
  const canvas = document.createElement("canvas");
  canvas.className = "map-picture";
  canvas.width = canvas.height = 0;
  container.insertBefore(canvas, container.lastElementChild);
  const pen = canvas.getContext("bitmaprenderer", { alpha: false });
  if (!pen) throw new Error("This browser hangs no pictures.");
  return { canvas, pen, at: null, order: null };
}

/** What the painter must know of a look: the strokes, and the shaded relief as it is. @param {BoardDocument} doc @param {string} look */
async function _told(doc, look) {
  const engraving = await engravingOf(doc, look);
  if (!engraving.relief) return { engraving };
  const image = new Image();
  image.src = engraving.relief.href;
  await image.decode();
  return { engraving, image: await createImageBitmap(image) };
}
