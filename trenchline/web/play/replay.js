/** Looking back: a scrub bar by turn and action, play and pause, jump, branch from here; and "since your last turn". */

import { askYesOrNo, showFault } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { counted } from "../common/wording.js";
import { worthTelling } from "../panels/log.js";

/** @import { Entry, MatchEvent, View } from "../types.js" */

const PACE = 1100; // ms an action is shown at normal speed
const QUIET = 60; // ms for one of which nothing is told
const KEPT = 80; // views at hand
const ROOM_FOR_A_NUMBER = 20; // pixels

export class Replay {
  /** @param {import("./play-screen.js").Play} play */
  constructor(play) {
    this.play = play;
    this.speed = 1;
    this.running = false;
    this.until = Infinity;
    this.timer = 0;
    this.asked = 0;
    /** @type {Map<string, Promise<{n: number, view: View}>>} */ this.views = new Map();
    this.drawn = ""; // the ticks that stand
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act, /** @type {string} */ id) =>
      h("button", { type: "button", "aria-label": label, title: label, "data-testid": `replay-${id}`, onclick: act }, text);
    this.toggle = button("Play", "Play", () => (this.running ? this.pause() : this.run()), "play");
    this.slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": "Action", "data-testid": "replay-slider" }));
    this.slider.addEventListener("input", () => {
      const wanted = Number(this.slider.value);
      this.pause();
      this.slider.value = String(wanted);
      this.go(wanted);
    });
    this.ticks = h("div.ticks", { role: "group", "aria-label": "Turns" });
    this.where = h("span.where", { "data-testid": "replay-where", "aria-live": "off" });
    this.pace = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Speed", onchange: () => (this.speed = Number(this.pace.value)) },
      [[0.5, "slow"], [1, "normal"], [2, "fast"], [6, "very fast"]].map(([value, text]) => h("option", { value, selected: value === 1 || null }, text))));
    this.more = h("span.more");
    this.element = h("footer.replay-bar", { "data-testid": "replay-bar", "aria-label": "Replay" },
      button("\u25c2", "One action back", () => this.step(-1), "back"), this.toggle, button("\u25b8", "One action on", () => this.step(1), "on"),
      h("div.scrub", null, this.slider, this.ticks), this.where, this.pace, this.more);
    play.store.on(["state", "past"], () => this.update());
    this.wide = 0; // pixels of the scale
    new ResizeObserver(([{ contentRect }]) => {
      this.wide = contentRect.width;
      this.drawTicks();
    }).observe(this.ticks);
  }

  /** Leave room at the left. @param {number} pixels */
  beginAfter(pixels) {
    this.element.style.setProperty("--overlay-buttons", `${pixels}px`);
  }

  get length() {
    return this.play.length;
  }

  /** The table has moved on, or the replay has. */
  update() {
    const { play } = this;
    const at = play.replaying ? play.at : this.length;
    this.slider.max = String(this.length);
    this.slider.value = String(at);
    const entry = play.session.entries.find((e) => e.n === at - 1);
    const step = (play.replaying ? play.view.step : entry?.step) ?? "";
    this.slider.setAttribute("aria-valuetext", `action ${at} of ${this.length}, ${step}`);
    this.where.textContent = play.replaying ? `${at} of ${this.length}: ${play.view.date}, ${play.view.step}` : counted(this.length, "action");
    this.toggle.textContent = this.running ? "Pause" : "Play";
    this.toggle.setAttribute("aria-label", this.running ? "Pause" : "Play");
    this.element.classList.toggle("back", play.replaying);
    fill(this.more, play.replaying ? [
      h("button", { type: "button", "data-testid": "branch", onclick: () => this.branch() }, "Branch from here"),
      h("button.primary", { type: "button", "data-testid": "replay-now", onclick: () => this.now() }, this.catching ? "Skip" : "Back to now"),
    ] : null);
    this.drawTicks();
  }

  /** Where each turn begins; its number, where the one before leaves room for it. */
  drawTicks() {
    const { turns } = this.play.session.state;
    const width = this.wide;
    const mark = `${width} ${this.length} ${turns.join()}`;
    if (mark === this.drawn) return;
    this.drawn = mark;
    let free = 0; // pixels from the left that are written on
    fill(this.ticks, turns.map(([turn, n]) => {
      const share = n / Math.max(1, this.length);
      const told = share * width >= free;
      if (told) free = share * width + ROOM_FOR_A_NUMBER;
      const tick = h("button", { type: "button", tabindex: "-1", title: `To turn ${turn}`, "data-turn": turn, onclick: () => { this.pause(); this.go(n); } }, told ? String(turn) : null);
      tick.style.left = `${100 * share}%`;
      return tick;
    }));
  }

  // ---------------------------------------------------------------- moving about

  /** Look at the table after n actions. @param {number} n */
  async go(n) {
    const { play } = this;
    const target = Math.max(0, Math.min(this.length, n));
    const turn = ++this.asked;
    try {
      if (play.session.entries.length < this.length) await this.loadHistory();
      const found = await this.viewAt(target);
      if (turn !== this.asked) return false;
      const before = play.view;
      play.enterReplay(target, found.view);
      const entry = play.session.entries.find((e) => e.n === target - 1);
      play.playMap.eventsOnMap.show(entry ? entry.events : [], before, entry?.player ?? "");
      return true;
    } catch (fault) {
      this.pause();
      showFault(fault);
      return false;
    }
  }

  /** @param {number} n */
  viewAt(n) {
    const name = `${n} ${this.play.session.entries.find((e) => e.n === n - 1)?.seq ?? 0}`;
    const known = this.views.get(name);
    if (known) return known;
    /** @type {Promise<{n: number, view: View}>} */ const asked = this.play.session.get(`/at/${n}`);
    this.views.set(name, asked);
    asked.catch(() => this.views.delete(name));
    if (this.views.size > KEPT) this.views.delete(/** @type {string} */ (this.views.keys().next().value));
    return asked;
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    const from = this.play.replaying ? this.play.at : this.length;
    return this.go(from + by);
  }

  async run() {
    if (!this.play.replaying || this.play.at >= this.length) await this.go(0);
    this.running = true;
    this.update();
    this.tick();
  }

  tick() {
    clearTimeout(this.timer);
    if (!this.running) return;
    const { play } = this;
    if (play.at >= Math.min(this.length, this.until)) return this.catching ? this.now() : this.pause();
    const next = play.session.entries.find((e) => e.n === play.at);
    const told = next ? worthTelling(next.events).length > 0 : true;
    if (!told && play.at + 1 < Math.min(this.length, this.until)) {
      play.store.set({ past: play.at + 1 }); // nothing to see: on to the next
      this.timer = window.setTimeout(() => this.tick(), QUIET / this.speed);
      return;
    }
    this.go(play.at + 1).then((shown) => {
      if (!shown || !this.running) return;
      if (play.at < this.length) this.viewAt(play.at + 1).catch(() => {});
      this.timer = window.setTimeout(() => this.tick(), PACE / this.speed);
    });
  }

  pause() {
    clearTimeout(this.timer);
    this.running = false;
    this.update();
  }

  /** Back to the table as it stands. */
  now() {
    clearTimeout(this.timer);
    this.running = false;
    this.catching = false;
    this.until = Infinity;
    this.asked += 1;
    this.play.leaveReplay();
  }

  /** Play what the other side did, from action n on. @param {number} from */
  async catchUp(from) {
    this.catching = true;
    this.until = this.length;
    if (!(await this.go(from))) return this.now();
    this.running = true;
    this.update();
    this.tick();
  }

  // ---------------------------------------------------------------- what was missed

  /** The whole log, where the server sent only its end. */
  async loadHistory() {
    /** @type {{steps: Entry[], prelude: MatchEvent[]}} */ const found = await this.play.session.get("/replay");
    this.play.session.merge({ entries: found.steps, length: this.length });
    this.play.session.prelude = found.prelude;
  }

  /** The last action of mine, by number; -1 if there is none. */
  lastOwn() {
    return this.play.session.entries.findLast((e) => this.play.session.table.you.includes(e.player))?.n ?? -1;
  }

  /** How many of the other side's actions tell something since my last one. */
  missed() {
    const { session } = this.play;
    const { you, seats } = session.table;
    if (!you.length || you.length === seats.length) return 0;
    const own = this.lastOwn();
    return session.entries.filter((e) => e.n > own && worthTelling(e.events).some((t) => t.kind !== "step" && t.kind !== "turn")).length;
  }

  /** How many actions have been shown on this device. */
  seen() {
    return Number(localStorage.getItem(`trenchline.seen.${this.play.session.id}`) ?? 0);
  }

  markSeen() {
    if (!this.play.replaying) localStorage.setItem(`trenchline.seen.${this.play.session.id}`, String(this.length));
  }

  async branch() {
    const { play } = this;
    const at = play.at;
    this.pause();
    const yes = await askYesOrNo("Branch from here", h("p", null, `A new table begins after action ${at}, with dice of its own. This one stays as it is. You hold the sides you hold here; the others stay with their bots, or come to you.`), "Make the table");
    if (yes) play.actions.branch(at);
  }
}
