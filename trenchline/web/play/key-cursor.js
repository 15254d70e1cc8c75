/** A cursor on the map for the keyboard: from one legal place to the next, or from cell to cell. */

export class KeyCursor {
  /** @param {import("./play-screen.js").Play} play */
  constructor(play) {
    this.play = play;
    this.cell = "";
    this.unit = ""; // the one that was chosen last, in their order
  }

  /** @param {string} cell @param {boolean} [centre] */
  set(cell, centre = true) {
    this.cell = cell;
    this.play.tooltip.hide();
    this.play.playMap.focusOn(cell, centre);
    if (cell) this.play.announce(this.words(cell));
  }

  /** What a listener needs to know of a cell. @param {string} cell */
  words(cell) {
    const { play } = this;
    const printed = play.board.cells.get(cell);
    const here = play.board.unitsIn(cell);
    const units = here.map((id) => `${id} ${play.board.describe(id)}`).join("; ");
    const meaning = play.session.mine ? play.choices.atCell(cell, here, play.selected) : { why: null };
    const can = "do" in meaning ? `. Enter: ${meaning.do.kind.replaceAll("_", " ")}` : "why" in meaning ? "" : ". Enter: choose";
    return `${cell} ${printed?.name ?? ""}, ${(printed?.terrain ?? []).join(", ")}. ${units}${can}`;
  }

  /** Cells where a click does something, from north-west to south-east. */
  places() {
    const { play } = this;
    const { cells, units } = play.choices.lit(play.selected);
    for (const unit of units) {
      const place = play.board.placeOf(unit);
      if (play.board.cells.has(place)) cells.add(place);
    }
    const at = (/** @type {string} */ cell) => play.board.cells.get(cell) ?? { x: 0, y: 0 };
    return [...cells].sort((a, b) => Math.round(at(a).x) - Math.round(at(b).x) || at(a).y - at(b).y);
  }

  /** Counters that can act and have not yet, from north-west to south-east; while one is being told something, those one step back. */
  able() {
    const { play } = this;
    const { choices, actions } = play;
    const from = !choices.subject ? choices : actions.canStepBack() ? actions.before?.choices : null;
    const at = (/** @type {string} */ unit) => play.board.cells.get(play.board.placeOf(unit)) ?? { x: 0, y: 0 };
    const goers = from ? from.able.filter((unit) => from.goers.has(unit) && play.board.cells.has(play.board.placeOf(unit))) : [];
    return goers.sort((a, b) => Math.round(at(a).x) - Math.round(at(b).x) || at(a).y - at(b).y || a.localeCompare(b));
  }

  /** To the next counter that can act, and choose it; where no counter is asked for, to the next place. @param {number} by */
  next(by) {
    if (!this.play.session.mine || this.play.replaying) return false;
    const able = this.able();
    if (!able.length || this.play.group.party.size) return this.nextPlace(by);
    if (!this.play.free) return true;
    const here = able.indexOf(this.play.choices.subject || this.play.selected || this.unit);
    const unit = able[here < 0 ? (by > 0 ? 0 : able.length - 1) : (here + by + able.length) % able.length];
    this.unit = unit;
    this.set(this.play.board.placeOf(unit));
    if (this.play.choices.subject !== unit) this.play.group.name(unit);
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
    const { play } = this;
    const from = play.board.cells.get(this.cell);
    if (!from) {
      this.set(this.places()[0] ?? play.game.board.cells[0].label);
      return true;
    }
    let best = "";
    let least = Infinity;
    for (const cell of play.game.board.cells) {
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
    this.play.clicks.cell(this.cell, this.play.playMap.screenPoint(this.cell), { join });
    return true;
  }

  /** Tell all there is to say of it. */
  describe() {
    const { play, cell } = this;
    play.tooltip.pin(cell, play.playMap.screenPoint(cell));
    play.session.cell(cell).then((found) => play.announce(found.lines.join(". ")), () => {});
    return true;
  }
}
