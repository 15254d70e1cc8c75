/** Mouse, finger and pen on the map: hovering, clicking, resting, pressing long. */

import { closeRefusal } from "../common/dialogs.js";
import { clear } from "../map/live-layers.js";
import { stancesOf } from "./choices.js";

const LONG_PRESS = 480; // ms
const FAN_REST = 320; // ms the pointer rests on a stack until it fans out
const FAN_GRACE = 400; // ms a stack stays laid out when the pointer has left it: the way to the fan leads over other cells
const STEADY = 2; // pixels a finger may tremble

export class Pointer {
  /** @param {import("./play-map.js").PlayMap} playMap */
  constructor(playMap) {
    this.playMap = playMap;
    this.play = playMap.play;
    this.cell = "";
    this.unit = "";
    this.carried = "";
    /** @type {string[]} those who are carried to what they fire at */ this.aiming = [];
    this.taken = Promise.resolve();
    this.pressed = false; // long enough: what follows is no click
    this.pressing = 0;
    this.resting = 0;
    this.leaving = 0;
    this.listen();
  }

  listen() {
    const { playMap, play } = this;
    const on = (/** @type {string} */ kind, /** @type {(event: PointerEvent) => void} */ heard) => playMap.window.addEventListener(kind, /** @type {EventListener} */ (heard));
    on("pointermove", (event) => {
      if (event.pointerType !== "touch" && !event.buttons) this.hover(event);
      if (Math.hypot(event.movementX, event.movementY) > STEADY) clearTimeout(this.pressing);
    });
    on("pointerleave", (event) => event.pointerType !== "touch" && this.left());
    on("contextmenu", (event) => {
      event.preventDefault();
      const cell = playMap.mapView.cellAt(event.clientX, event.clientY);
      if (cell && !this.pressed) play.clicks.cell(cell, at(event), { menu: true });
    });
    on("pointerdown", (event) => {
      play.tooltip.hide();
      closeRefusal();
      clearTimeout(this.pressing);
      this.pressed = false;
      if (event.pointerType === "touch") this.pressing = window.setTimeout(() => this.pressLong(event), LONG_PRESS);
    });
    on("pointerup", () => clearTimeout(this.pressing));
    on("pointercancel", () => clearTimeout(this.pressing));
  }

  left() {
    this.playMap.fold();
    this.cell = this.unit = "";
    this.play.tooltip.over("", "", { x: 0, y: 0 });
    this.playMap.light([]);
    if (!this.play.actions.pending) {
      this.playMap.preview(null);
      this.play.fight.look(null);
    }
  }

  /** @param {PointerEvent} event */
  pressLong(event) {
    this.pressed = true;
    const cell = this.playMap.mapView.cellAt(event.clientX, event.clientY);
    if (cell) this.play.tooltip.pin(cell, at(event));
  }

  /** @param {string} cell @param {PointerEvent} event */
  click(cell, event) {
    if (this.pressed || event.button > 0) {
      this.pressed = false;
      return;
    }
    this.play.cursor.cell = "";
    clear(this.playMap.layers.focus);
    this.play.tooltip.hide();
    const touch = event.pointerType === "touch";
    const inFan = isInFan(event);
    if (inFan && !unitOf(event)) return; // between two counters of the fan
    const aimed = inFan || !touch; // a finger hits the top of a stack, whichever it means
    this.playMap.fold(); // and it stays so until the pointer comes to another stack
    this.play.clicks.cell((aimed && this.cellOf(event)) || cell, at(event), { unit: aimed ? unitOf(event) : "", touch, join: event.shiftKey, apart: inFan });
  }

  // ---------------------------------------------------------------- a counter carried to where it goes

  /** Whether a counter is taken up, with Shift all of its stack: then the map stays where it is. A finger presses long first. @param {PointerEvent} event */
  lift(event) {
    const { group, session, tooltip, replaying } = this.play;
    const unit = unitOf(event);
    const aims = group.canAim(unit);
    if ((event.pointerType === "touch" && !this.pressed) || !session.mine || replaying || !(group.canGo(unit) || aims)) return false;
    this.carried = unit;
    this.aiming = aims ? (event.shiftKey && !isInFan(event) ? this.play.board.unitsIn(this.cellOf(event)) : [unit]) : [];
    if (aims) {
      this.playMap.fold();
      tooltip.hide();
      return true;
    }
    if (event.shiftKey) group.take(isInFan(event) ? [unit] : this.play.board.unitsIn(this.cellOf(event)));
    this.playMap.fold();
    tooltip.hide();
    this.taken = group.party.has(unit) ? Promise.resolve() : this.play.whenFree().then(() => group.name(unit));
    return true;
  }

  /** @param {string | null} cell the one below it */
  carry(cell) {
    if (cell) this.playMap.preview({ kind: "", unit: this.carried, cell });
  }

  /** @param {string | null} cell @param {PointerEvent} event */
  async drop(cell, event) {
    const { play } = this;
    const unit = this.carried;
    const aiming = this.aiming.splice(0);
    this.pressed = false;
    if (aiming.length) {
      this.playMap.preview(null);
      if (cell && cell !== play.board.placeOf(unit)) await play.group.aim(aiming, cell, at(event));
      return;
    }
    await this.taken;
    await play.whenFree();
    this.playMap.preview(null);
    if (!cell || cell === play.board.placeOf(unit)) return;
    if (play.group.party.has(unit) || play.choices.subject === unit || play.selected === unit) play.clicks.cell(cell, at(event));
    else play.clicks.why(play.choices.guess(cell, unit, unit), at(event));
  }

  /** The cell of the counter that was hit: a fanned-out counter may lie over the next cell. @param {PointerEvent} event */
  cellOf(event) {
    const unit = unitOf(event);
    const place = unit ? this.play.board.placeOf(unit) : "";
    return this.play.board.cells.has(place) ? place : "";
  }

  /** @param {PointerEvent} event */
  hover(event) {
    const { play, playMap } = this;
    const unit = unitOf(event);
    const cell = this.cellOf(event) || (isInFan(event) && playMap.fanned) || playMap.mapView.cellAt(event.clientX, event.clientY) || "";
    play.tooltip.over(cell, unit, at(event));
    if (cell === this.cell && unit === this.unit) return;
    if (cell !== this.cell) this.restOn(cell);
    this.cell = cell;
    this.unit = unit;
    playMap.light(unit ? this.formation(unit) : []);
    this.lookAhead(cell, unit);
  }

  /** What a click would do here: the hand, an arrow, and the odds. @param {string} cell @param {string} unit */
  lookAhead(cell, unit) {
    const { play, playMap } = this;
    const mine = play.session.mine && !play.replaying && cell;
    const aimed = unit && play.choices.units.has(unit) && !play.choices.subject && !play.choices.cells.has(cell);
    const meaning = !mine ? { why: null } : aimed ? play.choices.atUnit(unit) : play.choices.atCell(cell, play.board.unitsIn(cell), play.selected);
    playMap.window.classList.toggle("can", !("why" in meaning));
    if (play.actions.pending) return;
    const action = "do" in meaning ? meaning.do : null;
    const goes = "choose" in meaning && stancesOf(meaning.choose).length === meaning.choose.length ? meaning.choose[0] : null; // only its facing is open
    playMap.preview(action ?? goes);
    play.fight.look(action);
  }

  /** A stack fans out where the pointer rests, unless a place is being chosen. @param {string} cell */
  restOn(cell) {
    this.rest();
    const { fanned } = this.playMap;
    if (fanned && fanned === cell) return;
    if (fanned) this.leaving = window.setTimeout(() => this.playMap.layAway(), FAN_GRACE);
    const { choices, selected, session, replaying } = this.play;
    const placing = session.mine && !replaying && (choices.subject || selected);
    if (cell && !placing && this.play.board.unitsIn(cell).length > 1) this.resting = window.setTimeout(() => this.playMap.fan(cell), FAN_REST);
  }

  rest() {
    clearTimeout(this.resting);
    clearTimeout(this.leaving);
  }

  /** The counters of the same division, else of the same corps. @param {string} unit */
  formation(unit) {
    const printed = this.play.board.counters.get(unit);
    if (!printed?.corps && !printed?.division) return [unit];
    return this.play.view.counters.map((c) => c.id).filter((id) => {
      const other = this.play.board.counters.get(id);
      if (other?.nation !== printed.nation || other.corps !== printed.corps) return false;
      return !printed.division || other.division === printed.division;
    });
  }

  stop() {
    clearTimeout(this.pressing);
    this.rest();
  }
}

/** @param {MouseEvent} event */
function at(event) {
  return { x: event.clientX, y: event.clientY };
}

/** @param {Event} event */
function isInFan(event) {
  return Boolean(/** @type {Element} */ (event.target).closest?.(".fan"));
}

/** @param {Event} event */
function unitOf(event) {
  return /** @type {Element} */ (event.target).closest?.("[data-unit]")?.getAttribute("data-unit") ?? "";
}
