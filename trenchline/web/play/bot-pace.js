/** How fast the computer plays: chosen on this device, told to the table when it opens, and let go of to come to my turn at once. */

import { showFault } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { onSettings, setSpeed, speed, SPEEDS } from "../common/settings.js";
import { asSentences } from "../common/wording.js";

/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "./shown.js" */
/** @import { Actions } from "./actions.js" */
/** @import { Links } from "./links.js" */

export class Pace {
  /** @param {import("../connection/session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.told = -1; // what the table was last told
    this.skipping = false;
    const tell = () => this.tell().catch(showFault);
    this.stop = onSettings(tell);
    if (this.offered) this.tell().catch(() => {}); // the table keeps its own pace, and hears ours when we are in touch
  }

  /** Whether the computer plays here and I may say how fast. */
  get offered() {
    const { table } = this.session;
    return table.you.length > 0 && table.seats.some((s) => s.kind === "bot");
  }

  /** Whether each of its moves is to be looked at. */
  get steps() {
    return !this.skipping && speed() > 0;
  }

  async tell() {
    const wanted = this.skipping ? 0 : speed();
    if (!this.offered || wanted === this.told) return;
    const before = this.told;
    this.told = wanted;
    try {
      await this.session.sendOnce("/pace", { pace: wanted });
    } catch (fault) {
      this.told = before;
      throw fault;
    }
  }

  /** No waiting until I have to decide. */
  skip() {
    this.skipping = true;
    return this.tell().catch(showFault);
  }

  /**
   * The table has moved on: where I have to decide the chosen pace holds again.
   * @param {boolean} myTurn a decision that is taken by itself is not: what was skipped goes on after it
   */
  heard(myTurn) {
    if (!this.skipping || !(myTurn || this.session.state.over)) return;
    this.skipping = false;
    this.tell().catch(() => {});
  }

  /** A server that was started anew has forgotten it. */
  again() {
    this.told = -1;
    this.tell().catch(() => {});
  }
}

/** The strip below the orders: why the computer does it, how fast, and on to my turn. Its buttons stay while the orders are drawn anew. */
export class PaceStrip {
  /** @param {{session: Session, store: Shown, pace: Pace, actions: Actions, links: Links}} needs */
  constructor({ session, store, pace, actions, links }) {
    this.session = session;
    this.store = store;
    this.pace = pace;
    this.actions = actions;
    this.links = links;
    this.why = h("p.bot-why", { "data-testid": "bot-why" });
    this.buttons = SPEEDS.map(([ms, title]) => h("button", { type: "button", role: "radio", "data-testid": `pace-${ms}`, onclick: () => setSpeed(ms) }, title));
    this.skip = h("button.skip", { type: "button", "data-testid": "skip", onclick: () => this.press() }, "Skip to my turn", h("kbd", { "aria-hidden": "true" }, "S"));
    this.speeds = h("div.speeds", { role: "radiogroup", "aria-label": "How fast the computer plays" }, h("span", { "aria-hidden": "true" }, "The computer plays"), this.buttons);
    this.speeds.addEventListener("keydown", (event) => this.walk(event));
    this.element = h("div.pace", { "data-testid": "pace", hidden: true }, this.why, this.skip, this.speeds);
    this.reason = "";
    this.store.on(["state", "past", "mine", "preferences"], () => this.update());
  }

  /** Skip, where there is something to skip. */
  press() {
    const { pace } = this;
    if (!pace.offered || !this.session.botDecides || pace.skipping) return false;
    pace.skip();
    this.update();
    return true;
  }

  /** Arrows go from speed to speed. @param {KeyboardEvent} event */
  walk(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key] ?? 0;
    if (!step) return;
    const next = this.buttons[(SPEEDS.findIndex(([ms]) => ms === speed()) + step + SPEEDS.length) % SPEEDS.length];
    next.click();
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  update() {
    const { pace } = this;
    this.element.hidden = this.store.replaying || !pace.offered || this.session.state.over;
    if (this.element.hidden) return;
    const now = this.session.botDecides || (pace.skipping && this.actions.takesItself);
    this.element.classList.toggle("playing", now);
    this.skip.hidden = !now;
    this.skip.toggleAttribute("disabled", pace.skipping);
    this.buttons.forEach((button, i) => {
      const on = SPEEDS[i][0] === speed();
      button.setAttribute("aria-checked", String(on));
      button.setAttribute("tabindex", on ? "0" : "-1");
    });
    const last = now ? this.session.entries.at(-1) : null;
    const why = last?.why && !this.session.table.you.includes(last.player) ? last.why : "";
    this.why.hidden = !why;
    if (why && why !== this.reason) fill(this.why, this.links.rich(asSentences(why)));
    this.reason = why;
  }
}
