/** Where names and cases in a sentence lead: a counter or a cell to the map, a case to its rule, a counter to all that it says. */

import { showFault } from "../common/dialogs.js";
import { caseLinks, markNames, withLinks } from "../common/wording.js";
import { loadReference } from "../reference/reference.js";

/** @import { GameDocument } from "../types.js" */
/** @import { Board } from "./board.js" */
/** @import { Shown } from "./shown.js" */

export class Links {
  /** @param {{game: GameDocument, board: Board, store: Shown, show: (cell: string, unit: string) => void}} needs `show` brings a cell, and a counter in it, into sight */
  constructor({ game, board, store, show }) {
    this.game = game;
    this.board = board;
    this.store = store;
    this.show = show;
  }

  /** Show a counter or a cell on the map. @param {string} token */
  goTo(token) {
    const { cells, counters } = this.board;
    const cell = cells.has(token) ? token : this.board.placeOf(token);
    if (cells.has(cell)) this.show(cell, counters.has(token) ? token : "");
  }

  /** A sentence whose marked names lead to the map. @param {string} text */
  names(text) {
    return withLinks(text, (token) => this.goTo(token), (token) => this.board.nameOf(token));
  }

  /** The same, also where the sentence does not mark them. @param {string} text */
  rich(text) {
    return this.names(markNames(text, (word) => this.board.cells.has(word) || this.board.counters.has(word)));
  }

  /** @param {string[] | undefined} cases */
  cases(cases) {
    return caseLinks(cases, (c) => this.openCase(c));
  }

  /** @param {string} wanted */
  async openCase(wanted) {
    try {
      const [{ openCase }, reference] = await Promise.all([import("../reference/case-card.js"), loadReference(this.game.info.slug)]);
      openCase(reference, wanted);
    } catch (fault) {
      showFault(fault);
    }
  }

  /** The key to counters and map. */
  openKey() {
    import("../reference/anatomy.js").then(({ openKey }) => openKey(this)).catch(showFault);
  }

  /** All that a counter says. @param {string} unit */
  tellCounter(unit) {
    import("../reference/anatomy.js").then(({ openCounterCard }) => openCounterCard(this, unit)).catch(showFault);
  }
}
