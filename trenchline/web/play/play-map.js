/** The map as the play screen uses it: what stands on it, what is lit, where we look. */

import { h, s } from "../common/dom.js";
import { drawMarkers, drawStacks, fanOut } from "../map/counters.js";
import { clear, drawArrow, drawFront, drawLines, highlight, tintCells } from "../map/live-layers.js";
import { MapView } from "../map/map-view.js";
import { Overview } from "../map/overview.js";
import { EventsOnMap } from "./events-on-map.js";

/** @import { Action, GroupMarch, Overlay, ScreenPoint, Tint, View } from "../types.js" */
/** @import { Pointer } from "./pointer.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "./shown.js" */
/** @import { Board } from "./board.js" */

const HANDS_OFF = 4000; // ms after which the map may move by itself
const TAPPABLE = 44; // pixels of a cell that a finger can hit
const LEAST_NEAR = 0.35; // of that: how small cells may be so that all places are in sight
const RINGED = 48; // places that are each ringed; of more, those where an enemy stands

export class PlayMap {
  /** @param {{session: Session, store: Shown, board: Board}} needs */
  constructor({ session, store, board }) {
    this.session = session;
    this.store = store;
    this.board = board;
    this.doc = this.session.game.board;
    this.window = h("div.map-canvas", { "data-testid": "map-canvas" });
    this.mapView = new MapView(this.window, this.doc, { onCell: (label, event) => this.pointer?.click(label, event), carry: { lift: (event) => this.pointer?.lift(event) ?? false, over: (label) => this.pointer?.carry(label), drop: (label, event) => this.pointer?.drop(label, event) } });
    this.layers = this.mapView.layers;
    this.overview = new Overview(this.mapView, this.doc);
    /** @type {Set<string>} */ this.active = new Set();
    /** @type {Set<string>} */ this.lighted = new Set();
    /** @type {Set<string>} */ this.acted = new Set();
    this.view = this.store.view;
    this.fanned = ""; // the cell whose stack is laid out
    this.advised = "";
    this.handled = -Infinity; // when a hand was last on the map
    this.chosen = "";
    /** @type {Set<string>} */ this.party = new Set();
    /** @type {string[]} what was asked to be shown */ this.pointsAt = [];
    /** Arrows of what is being declared, and a stack laid out: layers of our own. */
    this.aims = s("g.layer-aims", { fill: "none" });
    this.told = s("g.layer-aims", { fill: "none" });
    this.fans = s("g.layer-fans", { fill: "none" });
    this.advice = s("g.layer-advice", { fill: "none" });
    this.way = s("g.layer-advice", { fill: "none" });
    this.layers.markers.before(this.advice); // the arrow goes over the counters, the marks under them
    /** The places that can be named now, over the counters that stand there: seen from afar. */
    this.usable = s("g.layer-usable", { fill: "none" });
    this.rings = s("g.layer-advice", { fill: "none" });
    this.layers.arrows.before(this.rings, this.usable, this.told, this.aims, this.way);
    this.mapView.svg.append(this.fans);
    for (const kind of ["pointerdown", "wheel"]) this.window.addEventListener(kind, () => (this.handled = performance.now()), { passive: true });
    this.eventsOnMap = new EventsOnMap(this);
    /** @type {Pointer | null} the hand on it, once there is one */ this.pointer = null;
    this.cursor = ""; // the cell where the keyboard is
  }

  // ---------------------------------------------------------------- stacks laid out

  /** Lay the stack of a cell out beside it. @param {string} cell @param {number} [pixels] the side of a counter */
  fan(cell, pixels = 42) {
    this.pointer?.rest();
    clear(this.fans);
    this.fanned = cell;
    fanOut(this.fans, this.doc, cell, this.view.counters, this.board.counters, { size: Math.max(60, pixels / this.mapView.scale), selected: this.picked, active: this.active });
    const card = this.fans.getBoundingClientRect();
    const box = this.window.getBoundingClientRect();
    const dx = Math.min(0, box.right - 8 - card.right) || Math.max(0, box.left + 8 - card.left);
    const dy = Math.min(0, box.bottom - 8 - card.bottom) || Math.max(0, box.top + 8 - card.top);
    if (pixels > 50 && (dx || dy)) this.mapView.panBy(dx, dy, true);
  }

  /** Where the laid-out stack and the places that the prompt speaks of lie on the screen: a card should not cover them. */
  toBeSeen() {
    const { scale } = this.mapView;
    const places = this.named().map((cell) => this.screenPoint(cell)).map(({ x, y }) => new DOMRect(x - 50 * scale, y - 50 * scale, 100 * scale, 100 * scale));
    return this.fanned ? [this.fans.getBoundingClientRect(), ...places] : places;
  }

  /** Whether a stack was laid out. */
  fold() {
    this.pointer?.rest();
    return this.layAway();
  }

  layAway() {
    const open = this.fanned !== "";
    this.fanned = "";
    clear(this.fans);
    return open;
  }

  // ---------------------------------------------------------------- drawing

  /** @param {View} view */
  show(view) {
    this.view = view;
    clear(this.layers.control);
    drawFront(this.layers.control, this.doc, view.control ?? {}, [...view.counters.map((c) => c.place), ...(view.markers ?? []).filter((m) => m.kind === "unseen").map((m) => m.cell)]);
    drawMarkers(this.layers.markers, this.doc, view.markers ?? []);
    clear(this.told);
    for (const { id, place, aim } of view.counters) if (aim) drawArrow(this.told, this.doc, place, aim, { side: this.board.nationOf(id), look: "attack told", weight: 0.5 });
    const unseen = (view.markers ?? []).filter((m) => m.kind === "unseen").map((m) => /** @type {[string, string]} */ ([m.cell, m.side ?? ""]));
    this.overview.show([...view.counters.map(({ id, place }) => /** @type {[string, string]} */ ([place, this.board.nationOf(id)])), ...unseen]);
    this.overview.follow();
    this.drawCounters();
  }

  /** The counter that is being told something, or those who go together. */
  get picked() {
    return this.party.size ? this.party : new Set(this.chosen ? [this.chosen] : []);
  }

  drawCounters() {
    drawStacks(this.layers.counters, this.doc, this.board.counters, this.view.counters, { selected: this.picked, active: this.active });
    this.markLit();
    this.fold();
  }

  /** What can be chosen now. @param {{cells: Set<string>, units: Set<string>}} lit @param {string} chosen @param {Set<string>} [party] those who go together */
  choices(lit, chosen, party = new Set()) {
    this.active = lit.units;
    this.chosen = chosen;
    this.party = party;
    clear(this.layers.reach);
    highlight(this.layers.reach, this.doc, [...lit.cells], lit.cells.size > RINGED ? "can many" : "can");
    for (const cell of lit.cells) {
      const at = this.mapView.middleOf(cell);
      if (at) this.layers.reach.append(s("circle.peg", { cx: at.x, cy: at.y, r: 2, "data-cell": cell }));
    }
    clear(this.usable);
    for (const cell of this.ringed(lit.cells)) highlight(this.usable, this.doc, [cell], "usable");
    highlight(this.layers.reach, this.doc, this.named(), "named");
    const places = [...this.picked].map((unit) => this.board.placeOf(unit)).filter((place) => this.board.cells.has(place));
    highlight(this.layers.reach, this.doc, [...new Set(places)], "chosen");
    this.drawCounters();
  }

  /** Where those who go together can go: all of them, or as many as the cell says; "full" where they could not stay together. @param {GroupMarch[]} marches */
  groupReach(marches) {
    const fits = (/** @type {GroupMarch} */ march) => !march.stays.length && !march.crowded;
    const some = marches.filter((march) => !fits(march));
    highlight(this.layers.reach, this.doc, some.map((march) => march.cell), "can some");
    highlight(this.layers.reach, this.doc, marches.filter(fits).map((march) => march.cell), "can together");
    this.costs(some.map(({ cell, goes, stays, crowded }) => ({ cell, text: crowded ? "full" : `${goes.length}/${goes.length + stays.length}` })));
  }

  /** The places that are each ringed: all, or where they are too many those of them where an enemy stands. @param {Set<string>} cells */
  ringed(cells) {
    if (cells.size <= RINGED) return [...cells];
    const { board: { commanders } } = this;
    const { choices } = this.store;
    const enemies = this.view.counters.filter((c) => cells.has(c.place) && !choices.actors.includes(commanders.get(c.id) ?? "")).map((c) => c.place);
    const held = [...new Set(enemies)];
    return held.length <= 2 * RINGED ? held : [];
  }

  /** Numbers in the cells that can be entered. @param {Tint[]} tints */
  costs(tints) {
    for (const { cell, text } of tints) {
      const at = this.mapView.middleOf(cell);
      if (at && text) this.layers.reach.append(s("text.cost", { x: at.x, y: at.y + 11 }, text));
    }
  }

  /** The places that the prompt speaks of. */
  named() {
    if (this.store.replaying) return [];
    const { decision } = this.session.state;
    const cells = this.board.cellsIn(decision?.prompt ?? "");
    return cells.length ? cells : decision?.about?.cells ?? [];
  }

  /** Light some counters, wherever they are. @param {string[]} units */
  light(units) {
    if (!units.length && !this.lighted.size) return;
    this.lighted = new Set(units);
    this.markLit();
  }

  markLit() {
    const about = this.store.replaying ? null : this.session.state.decision?.about;
    const meant = new Set([...(about?.units ?? []), about?.unit ?? ""]);
    for (const counter of this.mapView.svg.querySelectorAll("[data-unit]")) {
      const unit = counter.getAttribute("data-unit") ?? "";
      counter.classList.toggle("kin", this.lighted.has(unit));
      counter.classList.toggle("acted", this.acted.has(unit));
      counter.classList.toggle("advised", this.advised === unit);
      counter.classList.toggle("meant", meant.has(unit));
    }
  }

  /** Ring some places until something else is asked; with none the rings go. @param {string[]} cells */
  point(cells) {
    this.pointsAt = cells;
    clear(this.rings);
    highlight(this.rings, this.doc, cells, "spoken-of");
    if (cells.length && !cells.some((cell) => this.mapView.inSight(cell))) this.keepInSight(cells[0]);
  }

  /** Mark those who have just done something. @param {string[]} units */
  flash(units) {
    if (!units.length && !this.acted.size) return;
    this.acted = new Set(units);
    this.markLit();
  }

  /** What a hint speaks of: a counter, a cell, the way from one to the other. @param {string} unit @param {string} cell */
  advise(unit, cell) {
    clear(this.advice);
    clear(this.way);
    if (unit || this.advised) {
      this.advised = unit;
      this.markLit();
    }
    const from = this.board.placeOf(unit);
    const places = [from, cell].filter((place) => this.board.cells.has(place));
    if (!places.length) return;
    highlight(this.advice, this.doc, [...new Set(places)], "advice");
    if (places.length > 1) drawArrow(this.way, this.doc, from, cell, { side: this.board.nationOf(unit), look: "march" });
    this.keepInSight(/** @type {string} */ (places.at(-1)));
  }

  /** An order that was given or might have been: who goes where, or at what they fire. @param {{unit: string, cell: string}[]} arrows @param {string[]} cells */
  compare(arrows, cells) {
    clear(this.advice);
    clear(this.way);
    highlight(this.advice, this.doc, [...new Set([...arrows.map(({ unit }) => this.board.placeOf(unit)), ...cells])].filter((cell) => this.board.cells.has(cell)), "advice");
    for (const { unit, cell } of arrows) {
      const from = this.board.placeOf(unit);
      if (this.board.cells.has(from) && this.board.cells.has(cell) && from !== cell) drawArrow(this.way, this.doc, from, cell, { side: this.board.nationOf(unit), look: "march" });
    }
    if (cells.length) this.keepInSight(/** @type {string} */ (cells.at(-1)));
  }

  /** Lay an overlay on the map, or take it off. @param {Overlay | null} overlay */
  lay(overlay) {
    clear(this.layers.overlay);
    if (!overlay) return;
    tintCells(this.layers.overlay, this.doc, overlay.cells ?? []);
    drawLines(this.layers.overlay, this.doc, overlay.lines ?? []);
    const named = new Set((overlay.notes ?? []).flatMap((note) => [...note.matchAll(/\{([^}]+)\}/g)].map(([, id]) => id)));
    const spoken = (this.view?.counters ?? []).filter(({ id }) => named.has(id)).map(({ place }) => place);
    highlight(this.layers.overlay, this.doc, [...new Set(spoken)], "spoken-of"); // who has no line is seen on the map, not only read
  }

  // ---------------------------------------------------------------- what might be done

  /** The arrow of an action that might be taken. @param {Action | null} action */
  preview(action) {
    clear(this.layers.focus);
    if (this.cursor) highlight(this.layers.focus, this.doc, [this.cursor], "cursor");
    if (!action?.cell) return;
    highlight(this.layers.focus, this.doc, [action.cell], "aim");
    const from = this.board.placeOf(action.unit ?? "");
    if (this.board.cells.has(from)) drawArrow(this.layers.focus, this.doc, from, action.cell, { side: this.board.nationOf(action.unit ?? ""), look: "march preview" });
  }

  /** Those who take part in what is being declared, and against what. @param {{unit: string, weight: number}[]} units @param {string} target */
  aim(units, target) {
    clear(this.aims);
    for (const { unit, weight } of units) {
      const from = this.board.placeOf(unit);
      if (this.board.cells.has(from)) drawArrow(this.aims, this.doc, from, target, { side: this.board.nationOf(unit), weight });
    }
  }

  // ---------------------------------------------------------------- looking

  /** The cursor of the keyboard. @param {string} cell @param {boolean} [centre] */
  focusOn(cell, centre = true) {
    clear(this.layers.focus);
    if (!this.board.cells.has(cell)) return;
    highlight(this.layers.focus, this.doc, [cell], "cursor");
    if (centre) this.keepInSight(cell);
  }

  /** @param {string} cell */
  goTo(cell) {
    this.keepInSight(cell);
    clear(this.layers.focus);
    highlight(this.layers.focus, this.doc, [cell], "flash");
  }

  /** Move the map only if the cell is near its rim or out of it. @param {string} cell */
  keepInSight(cell) {
    if (this.board.cells.has(cell) && !this.mapView.inSight(cell, 90)) this.mapView.centreOn(cell);
  }

  /** Where something can be done, if nothing of it is in sight. @param {string[]} places */
  showSome(places) {
    if (places.length && !places.some((place) => this.mapView.inSight(place))) this.follow(places[Math.floor(places.length / 2)]);
  }

  /** The same, but not under the hand of somebody who looks elsewhere. @param {string} cell */
  follow(cell) {
    if (performance.now() - this.handled > HANDS_OFF) this.keepInSight(cell);
  }

  /** @param {string} cell @returns {ScreenPoint} */
  screenPoint(cell) {
    const point = this.mapView.pointOf(cell);
    return point ? { x: point.clientX, y: point.clientY } : { x: innerWidth / 2, y: innerHeight / 2 };
  }

  /** On a small screen the first look is where something can be done, near enough to tap. @param {string[]} places */
  open(places) {
    const points = places.map((place) => ({ place, ...this.screenPoint(place) }));
    if (!points.length) return;
    const near = (TAPPABLE / 100 / this.mapView.scale) * this.mapView.k;
    const [left, right, top, bottom] = [Math.min(...points.map((at) => at.x)), Math.max(...points.map((at) => at.x)), Math.min(...points.map((at) => at.y)), Math.max(...points.map((at) => at.y))];
    const box = this.window.getBoundingClientRect();
    const all = this.mapView.k * Math.min((0.75 * box.width) / Math.max(right - left, 1), (0.75 * box.height) / Math.max(bottom - top, 1)); // so near that all of them are in sight
    const from = (/** @type {ScreenPoint} */ at) => Math.hypot(at.x - (left + right) / 2, at.y - (top + bottom) / 2);
    const middle = points.reduce((best, at) => (from(at) < from(best) ? at : best));
    const fits = points.length <= RINGED && all > near * LEAST_NEAR;
    this.mapView.centreOn((fits ? middle : points[Math.floor(points.length / 2)]).place, Math.max(fits ? Math.min(near, all) : near, this.mapView.k));
  }

  fit() {
    this.mapView.fit();
    return true;
  }

  /** @param {number} factor */
  zoom(factor) {
    this.mapView.zoomBy(factor);
    return true;
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.mapView.panBy(-160 * dx, -160 * dy, true);
    return true;
  }

  remove() {
    this.eventsOnMap.stop();
    this.pointer?.stop();
    this.mapView.destroy();
  }
}
