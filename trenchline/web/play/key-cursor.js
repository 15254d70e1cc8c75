/** A cursor on the map for the keyboard: from one legal place to the next, or from cell to cell. */

/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "./shown.js" */
/** @import { Board } from "./board.js" */
/** @import { Hand } from "./hand.js" */
/** @import { PlayMap } from "./play-map.js" */
/** @import { Tooltip } from "./tooltip.js" */
/** @import { Actions } from "./actions.js" */
/** @import { Group } from "./group.js" */
/** @import { Clicks } from "./clicks.js" */

export class KeyCursor {
  /** @param {{session: Session, store: Shown, board: Board, hand: Hand, playMap: PlayMap, tooltip: Tooltip, actions: Actions, group: Group, clicks: Clicks, announce: (words: string) => void}} needs */
  constructor({ session, store, board, hand, playMap, tooltip, actions, group, clicks, announce }) {
    this.session = session;
    this.store = store;
    this.board = board;
    this.hand = hand;
    this.playMap = playMap;
    this.tooltip = tooltip;
    this.actions = actions;
    this.group = group;
    this.clicks = clicks;
    this.announce = announce;
    this.unit = ""; // the one that was chosen last, in their order
  }

  /** The cell it stands on. */
  get cell() {
    return this.playMap.cursor;
  }

  /** @param {string} cell @param {boolean} [centre] */
  set(cell, centre = true) {
    this.playMap.cursor = cell;
    this.tooltip.hide();
    this.playMap.focusOn(cell, centre);
    if (cell) this.announce(this.words(cell));
  }

  /** What a listener needs to know of a cell. @param {string} cell */
  words(cell) {
    const printed = this.board.cells.get(cell);
    const here = this.board.unitsIn(cell);
    const units = here.map((id) => `${id} ${this.board.describe(id)}`).join("; ");
    const meaning = this.session.mine ? this.store.choices.atCell(cell, here, this.store.selected) : { why: null };
    const can = "do" in meaning ? `. Enter: ${meaning.do.kind.replaceAll("_", " ")}` : "why" in meaning ? "" : ". Enter: choose";
    return `${cell} ${printed?.name ?? ""}, ${(printed?.terrain ?? []).join(", ")}. ${units}${can}`;
  }

  /** Cells where a click does something, from north-west to south-east. */
  places() {
    const { cells, units } = this.store.choices.lit(this.store.selected);
    for (const unit of units) {
      const place = this.board.placeOf(unit);
      if (this.board.cells.has(place)) cells.add(place);
    }
    const at = (/** @type {string} */ cell) => this.board.cells.get(cell) ?? { x: 0, y: 0 };
    return [...cells].sort((a, b) => Math.round(at(a).x) - Math.round(at(b).x) || at(a).y - at(b).y);
  }

  /** Counters that can act and have not yet, from north-west to south-east; while one is being told something, those one step back. */
  able() {
    const { actions } = this;
    const { choices } = this.store;
    const from = !choices.subject ? choices : actions.canStepBack() ? actions.before?.choices : null;
    const at = (/** @type {string} */ unit) => this.board.cells.get(this.board.placeOf(unit)) ?? { x: 0, y: 0 };
    const goers = from ? from.able.filter((unit) => from.goers.has(unit) && this.board.cells.has(this.board.placeOf(unit))) : [];
    return goers.sort((a, b) => Math.round(at(a).x) - Math.round(at(b).x) || at(a).y - at(b).y || a.localeCompare(b));
  }

  /** To the next counter that can act, and choose it; where no counter is asked for, to the next place. @param {number} by */
  next(by) {
    if (!this.session.mine || this.store.replaying) return false;
    const able = this.able();
    if (!able.length || this.group.party.size) return this.nextPlace(by);
    if (!this.hand.free) return true;
    const here = able.indexOf(this.store.choices.subject || this.store.selected || this.unit);
    const unit = able[here < 0 ? (by > 0 ? 0 : able.length - 1) : (here + by + able.length) % able.length];
    this.unit = unit;
    this.set(this.board.placeOf(unit));
    if (this.store.choices.subject !== unit) this.group.name(unit);
    return true;
  }

  /** @param {number} by */
  nextPlace(by) {
    const places = this.places();
    if (!places.length) return false;
    const here = places.indexOf(this.cell);
    this.set(places[here < 0 ? (by > 0 ? 0 : places.length - 1) : (here + by + places.length) % places.length]);
    return true;
  }

  /** To the nearest cell in a direction. @param {number} dx @param {number} dy */
  walk(dx, dy) {
    const from = this.board.cells.get(this.cell);
    if (!from) {
      this.set(this.places()[0] ?? this.session.game.board.cells[0].label);
      return true;
    }
    let best = "";
    let least = Infinity;
    for (const cell of this.session.game.board.cells) {
      const along = (cell.x - from.x) * dx + (cell.y - from.y) * dy;
      const aside = Math.abs((cell.x - from.x) * dy) + Math.abs((cell.y - from.y) * dx);
      if (along < 0.2 || along > 3) continue;
      const cost = along + 2 * aside;
      if (cost < least) [least, best] = [cost, cell.label];
    }
    if (best) this.set(best);
    return true;
  }

  /** Click the cell under the cursor. @param {boolean} [join] to go with others */
  click(join = false) {
    this.clicks.cell(this.cell, this.playMap.screenPoint(this.cell), { join });
    return true;
  }

  /** Tell all there is to say of it. */
  describe() {
    const { cell } = this;
    this.tooltip.pin(cell, this.playMap.screenPoint(cell));
    this.session.cell(cell).then((found) => this.announce(found.lines.join(". ")), () => {});
    return true;
  }
}
