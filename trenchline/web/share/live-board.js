/** A map that follows a match as it goes on: each state that comes is shown, with what has happened. */

import { Stage } from "./stage.js";

/** @import { Session, Change } from "../connection/session.js" */

export class LiveBoard {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.stage = new Stage(session);
    this.element = this.stage.element;
    this.follows = true;
    this.off = session.on((change) => this.heard(change));
  }

  /** The first look is where counters stand. @param {number} [wide] map units in sight; as many as fill the window, if it is not said */
  open(wide) {
    this.stage.open();
    const { mapView } = this.stage.playMap;
    const places = this.stage.store.view.counters.flatMap(({ place }) => mapView.middleOf(place) ?? []);
    const mean = (/** @type {"x" | "y"} */ axis) => places.reduce((sum, at) => sum + at[axis], 0) / places.length;
    if (places.length) mapView.lookAtPart({ ...mapView.part, ...(wide ? { wide, high: 1 } : {}), x: mean("x"), y: mean("y") });
  }

  /** @param {Change} change */
  heard({ what, fresh = [] }) {
    if (what !== "state" || !this.follows) return;
    const { state } = this.session;
    this.stage.store.set({ past: state.length });
    const seat = fresh.findLast((entry) => entry.player !== "dice")?.player ?? "";
    this.stage.show(state.view, fresh.slice(-8).flatMap((entry) => entry.events), seat);
  }

  /** As it stands now. */
  now() {
    this.follows = true;
    this.heard({ what: "state" });
  }

  remove() {
    this.off();
    this.stage.remove();
    this.session.close();
  }
}
