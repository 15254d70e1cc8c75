/** The clocks at the table: what each side has left, ticking; and what is to be done when time has run out or stands still. */

import { isLow, leftOf, lengthWords, SECOND, shareLeft, standOf, standWords } from "../common/clock-words.js";
import { fill, h } from "../common/dom.js";
import { listed } from "../common/seating.js";
import { capital } from "../common/wording.js";
import { WatchFace } from "./watch-face.js";

/** @import { ClockDocument } from "../types.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "../play/shown.js" */
/** @import { Time } from "../play/time-dialog.js" */
/** One seat's line. @typedef {{element: HTMLElement, face: WatchFace, left: HTMLElement, stand: HTMLElement}} Line */

export class Clocks {
  /** @param {{session: Session, store: Shown, time: Time, element: HTMLElement}} needs */
  constructor({ session, store, time, element }) {
    this.session = session;
    this.time = time;
    /** @type {Map<string, Line>} */ this.lines = new Map();
    this.rows = h("button.clock-rows", { type: "button", title: "Clocks: stop them, vacation, more time", "data-testid": "clocks", onclick: () => time.open() });
    this.notice = h("div.clock-notice", { role: "status" });
    this.element = element;
    fill(element, this.rows, this.notice);
    this.said = ""; // what the notice is about
    this.doubted = ""; // the clock that has run out here, and of which the server was asked
    this.timer = setInterval(() => this.tick(), SECOND);
    store.on(["state", "seats", "link"], () => this.update());
    this.update();
  }

  stop() {
    clearInterval(this.timer);
  }

  update() {
    const { clock } = this.session.state;
    this.element.hidden = !clock;
    if (!clock) return;
    const seats = Object.keys(clock.seats);
    if ([...this.lines.keys()].join() !== seats.join()) this.lay(seats);
    this.tick();
  }

  /** @param {string[]} seats */
  lay(seats) {
    this.lines = new Map(seats.map((seat) => {
      const line = { face: new WatchFace(), left: h("b.time-left"), stand: h("small") };
      const element = h("span.clock", { ...this.session.seating.colours(seat), "data-testid": `clock-${seat}` }, line.face.element, h("span.words", null, h("span.seat-name", null, capital(seat)), line.left, line.stand));
      return [seat, { ...line, element }];
    }));
    fill(this.rows, [...this.lines.values()].map((line) => line.element));
  }

  tick() {
    const { clock, over } = this.session.state;
    if (!clock || document.hidden) return;
    const now = this.session.time.now();
    for (const [seat, line] of this.lines) this.show(clock, seat, line, now);
    if (!over) this.doubt(clock, now);
    this.tell(clock);
  }

  /** @param {ClockDocument} clock @param {string} seat @param {Line} line @param {number} now */
  show(clock, seat, { element, face, left, stand }, now) {
    const rest = leftOf(clock, seat, now);
    const is = this.session.state.over ? "waits" : standOf(clock, seat, now);
    face.show(shareLeft(clock, seat, now), is === "runs" ? 60 - Math.ceil(rest / SECOND) % 60 : 0);
    element.dataset.stand = is;
    element.classList.toggle("low", isLow(clock, seat, now));
    put(left, lengthWords(rest, clock.terms.kind === "live"));
    put(stand, is === "waits" ? "" : standWords(clock, seat, now));
  }

  /** A clock that runs out here has run out when the server says so. @param {ClockDocument} clock @param {number} now */
  doubt(clock, now) {
    const out = Object.keys(clock.seats).filter((seat) => standOf(clock, seat, now) === "out").map((seat) => `${seat} ${clock.seats[seat].since}`).join();
    if (out && out !== this.doubted) this.session.refresh().catch(() => {});
    this.doubted = out;
  }

  /** @param {ClockDocument} clock */
  tell(clock) {
    const { time } = this;
    const now = time.now;
    const mine = time.mine(clock);
    const out = time.claimable;
    const stand = (/** @type {string} */ name) => time.playing && mine.some((seat) => standOf(clock, seat, now) === name);
    const about = this.session.state.over ? "" : out.length ? `claim ${out}` : clock.paused ? `paused ${time.playing}` : stand("away") ? "away" : stand("out") ? "out" : "";
    if (about === this.said) return;
    this.said = about;
    fill(this.notice, this.words(about, clock, out));
  }

  /** @param {string} about @param {ClockDocument} clock @param {string[]} out @returns {HTMLElement[]} */
  words(about, clock, out) {
    const { time } = this;
    if (out.length) return [h("div.notice", { "data-testid": "out-of-time" }, h("p", null, `${listed(out, "and")} ${out.length > 1 ? "are" : "is"} out of time.`), out.map((seat) => time.overdue(seat)))];
    if (about === "out") return [h("p.notice", { "data-testid": "i-am-out" }, "You are out of time. Play on before the other side claims the win.")];
    if (about === "away") return [h("div.notice", { "data-testid": "i-am-away" }, h("p", null, "You are on vacation: your clock stands still."), h("div.row", null, h("button", { type: "button", "data-testid": "back-again", onclick: () => time.vacation(0) }, "I am back")))];
    if (!clock.paused || !about) return [];
    return [h("div.notice", { "data-testid": "clocks-stopped" }, h("p", null, "The clocks are stopped. You can play on all the same."),
      time.playing ? h("div.row", null, h("button", { type: "button", "data-testid": "start-again", onclick: () => time.resume() }, "Start them again")) : null)];
  }
}

/** New words only where they differ: a screen reader need not hear each second. @param {HTMLElement} element @param {string} words */
function put(element, words) {
  if (element.textContent !== words) element.textContent = words;
}
