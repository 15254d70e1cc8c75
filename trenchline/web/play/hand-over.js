/** Hot seat: a cover between the players of two sides on one device, while something is secret or where they want it. */

import { fill, h } from "../common/dom.js";
import { listed } from "../common/seating.js";
import { setting } from "../common/settings.js";

export class HandOver {
  /** @param {import("../connection/session.js").Session} session @param {() => void} lifted what comes after the cover */
  constructor(session, lifted) {
    this.session = session;
    this.lifted = lifted;
    this.up = false;
    this.last = "";
    this.element = h("div.hand-over", { role: "dialog", "aria-modal": "true", "aria-label": "Hand over", hidden: true, "data-testid": "hand-over" });
    document.body.append(this.element);
  }

  /** @param {string} before the seat that decided before */
  update(before) {
    const { session } = this;
    const { table, state } = session;
    const now = session.myActors[0] ?? state.decision?.player ?? "";
    if (before && table.you.includes(before)) this.last = before;
    const between = table.you.length > 1 && session.mine && now !== "dice" && this.last && session.seating.sideOf(now) !== session.seating.sideOf(this.last);
    if (!between || !this.wanted()) return;
    this.last = now;
    this.cover(now, session.myActors);
  }

  wanted() {
    return this.session.state.secret || setting("handOver");
  }

  /** @param {string} first @param {string[]} seats those who may decide now */
  cover(first, seats) {
    this.up = true;
    const names = listed(seats);
    const ready = h("button.primary.big", { type: "button", "data-testid": "hand-over-ready", onclick: () => this.lift() }, `I am ${names}: show the map`);
    fill(this.element, h("div", this.session.seating.colours(first), h("h2", null, `${names} to decide`), h("p", null, "Hand the device over. Nobody else looks now."), ready));
    this.element.hidden = false;
    ready.focus();
  }

  lift() {
    this.up = false;
    this.element.hidden = true;
    this.lifted();
  }

  remove() {
    this.element.remove();
  }
}
