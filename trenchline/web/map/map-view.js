/** The window through which a map is looked at: dragged, pinched and zoomed. */

import { afterPaint, isPhone, motionPace, motionReduced } from "../common/dom.js";
import { typefaces } from "../common/typefaces.js";
import { groundIn } from "./ground-picture.js";
import { latticeOf, UNIT } from "./lattice.js";
import { LIVE_LAYERS } from "./live-layers.js";
import { drawBoard, letterBoard } from "./sheet.js";

/** @import { BoardDocument } from "../types.js" */
/** @import { Point } from "./curves.js" */

/** Milliseconds that the map must lie still before it is drawn sharp. */
const REST = 130;

/** Pixels of a cell below which a whole sheet is no first look. */
const READABLE = 30;

/** Pixels of a cell's height from which a distance of the eye begins. @type {[string, number][]} */
const DISTANCES = [["near", 100], ["mid", 50], ["far", READABLE], ["tiny", 0]];

/** Pixels from which tiny counters have the names of a map that is far: the large ones would cover them. */
const SMALL_NAMES = 24;

/**
 * What a drag that begins on a thing does instead of moving the map.
 * @typedef {{lift: (event: PointerEvent) => boolean, over: (label: string | null) => void, drop: (label: string | null, event: PointerEvent) => void}} Carry
 */

/**
 * A map in a container that can be dragged, pinched and zoomed. Emits `viewchange` ({k, lod}) whenever it moves.
 * The ground lies below as pictures (ground-picture.js), lettering and counters above as one SVG; each is only transformed as a whole.
 */
export class MapView extends EventTarget {
  /**
   * @param {HTMLElement} container
   * @param {BoardDocument} doc
   * @param {{onCell?: (label: string, event: PointerEvent) => void, onHover?: (label: string | null) => void, carry?: Carry}} [calls]
   */
  constructor(container, doc, { onCell, onHover, carry } = {}) {
    super();
    this.container = container;
    this.doc = doc;
    this.lattice = latticeOf(doc);
    this.onCell = onCell;
    this.onHover = onHover;
    this.carry = carry;
    this.svg = drawBoard(doc);
    /** @type {import("./ground-picture.js").GroundUnderMap | null} */ this._ground = null;
    const box = this.svg.viewBox.baseVal;
    this.paper = { x: box.x, y: box.y, w: box.width, h: box.height };
    /** @type {Record<string, SVGGElement>} */
    this.layers = Object.fromEntries(LIVE_LAYERS.map((name) => [name, /** @type {SVGGElement} */ (this.svg.querySelector(`.layer-${name}`))]));
    this.scale = 1; // pixels for a map unit
    this.left = 0; // where the map's origin lies in the container
    this.top = 0;
    this._shown = "";
    this._settling = 0;
    this._loose = false; // the paper may end inside the window
    this._moved = 0;
    /** @type {string | null} */ this._hovered = null;
    /** @type {Map<number, Point>} */ this._pointers = new Map();
    /** @type {{x: number, y: number, moved: boolean, carries: boolean, event: PointerEvent | null}} */ this._gesture = { x: 0, y: 0, moved: false, carries: false, event: null };
    /** @type {{scale: number, until: number} | null} where a zoom is going */ this._aim = null;
    this._base = 1; // the scale at which the sheet is laid out
    this._sharp = 1; // the scale at which it was drawn sharp
    this._size = { w: 1, h: 1 };
    this._quit = new AbortController();
    this._watch = new ResizeObserver(() => this._resized());
    this._motion = 0;
    container.classList.add("map-window");
    if (!container.hasAttribute("tabindex")) container.tabIndex = 0;
    this._listen();
    this.open();
    container.append(this.svg);
    this._unfold();
  }

  /** What stands on the map is seen first. Once that has been painted the sheet is drawn, piece by piece; the painter of the ground sets to work while it is being lettered. */
  async _unfold() {
    await Promise.all([typefaces(), afterPaint()]);
    if (!this._quit.signal.aborted) await Promise.all([this._lay(), letterBoard(this.svg, this.doc)]);
  }

  async _lay() {
    this._ground = await groundIn(this.container, this.doc, this.paper);
    if (this._quit.signal.aborted) return this._ground.destroy();
    this._ground.move({ scale: this.scale, left: this.left, top: this.top });
    if (!this._settling) this._ground.rest(this._shown === "near");
  }

  /* ---------------------------------------------------------------- where we look */

  /** The size of the window, asked of the browser: it lays out the whole page for that. */
  _measured() {
    return { w: this.container.clientWidth || 1, h: this.container.clientHeight || 1 };
  }

  get _whole() {
    const { w, h } = this._size;
    return Math.min(w / this.paper.w, h / this.paper.h);
  }

  /** The zoom: 1 shows the whole sheet. */
  get k() {
    return this.scale / this._whole;
  }

  /** The size of the window in pixels. */
  get size() {
    return this._size;
  }

  /** The picture of the whole sheet, once it has been painted. @returns {HTMLCanvasElement | null} */
  get sheetPicture() {
    return this._ground && "sheet" in this._ground ? this._ground.sheet.canvas : null;
  }

  /** Draw the ground as it is seen. @param {CanvasRenderingContext2D} pen */
  drawGround(pen) {
    this._ground?.draw(pen);
  }

  /** Bring a part of the map into sight, all of it and at once. @param {{x: number, y: number, wide: number, high: number}} part its middle and its size in map units */
  lookAtPart({ x, y, wide, high }) {
    this._stop();
    this._place(this._held(Math.min(this._size.w / wide, this._size.h / high)), x, y);
  }

  /** The part that is looked at: its middle and its size in map units. */
  get part() {
    return { ...this._middle(), wide: this._size.w / this.scale, high: this._size.h / this.scale };
  }

  /** Bring a point of the map to the middle, at once. @param {number} x @param {number} y */
  lookAt(x, y) {
    this._stop();
    this._place(this.scale, x, y);
  }

  /** How near the eye is, as the map is drawn now: tiny, far, mid or near. */
  get lod() {
    return this._shown;
  }

  /** The whole sheet, in the middle. */
  fit() {
    this._go(this._whole, this.paper.x + this.paper.w / 2, this.paper.y + this.paper.h / 2);
  }

  /** The first look: the whole sheet, or where that would be unreadable as much of it as fills the screen. */
  open() {
    const { w, h } = (this._size = this._measured());
    const fill = Math.max(w / this.paper.w, h / this.paper.h);
    const scale = this._whole * UNIT < READABLE ? Math.min(fill, 0.42) : this._whole;
    this._layOut(this._whole);
    this._sharp = scale;
    this._place(scale, this.paper.x + this.paper.w / 2, this.paper.y + this.paper.h / 2);
    this._showDistance();
    this._ground?.rest(this._shown === "near");
  }

  /**
   * Zoom, with a point of the map in the middle.
   * @param {number} k 1 shows the whole sheet
   * @param {number} [x] @param {number} [y]
   */
  zoomTo(k, x = this._middle().x, y = this._middle().y) {
    this._go(this._held(k * this._whole), x, y);
  }

  /** Zoom by a factor around a point of the screen. @param {number} factor @param {number} [clientX] @param {number} [clientY] @param {boolean} [smooth] */
  zoomBy(factor, clientX, clientY, smooth = true) {
    const box = this.container.getBoundingClientRect();
    const [px, py] = [(clientX ?? box.left + box.width / 2) - box.left, (clientY ?? box.top + box.height / 2) - box.top];
    const aim = this._held((this._aim && performance.now() < this._aim.until ? this._aim.scale : this.scale) * factor);
    const [mx, my] = [(px - this.left) / this.scale, (py - this.top) / this.scale];
    const start = this.scale;
    const step = (/** @type {number} */ t) => {
      const scale = start * (aim / start) ** t;
      this._set(scale, px - mx * scale, py - my * scale);
    };
    if (!smooth) {
      this._stop();
      return step(1);
    }
    this._aim = { scale: aim, until: performance.now() + 150 };
    this._animate(step, 150);
  }

  /** Move the map by so many pixels. @param {number} dx @param {number} dy @param {boolean} [smooth] */
  panBy(dx, dy, smooth = false) {
    const [left, top] = [this.left, this.top];
    if (smooth) this._animate((t) => this._set(this.scale, left + dx * t, top + dy * t), 120);
    else this._set(this.scale, left + dx, top + dy);
  }

  /** Bring a cell to the middle, at a zoom if one is given. @param {string} label @param {number} [k] */
  centreOn(label, k = this.k) {
    const p = this.pointOf(label);
    if (p) this._go(this._held(k * this._whole), p.x, p.y);
  }

  /**
   * Where a cell's middle lies: on the map, and on the screen now.
   * @param {string} label
   * @returns {{x: number, y: number, clientX: number, clientY: number} | null}
   */
  pointOf(label) {
    const at = this.middleOf(label);
    if (!at) return null;
    const box = this.container.getBoundingClientRect();
    const { x, y } = at;
    return { x, y, clientX: box.left + this.left + x * this.scale, clientY: box.top + this.top + y * this.scale };
  }

  /** Where a cell's middle lies on the map. @param {string} label */
  middleOf(label) {
    const i = this.lattice.index.get(label);
    return i === undefined ? null : this.lattice.centre(i);
  }

  /** Whether a cell's middle is in the window, not nearer to its rim than some pixels. @param {string} label @param {number} [rim] */
  inSight(label, rim = 0) {
    const at = this.middleOf(label);
    if (!at) return false;
    const { w, h } = this._size;
    const away = Math.min(rim, w / 5);
    const [x, y] = [this.left + at.x * this.scale, this.top + at.y * this.scale];
    return x > away && x < w - away && y > away && y < h - away;
  }

  /** The cell at a place on the screen. @param {number} clientX @param {number} clientY */
  cellAt(clientX, clientY) {
    const box = this.container.getBoundingClientRect();
    const i = this.lattice.at((clientX - box.left - this.left) / this.scale, (clientY - box.top - this.top) / this.scale);
    return i < 0 ? null : this.doc.cells[i].label;
  }

  _middle() {
    const { w, h } = this._size;
    return { x: (w / 2 - this.left) / this.scale, y: (h / 2 - this.top) / this.scale };
  }

  /** A scale within bounds: not smaller than the whole sheet, not larger than a cell of 420 pixels. @param {number} scale */
  _held(scale) {
    return Math.min(Math.max(4.2, this._whole), Math.max(this._whole, scale));
  }

  /* ---------------------------------------------------------------- moving */

  /** @param {number} scale @param {number} x @param {number} y */
  _place(scale, x, y) {
    const { w, h } = this._size;
    this._set(scale, w / 2 - x * scale, h / 2 - y * scale);
  }

  /** @param {number} scale @param {number} x @param {number} y */
  _go(scale, x, y) {
    const from = { scale: this.scale, ...this._middle() };
    this._animate((t) => this._place(from.scale * (scale / from.scale) ** t, from.x + (x - from.x) * t, from.y + (y - from.y) * t), 190);
  }

  /**
   * Run a motion from 0 to 1, easing out; at once where motion is not wanted or the map is not on show.
   * @param {(share: number) => void} step @param {number} duration
   */
  _animate(step, duration) {
    this._stop();
    if (motionReduced() || document.hidden) return step(1);
    const begin = performance.now();
    const lasting = duration * motionPace();
    const frame = (/** @type {number} */ now) => {
      const t = Math.min(1, Math.max(0, (now - begin) / lasting));
      step(1 - (1 - t) ** 3);
      this._motion = t < 1 ? requestAnimationFrame(frame) : 0;
    };
    this._motion = requestAnimationFrame(frame);
  }

  _stop() {
    cancelAnimationFrame(this._motion);
    this._motion = 0;
  }

  /** @param {number} scale @param {number} left @param {number} top */
  _set(scale, left, top) {
    const { w, h } = this._size;
    const p = this.paper;
    if (scale !== this.scale) this._loose = false;
    const hold = (/** @type {number} */ at, /** @type {number} */ room, /** @type {number} */ from, /** @type {number} */ size, /** @type {number | null} */ kept = null) => {
      const [low, high] = [room - (from + size) * scale, -from * scale];
      if (size * scale <= room) return kept ?? (low + high) / 2;
      return Math.min(high, Math.max(kept === null ? low : Math.min(low, kept), at));
    };
    if (this._shown && Math.abs(scale / this.scale - 1) > 1e-6) this._zooming(scale);
    this._moved = performance.now();
    this.scale = scale;
    this.left = hold(left, w, p.x, p.w);
    this.top = hold(top, h, p.y, p.h, this._loose ? this.top : null);
    this.svg.style.transform = `translate3d(${this.left + p.x * scale}px, ${this.top + p.y * scale}px, 0) scale(${scale / this._base})`;
    this._ground?.move({ scale, left: this.left, top: this.top });
    this._settling ||= window.setTimeout(() => this._rest(), REST);
    this._announce();
  }

  /** Lay the sheet out at a scale of its own; from there it is only stretched. @param {number} scale */
  _layOut(scale) {
    this._base = scale;
    this.svg.setAttribute("width", String(this.paper.w * scale));
    this.svg.setAttribute("height", String(this.paper.h * scale));
  }

  _announce() {
    this.dispatchEvent(new CustomEvent("viewchange", { detail: { k: this.k, lod: this.lod } }));
  }

  /**
   * While the scale changes, the browser is asked to stretch the picture it has; it is drawn sharp once the hand rests, or
   * when it has been stretched too far: zooming out, a sharp picture of everything that comes in sight would cost too much.
   * @param {number} scale
   */
  _zooming(scale) {
    const stretched = scale / this._sharp;
    if (stretched < 0.4 || stretched > 2.5) this._sharpen(scale);
    else this.svg.style.willChange = "transform";
  }

  /**
   * Settle if the map has lain still, else wait on. On a slow machine the timer comes due between two frames of one motion,
   * and wheel turns wait for the next frame: so the question is put there, where what the hand did has been let in.
   */
  _rest() {
    requestAnimationFrame(() => {
      if (!this._settling) return;
      const left = this._motion ? REST : REST - (performance.now() - this._moved);
      if (left > 0) this._settling = window.setTimeout(() => this._rest(), left);
      else this._settle();
    });
  }

  /** @param {number} scale */
  _sharpen(scale) {
    this._sharp = scale;
    this.svg.style.willChange = "";
  }

  _settle() {
    this._settling = 0;
    this._sharpen(this.scale);
    // Safari stretches what it laid out, however long the hand rests: there the sheet is laid out anew.
    if (/apple/i.test(navigator.vendor)) {
      this._layOut(this.scale);
      this._set(this.scale, this.left, this.top);
    }
    if (this._showDistance()) this._announce();
    this._ground?.rest(this._shown === "near");
  }

  /** Mark the map with the distance of the eye; whether that has changed. */
  _showDistance() {
    const lod = DISTANCES.find(([, from]) => this.scale * UNIT >= from)?.[0] ?? "tiny";
    this.svg.classList.toggle("small-names", lod === "tiny" && this.scale * UNIT >= SMALL_NAMES);
    if (lod === this._shown) return false;
    this._shown = lod;
    for (const [name] of DISTANCES) this.svg.classList.toggle(name, name === lod || (name === "far" && lod === "tiny"));
    return true;
  }

  /* ---------------------------------------------------------------- hands */

  _listen() {
    const { container } = this;
    const { signal } = this._quit;
    container.addEventListener("wheel", (e) => this._wheel(e), { passive: false, signal });
    container.addEventListener("pointerdown", (e) => this._press(e), { signal });
    container.addEventListener("pointermove", (e) => this._drag(e), { signal });
    container.addEventListener("pointerup", (e) => this._release(e), { signal });
    container.addEventListener("pointercancel", (e) => this._release(e, true), { signal });
    container.addEventListener("pointerleave", () => this._hover(null), { signal });
    container.addEventListener("keydown", (e) => this._key(e), { signal });
    this._watch.observe(container);
  }

  /** Take the map out of its container. */
  destroy() {
    this._stop();
    clearTimeout(this._settling);
    this._settling = 0;
    this._quit.abort();
    this._watch.disconnect();
    this._ground?.destroy();
    this.svg.remove();
  }

  _resized() {
    const { w, h } = this._measured();
    if (this._size.w === w && this._size.h === h) return;
    const before = this._size;
    if (before.w === w && isPhone()) return this._keepStill(h);
    const whole = Math.abs(this.scale - Math.min(before.w / this.paper.w, before.h / this.paper.h)) < 1e-6;
    if (whole) return this.open();
    this._size = { w, h };
    this._layOut(this._whole);
    const x = (before.w / 2 - this.left) / this.scale;
    const y = (before.h / 2 - this.top) / this.scale;
    this._place(this._held(this.scale), x, y);
  }

  /** On a phone the sheet below has changed its height: the map stays where it is, even if the paper now ends inside the window. @param {number} h */
  _keepStill(h) {
    this._size = { ...this._size, h };
    this._loose = true;
    this._announce();
  }

  /** @param {WheelEvent} event */
  _wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 400 : 1;
    // A pinch on a trackpad arrives as small wheel steps with ctrl held.
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.011 : 0.0022));
    this.zoomBy(Math.min(2, Math.max(0.5, factor)), event.clientX, event.clientY, !event.ctrlKey);
  }

  /** @param {PointerEvent} event */
  _press(event) {
    if (event.button > 0 && event.pointerType === "mouse" && event.button !== 1) return;
    this._stop();
    this._pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this._pointers.size === 1) this._gesture = { x: event.clientX, y: event.clientY, moved: false, carries: false, event };
    else this._gesture.moved = true;
  }

  /** @param {PointerEvent} event */
  _drag(event) {
    const was = this._pointers.get(event.pointerId);
    if (!was) {
      if (event.pointerType !== "touch") this._hover(this.cellAt(event.clientX, event.clientY));
      return;
    }
    const far = Math.hypot(event.clientX - this._gesture.x, event.clientY - this._gesture.y);
    if (!this._gesture.moved && far < (event.pointerType === "touch" ? 9 : 4)) return;
    if (!this._gesture.moved && this._pointers.size === 1) this._gesture.carries = Boolean(this._gesture.event && this.carry?.lift(this._gesture.event));
    if (!this._gesture.moved || !this.container.hasPointerCapture(event.pointerId)) {
      this._gesture.moved = true;
      this.container.classList.add("dragging");
      // Only now: a captured pointer would hide from the app what was clicked.
      this.container.setPointerCapture(event.pointerId);
    }
    if (this._gesture.carries) this.carry?.over(this.cellAt(event.clientX, event.clientY));
    else if (this._pointers.size === 2) this._pinch(event);
    else this.panBy(event.clientX - was.x, event.clientY - was.y);
    this._pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  _pinch(event) {
    const [id] = [...this._pointers.keys()].filter((k) => k !== event.pointerId);
    const other = this._pointers.get(id);
    const was = this._pointers.get(event.pointerId);
    if (!other || !was) return;
    const spread = (/** @type {Point} */ p) => Math.hypot(p.x - other.x, p.y - other.y) || 1;
    const now = { x: event.clientX, y: event.clientY };
    this.panBy((now.x - was.x) / 2, (now.y - was.y) / 2);
    this.zoomBy(spread(now) / spread(was), (now.x + other.x) / 2, (now.y + other.y) / 2, false);
  }

  /** @param {PointerEvent} event @param {boolean} [cancelled] */
  _release(event, cancelled = false) {
    if (!this._pointers.delete(event.pointerId)) return;
    if (this._pointers.size) return;
    this.container.classList.remove("dragging");
    const label = this.cellAt(event.clientX, event.clientY);
    if (this._gesture.carries) this.carry?.drop(cancelled ? null : label, event);
    if (cancelled || this._gesture.moved) return;
    if (label) this.onCell?.(label, event);
  }

  /** @param {string | null} label */
  _hover(label) {
    if (label === this._hovered) return;
    this._hovered = label;
    this.onHover?.(label);
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && event.target.closest("input, textarea, select"))) return;
    const step = event.shiftKey ? 320 : 110;
    /** @type {Record<string, () => void>} */
    const acts = {
      "+": () => this.zoomBy(1.35), "=": () => this.zoomBy(1.35), "-": () => this.zoomBy(1 / 1.35), _: () => this.zoomBy(1 / 1.35), 0: () => this.fit(),
      ArrowLeft: () => this.panBy(step, 0, true), ArrowRight: () => this.panBy(-step, 0, true),
      ArrowUp: () => this.panBy(0, step, true), ArrowDown: () => this.panBy(0, -step, true),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
