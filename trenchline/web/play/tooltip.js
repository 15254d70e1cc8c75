/** Hover or long-press: what the ground is, what it costs, who stands there. */

import { placeNear } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { actionWords, capital } from "../common/wording.js";
import { namedNumbers } from "../reference/reference.js";

/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "./shown.js" */
/** @import { Board } from "./board.js" */
/** @import { Links } from "./links.js" */
/** @import { PlayMap } from "./play-map.js" */
/** @import { Group } from "./group.js" */

const REST = 420; // ms until the pointer counts as resting

export class Tooltip {
  /** @param {{session: Session, store: Shown, board: Board, links: Links, playMap: PlayMap, group: Group}} needs */
  constructor({ session, store, board, links, playMap, group }) {
    this.session = session;
    this.store = store;
    this.board = board;
    this.links = links;
    this.playMap = playMap;
    this.group = group;
    this.element = h("div.tip", { role: "tooltip", hidden: true, "data-testid": "tip" });
    document.body.append(this.element);
    this.cell = "";
    this.unit = "";
    this.timer = 0;
    this.pinned = false;
  }

  /** The pointer is over a cell, or over none. @param {string} cell @param {string} unit @param {{x: number, y: number}} at */
  over(cell, unit, at) {
    this.at = at;
    if (cell === this.cell && unit === this.unit) {
      if (!this.element.hidden && !this.pinned) placeNear(this.element, at, this.playMap.toBeSeen());
      return;
    }
    this.cell = cell;
    this.unit = unit;
    this.hide();
    if (cell) this.timer = window.setTimeout(() => this.show(cell, unit), REST);
  }

  hide() {
    clearTimeout(this.timer);
    this.pinned = false;
    this.element.hidden = true;
  }

  /** Show at once and stay until the next tap. @param {string} cell @param {{x: number, y: number}} at */
  pin(cell, at) {
    this.at = at;
    this.cell = cell;
    this.show(cell, "").then(() => (this.pinned = true));
    const away = (/** @type {Event} */ event) => {
      if (this.element.contains(/** @type {Node} */ (event.target))) return;
      document.removeEventListener("pointerdown", away);
      this.hide();
    };
    document.addEventListener("pointerdown", away);
  }

  /** What the numbers of a counter mean, and the way to all that it says. @param {string} unit */
  anatomy(unit) {
    const { board: { counters } } = this;
    const { reference, view } = this.store;
    const printed = counters.get(unit);
    const numbers = printed && reference ? namedNumbers(reference, printed, view.counters.find((c) => c.id === unit)) : [];
    if (!numbers.length) return null;
    return h("p.numbers-named", null, numbers.map(({ entry, value }) => `${entry.word} ${value}`).join(", "),
      h("button.plainly", { type: "button", "data-testid": "tell-counter", onclick: () => this.links.tellCounter(unit) }, h("kbd", null, "I"), " What it says"));
  }

  /** @param {string} cell @param {string} unit */
  async show(cell, unit) {
    const here = this.board.unitsIn(cell);
    const markers = this.store.view.markers.filter((m) => m.cell === cell);
    const printed = this.board.cells.get(cell);
    let lines = [`${cell} ${printed?.name ?? ""}: ${(printed?.terrain ?? []).join(", ")}`];
    if (!this.store.replaying) lines = await this.session.cell(cell).then((d) => d.lines, () => lines);
    if (this.cell !== cell) return;
    fill(this.element,
      h("b", null, lines[0]), lines.slice(1).map((line) => h("p", null, line)),
      markers.map((m) => h("p", null, `${capital(m.kind)}${m.side ? `, ${m.side}` : ""}${m.value && m.value > 1 ? `, ${m.value}` : ""}`)),
      here.length ? h("ul", null, here.map((id) => h("li", { class: id === unit ? "aimed" : "" }, h("b", null, id), ` ${this.board.describe(id)}`))) : null,
      this.anatomy(unit || here[0] || ""),
      this.choiceLine(cell, here));
    this.element.hidden = false;
    placeNear(this.element, this.at ?? { x: 0, y: 0 }, this.playMap.toBeSeen());
  }

  /** What a click would do. @param {string} cell @param {string[]} here */
  choiceLine(cell, here) {
    const { session } = this;
    const { choices, selected } = this.store;
    if (!session.mine || this.store.replaying) return null;
    if (this.group.party.size) {
      const would = this.group.wouldDo(cell);
      return would ? h("p.would", null, would) : null;
    }
    const meaning = choices.atCell(cell, here, selected);
    if ("do" in meaning) return h("p.would", null, `Click: ${actionWords(meaning.do)}`);
    if ("fan" in meaning || "choose" in meaning) return h("p.would", null, "Click to choose");
    return null;
  }

  remove() {
    this.element.remove();
  }
}
