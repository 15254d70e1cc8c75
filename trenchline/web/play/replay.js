/** Looking back: to any action, step by step or by itself; and "since your last turn". */

import { showFault } from "../common/dialogs.js";
import { worthTelling } from "../common/wording.js";

/** @import { Session } from "../connection/session.js" */
/** @import { Entry, MatchEvent, View } from "../types.js" */
/** @import { Shown } from "./shown.js" */
/** @typedef {{session: Session, store: Shown, tell: (events: MatchEvent[], before: View, seat: string) => void, leave: () => void}} Needs `tell` shows on the map what was done, `leave` comes back to the table as it stands */

const PACE = 1100; // ms an action is shown at normal speed
const QUIET = 60; // ms for one of which nothing is told
const KEPT = 80; // views at hand

export class Replay {
  /** @param {Needs} needs */
  constructor({ session, store, tell, leave }) {
    this.session = session;
    this.store = store;
    this.tell = tell;
    this.leave = leave;
    this.speed = 1;
    this.running = false;
    this.catching = false; // it shows what was missed
    this.until = Infinity;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.timer = undefined;
    this.asked = 0;
    /** @type {Map<string, Promise<{n: number, view: View}>>} */ this.views = new Map();
  }

  get length() {
    return this.store.length;
  }

  /** Look at the table after n actions. @param {number} n */
  async go(n) {
    const target = Math.max(0, Math.min(this.length, n));
    const turn = ++this.asked;
    try {
      if (this.session.entries.length < this.length) await this.loadHistory();
      const found = await this.viewAt(target);
      if (turn !== this.asked) return false;
      const before = this.store.view;
      this.store.change({ past: target, view: found.view });
      const entry = this.session.entries.find((e) => e.n === target - 1);
      this.tell(entry ? entry.events : [], before, entry?.player ?? "");
      return true;
    } catch (fault) {
      this.pause();
      showFault(fault);
      return false;
    }
  }

  /** @param {number} n */
  viewAt(n) {
    const name = `${n} ${this.session.entries.find((e) => e.n === n - 1)?.seq ?? 0}`;
    const known = this.views.get(name);
    if (known) return known;
    /** @type {Promise<{n: number, view: View}>} */ const asked = this.session.get(`/at/${n}`);
    this.views.set(name, asked);
    asked.catch(() => this.views.delete(name));
    if (this.views.size > KEPT) this.views.delete(/** @type {string} */ (this.views.keys().next().value));
    return asked;
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    const from = this.store.replaying ? this.store.at : this.length;
    return this.go(from + by);
  }

  async run() {
    if (!this.store.replaying || this.store.at >= this.length) await this.go(0);
    this.running = true;
    this.store.touch("replay");
    this.tick();
  }

  tick() {
    clearTimeout(this.timer);
    if (!this.running) return;
    if (this.store.at >= Math.min(this.length, this.until)) return this.catching ? this.now() : this.pause();
    const next = this.session.entries.find((e) => e.n === this.store.at);
    const told = next ? worthTelling(next.events).length > 0 : true;
    if (!told && this.store.at + 1 < Math.min(this.length, this.until)) {
      this.store.set({ past: this.store.at + 1 }); // nothing to see: on to the next
      this.timer = setTimeout(() => this.tick(), QUIET / this.speed);
      return;
    }
    this.go(this.store.at + 1).then((shown) => {
      if (!shown || !this.running) return;
      if (this.store.at < this.length) this.viewAt(this.store.at + 1).catch(() => {});
      this.timer = setTimeout(() => this.tick(), PACE / this.speed);
    });
  }

  pause() {
    clearTimeout(this.timer);
    this.running = false;
    this.store.touch("replay");
  }

  /** Back to the table as it stands. */
  now() {
    clearTimeout(this.timer);
    this.running = false;
    this.catching = false;
    this.until = Infinity;
    this.asked += 1;
    this.leave();
  }

  /** Play what the other side did, from action n on. @param {number} from */
  async catchUp(from) {
    this.catching = true;
    this.until = this.length;
    if (!(await this.go(from))) return this.now();
    this.running = true;
    this.store.touch("replay");
    this.tick();
  }

  // ---------------------------------------------------------------- what was missed

  /** The whole log, where the server sent only its end. */
  async loadHistory() {
    /** @type {{steps: Entry[], prelude: MatchEvent[]}} */ const found = await this.session.get("/replay");
    this.session.merge({ entries: found.steps, length: this.length });
    this.session.prelude = found.prelude;
  }

  /** The last action of mine, by number; -1 if there is none. */
  lastOwn() {
    return this.session.entries.findLast((e) => this.session.table.you.includes(e.player))?.n ?? -1;
  }

  /** How many of the other side's actions tell something since my last one. */
  missed() {
    const { session } = this;
    const { you, seats } = session.table;
    if (!you.length || you.length === seats.length) return 0;
    const own = this.lastOwn();
    return session.entries.filter((e) => e.n > own && worthTelling(e.events).some((t) => t.kind !== "step" && t.kind !== "turn")).length;
  }

  /** How many actions have been shown on this device. */
  seen() {
    return Number(localStorage.getItem(`trenchline.seen.${this.session.id}`) ?? 0);
  }

  markSeen() {
    if (!this.store.replaying) localStorage.setItem(`trenchline.seen.${this.session.id}`, String(this.length));
  }
}
