/** A map of a match apart from the play screen: for an embedded board, the front page, and pictures of a stretch. Nothing can be done on it. */

import { Board } from "../play/board.js";
import { PlayMap } from "../play/play-map.js";
import { Shown } from "../play/shown.js";

/** @import { Session } from "../connection/session.js" */
/** @import { MatchEvent, View } from "../types.js" */

export class Stage {
  /** @param {Session} session @param {{still?: boolean}} [how] `still`: the map stays where it is, wherever something happens */
  constructor(session, { still = false } = {}) {
    this.session = session;
    this.store = new Shown(session);
    this.store.set({ past: session.state.length });
    this.board = new Board(session.game, (counter) => session.seating.commander(counter), this.store);
    this.playMap = new (still ? StillMap : PlayMap)({ session, store: this.store, board: this.board });
    this.element = this.playMap.window;
  }

  /** Once the element is on the page and has a size. */
  open() {
    this.playMap.mapView.open();
    this.show(this.store.view);
  }

  /** @param {View} view @param {MatchEvent[]} [events] what has just happened @param {string} [seat] who did it */
  show(view, events = [], seat = "") {
    const before = this.store.view;
    this.store.change({ view });
    this.playMap.show(view);
    this.playMap.eventsOnMap.show(events, before, seat);
  }

  remove() {
    this.playMap.remove();
    this.element.remove();
  }
}

class StillMap extends PlayMap {
  /** @override */
  keepInSight() {}
}
