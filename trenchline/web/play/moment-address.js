/** The address bar says which moment is looked at, so that it can be shared: the table as it stands, an earlier moment of it, an entry of its log. */

import { currentPage, standAt } from "../common/address.js";
import { lessonPage } from "../lesson/start-lesson.js";

/** @import { Session } from "../connection/session.js" */
/** @import { Tabs } from "../panels/tabs.js" */
/** @import { Replay } from "./replay.js" */
/** @import { Shown } from "./shown.js" */

const SETTLED = 250; // ms: browsers refuse an address that changes all the time

/** The page of a table, or of a moment of it. @param {Session} session @param {number | null} past after how many actions @param {boolean} log whether it is looked at in the log */
export function momentPage(session, past, log) {
  const table = `t/${session.id}`;
  if (past !== null) return `${table}/${log && past ? "log" : "replay"}/${past}`;
  const { lesson } = session.table;
  return lesson ? lessonPage(session.game.info.slug, lesson) : table;
}

export class MomentAddress {
  /** @param {{session: Session, store: Shown, replay: Replay, tabs: Tabs}} needs */
  constructor({ session, store, replay, tabs }) {
    this.session = session;
    this.store = store;
    this.replay = replay;
    this.tabs = tabs;
    this.timer = 0;
    this.off = store.on(["past", "replay"], () => this.soon());
  }

  /** Once nothing moves any more. */
  soon() {
    clearTimeout(this.timer);
    if (!this.replay.running) this.timer = window.setTimeout(() => this.tell(), SETTLED);
  }

  tell() {
    const { past } = this.store.values;
    const page = momentPage(this.session, past, this.tabs.current === "log");
    if (page !== currentPage()) standAt(page);
  }

  stop() {
    clearTimeout(this.timer);
    this.off();
  }
}
