/** A small map of the whole sheet in a corner of the window while the eye is near: what stands where, and what is in sight. A press on it moves the view. */

import { lookOf } from "../common/looks.js";
import { shapeOf } from "./counter-signs.js";
import { latticeOf } from "./lattice.js";
import { shapes } from "./live-layers.js";

/** @import { BoardDocument } from "../types.js" */

const LARGEST = 190; // pixels of its longer side
const SHARE = 0.28; // of the shorter side of the window
const SMALLEST = 84; // pixels: a smaller one tells nothing
const NEAR = 1.12; // the zoom from which part of the sheet is out of sight
const DOT = 1.5; // how much larger than on the sheet a stack is drawn

export class Overview {
  /** @param {import("./map-view.js").MapView} mapView @param {BoardDocument} board */
  constructor(mapView, board) {
    this.mapView = mapView;
    this.board = board;
    this.lattice = latticeOf(board);
    const { x, y, w, h } = mapView.paper;
    this.ground = document.createElement("canvas");
    const [svg] = shapes(`<svg class="trench-map" viewBox="${x} ${y} ${w} ${h}"><g class="stacks"></g></svg>`);
    this.stacks = /** @type {SVGGElement} */ (svg.querySelector(".stacks"));
    this.frame = document.createElement("div"); // of its own: while the map is dragged nothing is painted anew
    this.frame.className = "in-sight";
    this.element = document.createElement("div");
    this.element.className = "overview";
    this.element.dataset.testid = "overview";
    this.element.setAttribute("aria-hidden", "true"); // keys move the map, and words tell what is where
    this.element.hidden = true;
    this.element.append(this.ground, svg, this.frame);
    this.corner = "";
    this.wide = 0; // pixels
    this.listen();
  }

  listen() {
    const { mapView, element } = this;
    mapView.addEventListener("viewchange", () => this.follow());
    mapView.container.addEventListener("sheet", () => this.paint());
    for (const kind of ["pointerdown", "pointermove", "pointerup", "click", "contextmenu", "dblclick"]) {
      element.addEventListener(kind, (event) => event.stopPropagation()); // the map below is not meant
    }
    element.addEventListener("pointerdown", (event) => {
      element.setPointerCapture(event.pointerId);
      this.look(event);
    });
    element.addEventListener("pointermove", (event) => element.hasPointerCapture(event.pointerId) && this.look(event));
  }

  /** Bring the place that is pressed to the middle. @param {PointerEvent} event */
  look(event) {
    const box = this.element.getBoundingClientRect();
    const { x, y, w, h } = this.mapView.paper;
    this.mapView.lookAt(x + ((event.clientX - box.left) / box.width) * w, y + ((event.clientY - box.top) / box.height) * h);
  }

  /** The stacks of each nation. @param {Iterable<[string, string]>} standing cells, each with the nation that stands there */
  show(standing) {
    const seen = new Set();
    let out = "";
    for (const [cell, nation] of standing) {
      const i = this.lattice.index.get(cell);
      if (i === undefined || seen.has(`${i} ${nation}`)) continue;
      seen.add(`${i} ${nation}`);
      const { palette, mark } = lookOf(this.board.looks, nation);
      out += `<path class="stack" data-palette="${palette}" transform="translate(${this.lattice.x[i].toFixed(0)} ${this.lattice.y[i].toFixed(0)}) scale(${DOT})" d="${shapeOf(mark).block}"/>`;
    }
    this.stacks.replaceChildren(...shapes(out));
  }

  /** The map has been moved, zoomed or resized. */
  follow() {
    const { mapView, element } = this;
    const { size, scale, left, top, paper } = mapView;
    const longest = Math.min(LARGEST, SHARE * Math.min(size.w, size.h));
    const was = element.hidden;
    element.hidden = mapView.k < NEAR || longest < SMALLEST;
    if (element.hidden) return;
    const fit = longest / Math.max(paper.w, paper.h);
    const wide = Math.round(paper.w * fit);
    if (this.wide !== wide) {
      this.wide = wide;
      element.style.width = `${wide}px`;
      element.style.height = `${Math.round(paper.h * fit)}px`;
      this.paint();
    } else if (was) this.paint();
    const [x0, y0] = [Math.max(paper.x, -left / scale), Math.max(paper.y, -top / scale)];
    const [x1, y1] = [Math.min(paper.x + paper.w, (size.w - left) / scale), Math.min(paper.y + paper.h, (size.h - top) / scale)];
    const { style } = this.frame;
    style.transform = `translate(${((x0 - paper.x) * fit).toFixed(1)}px, ${((y0 - paper.y) * fit).toFixed(1)}px)`;
    const [w, h] = [`${((x1 - x0) * fit).toFixed(1)}px`, `${((y1 - y0) * fit).toFixed(1)}px`];
    if (style.width !== w) style.width = w;
    if (style.height !== h) style.height = h;
    this.stepAside({ north: y0 - paper.y < 1, south: paper.y + paper.h - y1 < 1, west: x0 - paper.x < 1, east: paper.x + paper.w - x1 < 1 });
  }

  /** It lies in a corner of the window from under which everything can be drawn: not where the sheet ends. @param {Record<"north" | "south" | "west" | "east", boolean>} ends */
  stepAside(ends) {
    /** @type {["north" | "south", "west" | "east"][]} */ const corners = [["south", "east"], ["north", "east"], ["north", "west"], ["south", "west"]];
    const [upright, across] = corners.find(([a, b]) => !(ends[a] && ends[b])) ?? corners[0];
    if (this.corner === upright + across) return;
    this.corner = upright + across;
    this.element.dataset.corner = `${upright} ${across}`;
  }

  /** The ground, from the picture of the whole sheet. */
  paint() {
    const sheet = this.mapView.sheetPicture;
    if (this.element.hidden || !sheet?.width || !this.wide) return;
    this.ground.width = Math.round(this.wide * devicePixelRatio);
    this.ground.height = Math.round((this.ground.width * sheet.height) / sheet.width);
    const pen = this.ground.getContext("2d");
    if (!pen) return;
    pen.imageSmoothingQuality = "high";
    pen.drawImage(sheet, 0, 0, this.ground.width, this.ground.height);
  }
}
