/** Where the match stands: turn, date, the sequence of play as a rail, tracks, points and where they come from. */

import { fill, h } from "../common/dom.js";
import { inColoursOf } from "../common/looks.js";
import { scenarioTitle } from "../common/scenarios.js";
import { termed } from "../common/terms.js";
import { capital } from "../common/wording.js";
import { openGoals } from "./goals.js";

const LONG = 30; // letters: more stand below their name, a thing to a line

export class Situation {
  /** @param {import("../connection/session.js").Session} session @param {import("../play/shown.js").Shown} store */
  constructor(session, store) {
    this.session = session;
    this.store = store;
    this.turn = h("div.turn", { "data-testid": "turn" });
    this.standing = h("button.standing", { type: "button", "data-testid": "standing", title: "What each side wants (W)", onclick: () => openGoals(session, this.view) });
    this.title = h("p.match-title", { "data-testid": "match-title" }, h("b", null, session.game.info.title), h("span", null, scenarioTitle(session.game.info, session.table.scenario)));
    this.rail = h("ol.rail", { "aria-label": "Sequence of play", "data-testid": "rail" });
    this.tracks = h("dl.tracks", { "data-testid": "tracks" });
    this.points = h("details.points", { "data-testid": "points", open: true });
    this.brief = h("button.brief", { type: "button", title: "Turn, tracks and points", onclick: () => this.brief.closest(".play")?.classList.toggle("situation-open") });
    this.element = h("section.situation", { "aria-label": "Where the match stands" }, this.turn, this.tracks, this.points, this.rail);
    /** @type {HTMLElement[]} */ this.steps = [];
    this.layRail();
    store.on(["view", "reference"], () => this.update()); // with the reference come the terms to mark
    store.on(["view"], () => this.tellBriefly());
  }

  get view() {
    return this.store.values.view;
  }

  /** The whole sequence of play, once. */
  layRail() {
    let number = "";
    this.steps = this.session.game.sequence.map((step) => {
      const first = step.number !== number;
      number = step.number;
      return h("li", { ...inColoursOf(this.session.game.info.looks, step.side), class: step.number ? "" : "before", title: step.title, "aria-label": step.title },
        h("span.number", null, first ? step.number : ""), h("span.title", null, withoutSide(step)));
    });
    fill(this.rail, this.steps);
  }

  /** On a phone: when and where we are, and the score. */
  tellBriefly() {
    const { date, turn, step, standing } = this.view;
    fill(this.brief, h("span", null, `${date}, turn ${turn}: ${step}`), standing ? h("small", null, [standing.text, standing.next].filter(Boolean).join(". ")) : null);
  }

  update() {
    const { view, session: { game } } = this;
    const { standing } = view;
    this.standing.hidden = !standing;
    if (standing) fill(this.standing, h("b", { ...inColoursOf(game.info.looks, standing.side ?? "") }, standing.text), standing.next ? h("span", null, `${standing.next}.`) : null);
    const [first, last] = view.turns ?? [1, game.info.turns];
    fill(this.turn,
      h("b", null, view.date),
      h("span", null, first > 1 ? `Turn ${view.turn}, ${first} to ${last}` : `Turn ${view.turn} of ${last}`),
      h("span.turns", { "aria-hidden": "true" }, Array.from({ length: Math.min(last - first + 1, 60) }, (_, i) => h("i", { class: i + first < view.turn ? "past" : i + first === view.turn ? "now" : "" }))));
    const now = game.sequence.findIndex((step) => step.title === view.step);
    const before = now >= 0 && game.sequence[now].number === "";
    this.steps.forEach((step, i) => {
      step.classList.toggle("now", i === now);
      step.classList.toggle("past", i < now);
      if (step.classList.contains("before")) step.hidden = !before;
      if (i === now) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
    });
    fill(this.tracks, Object.entries(view.tracks ?? {}).map(([name, value]) => h("div", { class: String(value).length > LONG ? "long" : "", "data-track": name, "data-value": value }, h("dt", null, termed(capital(name))), h("dd", null, valueWords(String(value), game.info.looks)))));
    fill(this.points, h("summary", null, h("b", null, `Points: ${String(view.points).replace("-", "\u2212")}`)), h("ul", null, (view.reasons ?? []).map((r) => h("li", null, r))));
  }
}

/** A value with the names of armies in capitals; a long one as a list. @param {string} value @param {Record<string, unknown>} looks */
function valueWords(value, looks) {
  const words = value.replace(/\b[a-z]+\b/g, (word) => (word in looks ? capital(word) : word));
  return words.length > LONG ? h("ul", null, words.split(/[,;] /).map((part) => h("li", null, part))) : words;
}

/** The title of a step; whose it is its colour says. @param {{title: string, side: string}} step */
function withoutSide(step) {
  return step.title.startsWith(`${capital(step.side)} `) ? step.title.slice(step.side.length + 1) : step.title;
}
