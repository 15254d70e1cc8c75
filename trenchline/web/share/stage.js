/** A map of a match apart from the play screen: for an embedded board, the front page, and pictures of a stretch. Nothing can be done on it. */

import { Board } from "../play/board.js";
import { PlayMap } from "../play/play-map.js";
import { Shown } from "../play/shown.js";

/** @import { Session } from "../connection/session.js" */
/** @import { MatchEvent, View } from "../types.js" */

export class Stage {
  /** @param {Session} session @param {"glides" | "jumps" | "rests"} [camera] how the map goes to where something happens */
  constructor(session, camera = "glides") {
    this.session = session;
    this.store = new Shown(session);
    this.store.set({ past: session.state.length }); // who looks on is shown no decision
    this.board = new Board(session.game, (counter) => session.seating.commander(counter), this.store);
    this.playMap = new CAMERAS[camera]({ session, store: this.store, board: this.board });
    this.element = this.playMap.window;
    this.store.on(["view"], () => this.playMap.show(this.store.view));
  }

  /** Once the element is on the page and has a size. */
  open() {
    this.playMap.mapView.open();
    this.playMap.show(this.store.view);
  }

  /** @param {View} view @param {MatchEvent[]} [events] what has just happened @param {string} [seat] who did it */
  show(view, events = [], seat = "") {
    const before = this.store.view;
    this.store.change({ view });
    this.tell(events, before, seat);
  }

  /** @param {MatchEvent[]} events @param {View} before @param {string} seat */
  tell(events, before, seat) {
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

class JumpingMap extends PlayMap {
  /** @override @param {string} cell */
  keepInSight(cell) {
    const at = this.mapView.middleOf(cell);
    if (at && !this.mapView.inSight(cell, 90)) this.mapView.lookAt(at.x, at.y);
  }
}

const CAMERAS = { glides: PlayMap, jumps: JumpingMap, rests: StillMap };
