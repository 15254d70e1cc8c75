/** Where the clocks stand. What draws them is loaded at tables that have some. */

import { h } from "../common/dom.js";

/** @import { Session } from "../connection/session.js" */
/** @import { Clocks } from "../panels/clocks.js" */
/** @import { Shown } from "./shown.js" */

export class ClockPlace {
  /** @param {{session: Session, store: Shown}} needs */
  constructor({ session, store }) {
    this.element = h("section.clocks", { "aria-label": "Clocks", hidden: true });
    /** @type {Clocks | null} */ this.clocks = null;
    this.closed = false;
    if (session.state.clock) this.load(session, store);
  }

  /** @param {Session} session @param {Shown} store */
  async load(session, store) {
    const [{ Clocks }, { Time }] = await Promise.all([import("../panels/clocks.js"), import("./time-dialog.js")]);
    if (!this.closed) this.clocks = new Clocks({ session, store, time: new Time(session), element: this.element });
  }

  stop() {
    this.closed = true;
    this.clocks?.stop();
  }
}
