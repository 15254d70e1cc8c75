/** The embedded board: who plays what, the map, a bar to look back. */

import { keyedUrl } from "../common/address.js";
import { fill, h } from "../common/dom.js";
import { scenarioTitle } from "../common/scenarios.js";
import { capital, counted } from "../common/wording.js";
import { Replay } from "../play/replay.js";
import { LiveBoard } from "./live-board.js";

/** @import { Session } from "../connection/session.js" */

export class EmbeddedBoard {
  /** @param {Session} session @param {string} key that opened it: it can do no more than look on */
  constructor(session, key) {
    this.session = session;
    this.live = new LiveBoard(session);
    const { stage } = this.live;
    this.replay = new Replay({ session, store: stage.store, tell: (events, before, seat) => stage.tell(events, before, seat), leave: () => this.now() });
    const { info } = session.game;
    this.standing = h("p.standing-now", { "data-testid": "embed-standing" });
    this.slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": "Action", "data-testid": "embed-slider" }));
    this.slider.addEventListener("input", () => {
      const wanted = Number(this.slider.value);
      this.replay.pause();
      this.go(wanted);
    });
    this.toggle = this.button("Play", "play", () => (this.replay.running ? this.replay.pause() : this.run()));
    this.nowButton = this.button("Now", "now", () => this.replay.now());
    this.where = h("span.where", { "data-testid": "embed-where" });
    const open = keyedUrl("watch", session.table.game, session.id, key);
    this.element = h("main.embedded", { "data-testid": "embedded" },
      h("header", null,
        h("div", null, h("h1", null, info.title), h("p", null, [scenarioTitle(info, session.table.scenario), this.who()].filter(Boolean).join(" \u00b7 "))), this.standing,
        h("a.button", { href: open, target: "_blank", rel: "noopener", "data-testid": "embed-open" }, "Open")),
      h("div.embedded-map", null, this.live.element),
      h("footer", null, this.button("\u25c2", "back", () => this.step(-1), "One action back"), this.toggle, this.button("\u25b8", "on", () => this.step(1), "One action on"), this.slider, this.nowButton, this.where));
    this.off = [stage.store.on(["past", "view", "replay"], () => this.tell()), session.on(() => this.tell())];
  }

  /** @param {string} text @param {string} id @param {() => void} act @param {string} [label] */
  button(text, id, act, label = text) {
    return h("button", { type: "button", "aria-label": label, title: label, "data-testid": `embed-${id}`, onclick: act }, text);
  }

  who() {
    return this.session.table.seats.map((seat) => `${capital(seat.side)}: ${seat.kind === "open" ? "open" : seat.name || (seat.kind === "bot" ? seat.bot : "a player")}`).join(", ");
  }

  /** @param {number | null} at after how many actions; as it goes on, if it is not said */
  async open(at) {
    this.live.open();
    document.title = this.session.title;
    this.tell();
    if (at !== null) await this.go(at);
  }

  /** @param {number} n */
  go(n) {
    this.live.follows = false;
    return this.replay.go(n);
  }

  /** @param {number} by */
  step(by) {
    this.live.follows = false;
    this.replay.step(by);
  }

  run() {
    this.live.follows = false;
    this.replay.run();
  }

  now() {
    this.live.now();
    this.tell();
  }

  tell() {
    const { store } = this.live.stage;
    const { view } = store;
    const { length } = this.session.state;
    const at = this.live.follows ? length : Math.min(store.at, length);
    this.slider.max = String(length);
    this.slider.value = String(at);
    this.toggle.textContent = this.replay.running ? "Pause" : "Play";
    this.nowButton.hidden = this.live.follows;
    this.where.textContent = [view.date, view.step, this.live.follows ? (this.session.state.over ? "over" : "") : counted(at, "action")].filter(Boolean).join(", ");
    fill(this.standing, view.standing?.text ?? "");
  }

  remove() {
    this.replay.pause();
    for (const end of this.off) end();
    this.live.remove();
    this.element.remove();
  }
}
