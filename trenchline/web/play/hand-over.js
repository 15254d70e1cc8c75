/** Hot seat: a cover between two players on one device, where something is secret or where they want it. */

import { fill, h } from "../common/dom.js";
import { inColoursOf } from "../common/looks.js";
import { setting } from "../common/settings.js";
import { capital } from "../common/wording.js";

export class HandOver {
  /** @param {import("./play-screen.js").Play} play */
  constructor(play) {
    this.play = play;
    this.up = false;
    this.last = "";
    this.element = h("div.hand-over", { role: "dialog", "aria-modal": "true", "aria-label": "Hand over", hidden: true, "data-testid": "hand-over" });
    document.body.append(this.element);
  }

  /** @param {string} before the side that decided before */
  update(before) {
    const { session } = this.play;
    const { table, state } = session;
    const side = state.decision?.player ?? "";
    if (before && table.you.includes(before)) this.last = before;
    const between = table.you.length > 1 && session.mine && side !== "dice" && this.last && side !== this.last;
    if (!between || !this.wanted()) return;
    this.last = side;
    this.cover(side);
  }

  wanted() {
    const { game } = this.play;
    return Boolean(game.info.secrets) || setting("handOver");
  }

  /** @param {string} side */
  cover(side) {
    this.up = true;
    const ready = h("button.primary.big", { type: "button", "data-testid": "hand-over-ready", onclick: () => this.lift() }, `I am ${capital(side)}: show the map`);
    fill(this.element, h("div", inColoursOf(this.play.game.info.looks, side), h("h2", null, `${capital(side)} to decide`), h("p", null, "Hand the device over. Nobody else looks now."), ready));
    this.element.hidden = false;
    ready.focus();
  }

  lift() {
    this.up = false;
    this.element.hidden = true;
    this.play.mapBox.focus();
    this.play.actions.auto();
  }

  remove() {
    this.element.remove();
  }
}
