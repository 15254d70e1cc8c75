/** The board as it is looked at: which counter stands where, whose it is, what it is called. Pure logic, no page. */

import { counted, namesInBraces } from "../common/wording.js";
import { facingWords } from "../map/counters.js";

/** @import { CellDocument, CounterDocument, View } from "../types.js" */

export class Board {
  /**
   * @param {{counters: CounterDocument[], board: {cells: CellDocument[]}}} game @param {(counter: CounterDocument) => string} commander the seat that commands a counter
   * @param {{values: {view: View}}} store where the view is kept
   */
  constructor(game, commander, store) {
    /** @type {Map<string, CounterDocument>} */ this.counters = new Map(game.counters.map((c) => [c.id, c]));
    /** @type {Map<string, CellDocument>} */ this.cells = new Map(game.board.cells.map((c) => [c.label, c]));
    /** @type {Map<string, string>} the seat of each counter */ this.commanders = new Map(game.counters.map((c) => [c.id, commander(c)]));
    this.store = store;
  }

  /** Now, or in the replay. */
  get standing() {
    return this.store.values.view.counters;
  }

  /** @param {string} unit */
  placeOf(unit) {
    return this.standing.find((c) => c.id === unit)?.place ?? "";
  }

  /** The nation of a counter, for its colours. @param {string} unit */
  nationOf(unit) {
    const printed = this.counters.get(unit);
    return printed?.nation || printed?.side || "";
  }

  /** @param {string} cell @returns {string[]} */
  unitsIn(cell) {
    return this.standing.filter((c) => c.place === cell).map((c) => c.id);
  }

  /** The cells a sentence speaks of: those it marks, else any word that is a cell's label. @param {string} text @returns {string[]} */
  cellsIn(text) {
    const marked = namesInBraces(text).filter((token) => this.cells.has(token));
    return marked.length || text.includes("{") ? marked : (text.match(/\w+/g) ?? []).filter((word) => word.length > 2 && this.cells.has(word));
  }

  /** A counter or a cell in full. @param {string} token */
  nameOf(token) {
    return this.counters.get(token)?.name ?? this.cells.get(token)?.name ?? "";
  }

  /** A counter in a few words: its name, the numbers that count now, its states. @param {string} unit */
  describe(unit) {
    const printed = this.counters.get(unit);
    const now = this.standing.find((c) => c.id === unit);
    if (!printed || !now) return "";
    const name = printed.name === unit ? `${printed.kind} ${printed.size}` : printed.name;
    return [name, (now.numbers ?? []).join("-"), counted(now.steps, "step"), now.mode, now.facing && facingWords(now.facing), ...(now.states ?? [])].filter(Boolean).join(", ");
  }
}
