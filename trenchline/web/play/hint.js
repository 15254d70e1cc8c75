/** A hint: what somebody wise would do now in my place, and why; shown on the map, and done if I say so. */

import { h } from "../common/dom.js";
import { actionWords, asSentences, capital, withoutBraces } from "../common/wording.js";
import { ApiError } from "../connection/api.js";
import { isLesson } from "../lesson/start-lesson.js";

/** @import { Action, HintDocument } from "../types.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "./shown.js" */
/** @import { Board } from "./board.js" */
/** @import { Links } from "./links.js" */
/** @import { PlayMap } from "./play-map.js" */
/** @import { Actions } from "./actions.js" */

const PATIENCE = 60000; // ms; a busy server may think for long

/** @param {import("../connection/session.js").Session} session @returns {Promise<HintDocument>} */
export function askHint(session) {
  return session.send("/hint", {}, "POST", PATIENCE);
}

/** What the hint says to do, in words that name its counter and its cell. @param {HintDocument} hint @param {Action | undefined} action */
export function hintWords(hint, action) {
  const words = hint.label || (action ? actionWords(action) : hint.text);
  const missing = [hint.unit, hint.cell].filter((name) => name && !words.includes(name));
  return missing.length ? `${words} (${missing.join(", ")})` : words;
}

/** Why there is no hint. @param {unknown} fault */
export function hintFault(fault) {
  if (!(fault instanceof ApiError)) return "No hint could be had. Try again.";
  if (fault.lost) return "No hint yet: the server does not answer. Ask again in a moment.";
  if (fault.status === 409) return "The table has moved on. Ask again.";
  return `No hint: ${fault.message}`;
}

export class Hint {
  /** @param {{session: Session, store: Shown, board: Board, links: Links, playMap: PlayMap, actions: Actions, announce: (words: string) => void, focus: () => void}} needs */
  constructor({ session, store, board, links, playMap, actions, announce, focus }) {
    this.session = session;
    this.store = store;
    this.board = board;
    this.links = links;
    this.playMap = playMap;
    this.actions = actions;
    this.announce = announce;
    this.focus = focus;
    this.seq = -1;
    this.asking = false;
    /** @type {HintDocument | null} */ this.found = null;
    this.fault = "";
  }

  /** Whether there is something to give a hint for: never against a person. */
  get possible() {
    return this.session.mine && !isLesson(this.session) && !this.store.replaying && !this.store.choices.rolls.length && this.alone;
  }

  get alone() {
    const { seats, you } = this.session.table;
    return seats.every((seat) => seat.kind === "bot" || you.includes(seat.side));
  }

  /** What stood for another decision goes. */
  update() {
    if (this.seq === this.session.state.seq && this.session.mine) return;
    this.found = null;
    this.fault = "";
    this.playMap.advise("", "");
  }

  /** @param {boolean} [byKey] the keyboard asks: it comes to the answer */
  async ask(byKey = false) {
    const { session } = this;
    if (!this.possible || this.asking) return;
    if (this.found && this.seq === session.state.seq) return this.show(byKey);
    const seq = session.state.seq;
    this.seq = seq;
    this.asking = true;
    this.fault = "";
    this.announce("Asking for a hint");
    this.store.touch("plans");
    try {
      const found = await askHint(session);
      if (seq === session.state.seq) this.found = found;
    } catch (fault) {
      if (seq === session.state.seq) this.fault = hintFault(fault);
      if (fault instanceof ApiError && fault.status === 409) session.refresh().catch(() => {});
    }
    this.asking = false;
    this.store.touch("plans");
    if (this.found) this.show(byKey);
  }

  /** On the map and to those who listen. @param {boolean} byKey */
  show(byKey) {
    const { found } = this;
    if (!found) return;
    this.playMap.advise(found.unit, found.cell);
    this.announce(`${capital(found.by)}: ${withoutBraces(hintWords(found, this.action))}. ${asSentences(found.why)}`);
    if (byKey) this.focus();
  }

  close() {
    this.found = null;
    this.fault = "";
    this.playMap.advise("", "");
    this.store.touch("plans");
  }

  /** The action meant, among those that are open. */
  get action() {
    return this.store.choices.all.find((a) => a.text === this.found?.text);
  }

  /** Take it, as if it had been clicked. */
  take() {
    const { action } = this;
    if (action) this.actions.perform(action);
  }

  // ---------------------------------------------------------------- in the orders

  button() {
    if (!this.possible) return null;
    return h("button.ask-hint", {
      type: "button", "data-testid": "hint", disabled: this.asking || this.session.busy, "aria-busy": String(this.asking),
      title: "The best action, with its reason",
      onclick: (/** @type {MouseEvent} */ e) => this.ask(e.detail === 0),
    }, this.asking ? [h("span.spinner", { "aria-hidden": "true" }), "Thinking"] : ["Hint", h("kbd", { "aria-hidden": "true" }, "H")]);
  }

  card() {
    const { found } = this;
    if (this.fault) {
      return h("div.notice.hint-fault", { role: "alert", "data-testid": "hint-fault" }, h("p", null, this.fault),
        h("div.row", null, h("button", { type: "button", onclick: () => this.ask() }, "Ask again"), h("button", { type: "button", onclick: () => this.close() }, "Never mind")));
    }
    if (!found || this.seq !== this.session.state.seq || !this.possible) return null;
    const names = [found.unit, found.cell].map((token) => this.board.nameOf(token)).filter((name, i) => name && name !== [found.unit, found.cell][i]);
    return h("section.hint-card", { "aria-label": "Hint", "data-testid": "hint-card" },
      h("h3", null, `${capital(found.by)}\u2019s advice`),
      h("p.deed", { "data-testid": "hint-deed" }, this.links.rich(hintWords(found, this.action))),
      names.length ? h("p.names", null, names.join(", ")) : null,
      found.why ? h("p.bot-why", { "data-testid": "hint-why" }, this.links.rich(asSentences(found.why))) : null,
      h("div.row", null,
        h("button.primary", { type: "button", "data-testid": "hint-do", disabled: this.session.busy || !this.action, onclick: () => this.take() }, "Do it"),
        h("button", { type: "button", "data-testid": "hint-close", onclick: () => this.close() }, "Not now")));
  }
}
