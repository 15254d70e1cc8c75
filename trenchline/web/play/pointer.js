/** Mouse, finger and pen on the map: hovering, clicking, resting, pressing long. */

import { closeRefusal } from "../common/dialogs.js";
import { clear } from "../map/live-layers.js";
import { stancesOf } from "./choices.js";

/** @import { Session } from "../connection/session.js" */
/** @import { Actions } from "./actions.js" */
/** @import { Board } from "./board.js" */
/** @import { Clicks } from "./clicks.js" */
/** @import { FightOdds } from "./fight-odds.js" */
/** @import { Group } from "./group.js" */
/** @import { Hand } from "./hand.js" */
/** @import { PlayMap } from "./play-map.js" */
/** @import { Shown } from "./shown.js" */
/** @import { Tooltip } from "./tooltip.js" */

const LONG_PRESS = 480; // ms
const FAN_REST = 320; // ms the pointer rests on a stack until it fans out
const FAN_GRACE = 400; // ms a stack stays laid out when the pointer has left it: the way to the fan leads over other cells
const STEADY = 2; // pixels a finger may tremble

export class Pointer {
  /** @param {{session: Session, store: Shown, board: Board, hand: Hand, playMap: PlayMap, actions: Actions, group: Group, clicks: Clicks, tooltip: Tooltip, odds: FightOdds}} needs */
  constructor({ session, store, board, hand, playMap, actions, group, clicks, tooltip, odds }) {
    this.session = session;
    this.store = store;
    this.board = board;
    this.hand = hand;
    this.playMap = playMap;
    this.actions = actions;
    this.group = group;
    this.clicks = clicks;
    this.tooltip = tooltip;
    this.odds = odds;
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
    const { playMap } = this;
    const on = (/** @type {string} */ kind, /** @type {(event: PointerEvent) => void} */ heard) => playMap.window.addEventListener(kind, /** @type {EventListener} */ (heard));
    on("pointermove", (event) => {
      if (event.pointerType !== "touch" && !event.buttons) this.hover(event);
      if (Math.hypot(event.movementX, event.movementY) > STEADY) clearTimeout(this.pressing);
    });
    on("pointerleave", (event) => event.pointerType !== "touch" && this.left());
    on("contextmenu", (event) => {
      event.preventDefault();
      const cell = playMap.mapView.cellAt(event.clientX, event.clientY);
      if (cell && !this.pressed) this.clicks.cell(cell, at(event), { menu: true });
    });
    on("pointerdown", (event) => {
      this.tooltip.hide();
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
    this.tooltip.over("", "", { x: 0, y: 0 });
    this.playMap.light([]);
    if (!this.actions.pending) {
      this.playMap.preview(null);
      this.odds.look(null);
    }
  }

  /** @param {PointerEvent} event */
  pressLong(event) {
    this.pressed = true;
    const cell = this.playMap.mapView.cellAt(event.clientX, event.clientY);
    if (cell) this.tooltip.pin(cell, at(event));
  }

  /** @param {string} cell @param {PointerEvent} event */
  click(cell, event) {
    if (this.pressed || event.button > 0) {
      this.pressed = false;
      return;
    }
    this.playMap.cursor = "";
    clear(this.playMap.layers.focus);
    this.tooltip.hide();
    const touch = event.pointerType === "touch";
    const inFan = isInFan(event);
    if (inFan && !unitOf(event)) return; // between two counters of the fan
    const aimed = inFan || !touch; // a finger hits the top of a stack, whichever it means
    this.playMap.fold(); // and it stays so until the pointer comes to another stack
    this.clicks.cell((aimed && this.cellOf(event)) || cell, at(event), { unit: aimed ? unitOf(event) : "", touch, join: event.shiftKey, apart: inFan });
  }

  // ---------------------------------------------------------------- a counter carried to where it goes

  /** Whether a counter is taken up, with Shift all of its stack: then the map stays where it is. A finger presses long first. @param {PointerEvent} event */
  lift(event) {
    const { group, session, tooltip } = this;
    const { replaying } = this.store;
    const unit = unitOf(event);
    const aims = group.canAim(unit);
    if ((event.pointerType === "touch" && !this.pressed) || !session.mine || replaying || !(group.canGo(unit) || aims)) return false;
    this.carried = unit;
    this.aiming = aims ? (event.shiftKey && !isInFan(event) ? this.board.unitsIn(this.cellOf(event)) : [unit]) : [];
    if (aims) {
      this.playMap.fold();
      tooltip.hide();
      return true;
    }
    if (event.shiftKey) group.take(isInFan(event) ? [unit] : this.board.unitsIn(this.cellOf(event)));
    this.playMap.fold();
    tooltip.hide();
    this.taken = group.party.has(unit) ? Promise.resolve() : this.hand.whenFree().then(() => group.name(unit));
    return true;
  }

  /** @param {string | null} cell the one below it */
  carry(cell) {
    if (cell) this.playMap.preview({ kind: "", unit: this.carried, cell });
  }

  /** @param {string | null} cell @param {PointerEvent} event */
  async drop(cell, event) {
    const unit = this.carried;
    const aiming = this.aiming.splice(0);
    this.pressed = false;
    if (aiming.length) {
      this.playMap.preview(null);
      if (cell && cell !== this.board.placeOf(unit)) await this.group.aim(aiming, cell, at(event));
      return;
    }
    await this.taken;
    await this.hand.whenFree();
    this.playMap.preview(null);
    if (!cell || cell === this.board.placeOf(unit)) return;
    if (this.group.party.has(unit) || this.store.choices.subject === unit || this.store.selected === unit) this.clicks.cell(cell, at(event));
    else this.clicks.why(this.store.choices.guess(cell, unit, unit), at(event));
  }

  /** The cell of the counter that was hit: a fanned-out counter may lie over the next cell. @param {PointerEvent} event */
  cellOf(event) {
    const unit = unitOf(event);
    const place = unit ? this.board.placeOf(unit) : "";
    return this.board.cells.has(place) ? place : "";
  }

  /** @param {PointerEvent} event */
  hover(event) {
    const { playMap } = this;
    const unit = unitOf(event);
    const cell = this.cellOf(event) || (isInFan(event) && playMap.fanned) || playMap.mapView.cellAt(event.clientX, event.clientY) || "";
    this.tooltip.over(cell, unit, at(event));
    if (cell === this.cell && unit === this.unit) return;
    if (cell !== this.cell) this.restOn(cell);
    this.cell = cell;
    this.unit = unit;
    playMap.light(unit ? this.formation(unit) : []);
    this.lookAhead(cell, unit);
  }

  /** What a click would do here: the hand, an arrow, and the odds. @param {string} cell @param {string} unit */
  lookAhead(cell, unit) {
    const { playMap } = this;
    const mine = this.session.mine && !this.store.replaying && cell;
    const aimed = unit && this.store.choices.units.has(unit) && !this.store.choices.subject && !this.store.choices.cells.has(cell);
    const meaning = !mine ? { why: null } : aimed ? this.store.choices.atUnit(unit) : this.store.choices.atCell(cell, this.board.unitsIn(cell), this.store.selected);
    playMap.window.classList.toggle("can", !("why" in meaning));
    if (this.actions.pending) return;
    const action = "do" in meaning ? meaning.do : null;
    const goes = "choose" in meaning && stancesOf(meaning.choose).length === meaning.choose.length ? meaning.choose[0] : null; // only its facing is open
    playMap.preview(action ?? goes);
    this.odds.look(action);
  }

  /** A stack fans out where the pointer rests, unless a place is being chosen. @param {string} cell */
  restOn(cell) {
    this.rest();
    const { fanned } = this.playMap;
    if (fanned && fanned === cell) return;
    if (fanned) this.leaving = window.setTimeout(() => this.playMap.layAway(), FAN_GRACE);
    const { session } = this;
    const { choices, selected, replaying } = this.store;
    const placing = session.mine && !replaying && (choices.subject || selected);
    if (cell && !placing && this.board.unitsIn(cell).length > 1) this.resting = window.setTimeout(() => this.playMap.fan(cell), FAN_REST);
  }

  rest() {
    clearTimeout(this.resting);
    clearTimeout(this.leaving);
  }

  /** The counters of the same division, else of the same corps. @param {string} unit */
  formation(unit) {
    const printed = this.board.counters.get(unit);
    if (!printed?.corps && !printed?.division) return [unit];
    return this.store.view.counters.map((c) => c.id).filter((id) => {
      const other = this.board.counters.get(id);
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
