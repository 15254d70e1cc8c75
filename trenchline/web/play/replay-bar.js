/** The replay bar: a scrub bar by turn and action, play and pause, jump, branch from here, a stretch to share. */

import { askYesOrNo, showFault } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { counted } from "../common/wording.js";

/** @import { ChanceGraph } from "../analysis/chance-graph.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { ClipCard } from "../share/clip-card.js" */
/** @import { Actions } from "./actions.js" */
/** @import { PlayMap } from "./play-map.js" */
/** @import { Replay } from "./replay.js" */
/** @import { Shown } from "./shown.js" */

const ROOM_FOR_A_NUMBER = 20; // pixels

export class ReplayBar {
  /** @param {{session: Session, store: Shown, playMap: PlayMap, replay: Replay, actions: Actions}} needs */
  constructor({ session, store, playMap, replay, actions }) {
    this.session = session;
    this.store = store;
    this.playMap = playMap;
    /** @type {ClipCard | null} */ this.clip = null;
    this.replay = replay;
    this.actions = actions;
    this.drawn = ""; // the ticks that stand
    this.closed = false;
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act, /** @type {string} */ id) =>
      h("button", { type: "button", "aria-label": label, title: label, "data-testid": `replay-${id}`, onclick: act }, text);
    this.toggle = button("Play", "Play", () => (replay.running ? replay.pause() : replay.run()), "play");
    this.slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": "Action", "data-testid": "replay-slider" }));
    this.slider.addEventListener("input", () => {
      const wanted = Number(this.slider.value);
      replay.pause();
      this.slider.value = String(wanted);
      replay.go(wanted);
    });
    /** @type {Promise<ChanceGraph> | null} */ this.graph = null;
    this.scrub = h("div.scrub");
    this.stretch = h("div.stretch", { hidden: true, "aria-hidden": "true" });
    this.ticks = h("div.ticks", { role: "group", "aria-label": "Turns" });
    this.where = h("span.where", { "data-testid": "replay-where", "aria-live": "off" });
    this.pace = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Speed", onchange: () => (replay.speed = Number(this.pace.value)) },
      [[0.5, "slow"], [1, "normal"], [2, "fast"], [6, "very fast"]].map(([value, text]) => h("option", { value, selected: value === 1 || null }, text))));
    this.more = h("span.more");
    this.element = h("footer.replay-bar", { "data-testid": "replay-bar", "aria-label": "Replay" },
      button("\u25c2", "One action back", () => replay.step(-1), "back"), this.toggle, button("\u25b8", "One action on", () => replay.step(1), "on"),
      fill(this.scrub, this.stretch, this.slider, this.ticks), this.where, this.pace, this.more);
    store.on(["state", "past", "replay"], () => this.update());
    store.on(["analysis"], () => (this.graph ??= this.drawGraph()));
    this.wide = 0; // pixels of the scale
    new ResizeObserver(([{ contentRect }]) => {
      this.wide = contentRect.width;
      this.drawTicks();
    }).observe(this.ticks);
  }

  /** The chances of the match over the bar, once there is an analysis. */
  async drawGraph() {
    const { ChanceGraph } = await import("../analysis/chance-graph.js");
    const graph = new ChanceGraph({ session: this.session, store: this.store, replay: this.replay }, 40);
    this.scrub.prepend(graph.element);
    graph.draw();
    return graph;
  }

  /** Leave room at the left. @param {number} pixels */
  beginAfter(pixels) {
    this.element.style.setProperty("--overlay-buttons", `${pixels}px`);
  }

  /** The table has moved on, or the replay has. */
  update() {
    const at = this.store.replaying ? this.store.at : this.store.length;
    this.slider.max = String(this.store.length);
    this.slider.value = String(at);
    const entry = this.session.entries.find((e) => e.n === at - 1);
    const step = (this.store.replaying ? this.store.view.step : entry?.step) ?? "";
    this.slider.setAttribute("aria-valuetext", `action ${at} of ${this.store.length}, ${step}`);
    this.where.textContent = this.store.replaying ? `${at} of ${this.store.length}: ${this.store.view.date}, ${this.store.view.step}` : counted(this.store.length, "action");
    this.toggle.textContent = this.replay.running ? "Pause" : "Play";
    this.toggle.setAttribute("aria-label", this.replay.running ? "Pause" : "Play");
    this.element.classList.toggle("back", this.store.replaying);
    fill(this.more, this.store.replaying ? [
      h("button", { type: "button", "data-testid": "clip-open", title: "Share a stretch as GIF or video", onclick: () => this.share() }, "Share"),
      h("button", { type: "button", "data-testid": "branch", onclick: () => this.branch() }, "Branch from here"),
      h("button.primary", { type: "button", "data-testid": "replay-now", onclick: () => this.replay.now() }, this.replay.catching ? "Skip" : "Back to now"),
    ] : null);
    this.drawTicks();
  }

  /** Where each turn begins; its number, where the one before leaves room for it. */
  drawTicks() {
    const { turns } = this.session.state;
    const width = this.wide;
    const mark = `${width} ${this.store.length} ${turns.join()}`;
    if (mark === this.drawn) return;
    this.drawn = mark;
    let free = 0; // pixels from the left that are written on
    fill(this.ticks, turns.map(([turn, n]) => {
      const share = n / Math.max(1, this.store.length);
      const told = share * width >= free;
      if (told) free = share * width + ROOM_FOR_A_NUMBER;
      const tick = h("button", { type: "button", tabindex: "-1", title: `To turn ${turn}`, "data-turn": turn, onclick: () => { this.replay.pause(); this.replay.go(n); } }, told ? String(turn) : null);
      tick.style.left = `${100 * share}%`;
      return tick;
    }));
  }

  /** A stretch of the match as a moving picture. */
  async share() {
    if (this.clip) return;
    this.replay.pause();
    try {
      const { ClipCard } = await import("../share/clip-card.js");
      const { session, store, playMap, replay } = this;
      const load = async () => {
        if (session.entries.length < store.length) await replay.loadHistory();
      };
      await load();
      if (this.clip || this.closed) return;
      this.clip = new ClipCard({ session, store, playMap, load, mark: (from, to) => this.markStretch(from, to), closed: () => this.noClip() });
      playMap.window.after(this.clip.element);
    } catch (fault) {
      showFault(fault);
    }
  }

  /** @param {number} from @param {number} to */
  markStretch(from, to) {
    const { style } = this.stretch;
    const all = Math.max(1, this.store.length);
    this.stretch.hidden = false;
    style.left = `${(100 * from) / all}%`;
    style.width = `${(100 * (to - from)) / all}%`;
  }

  noClip() {
    this.clip = null;
    this.stretch.hidden = true;
  }

  /** The table is left. */
  stop() {
    this.closed = true;
    this.clip?.close();
  }

  async branch() {
    const at = this.store.at;
    this.replay.pause();
    const yes = await askYesOrNo("Branch from here", h("p", null, `A new table begins after action ${at}, with dice of its own. This one stays as it is. You hold the sides you hold here; the others stay with their bots, or come to you.`), "Make the table");
    if (yes) this.actions.branch(at);
  }
}
