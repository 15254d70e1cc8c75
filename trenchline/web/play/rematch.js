/** After a match: a rematch, offered and accepted with one click each, and how the series stands. */

import { go } from "../common/address.js";
import { showFault, toast } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { listed } from "../common/seating.js";
import { capital, counted } from "../common/wording.js";
import { keepNewTable, keyOf } from "../connection/keyring.js";

/** @import { PlayedMatch, Rematch, RematchState, Result, Seat } from "../types.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "./shown.js" */
/** @typedef {RematchState["wanted"][string]} Terms */

export class RematchNotice {
  /** @param {{session: Session, store: Shown}} needs */
  constructor({ session, store }) {
    this.session = session;
    this.store = store;
    this.asking = false; // a call is on its way: its answer leads to the table
    this.seen = this.session.state.rematch.table;
    this.store.on(["state"], () => this.follow());
  }

  /** What is played between people after all is over, or that it can be played again. @returns {HTMLElement[]} */
  parts() {
    const { session } = this;
    const { over, rematch } = session.state;
    const series = this.series();
    if (!over || !session.table.you.length) return series;
    if (rematch.table) return [...series, h("div.row", null, h("button.primary", { type: "button", "data-testid": "go-to-rematch", onclick: () => this.go(rematch.table) }, "Go to the rematch"))];
    const { asks, mine } = offersOf(rematch, session.table.seats, session.table.you);
    const sides = session.table.seats.length > 2 ? "seats" : "sides";
    const terms = { changed: `${sides} changed`, same: `same ${sides}` };
    return [
      ...series,
      ...asks.map(({ name, wanted }) => h("p.notice", { role: "status", "data-testid": "rematch-offer" }, `${name} offers a rematch: ${terms[wanted]}.`)),
      mine ? h("p.notice", { "data-testid": "rematch-waits" }, `Your rematch is offered: ${terms[mine]}. You go to its table as soon as it is accepted.`) : null,
      h("div.row", null, /** @type {Terms[]} */ (["changed", "same"]).filter((t) => t !== mine).map((t) =>
        h(asks.every((a) => a.wanted === t) || (!asks.length && t === "changed") ? "button.primary" : "button", { type: "button", "data-testid": t === "changed" ? "rematch" : "rematch-same", onclick: () => this.ask(t) },
          `${asks.some((a) => a.wanted === t) ? "Accept rematch" : "Rematch"}, ${terms[t]}`))),
    ].filter((part) => part !== null);
  }

  /** How the matches before this one went, at its beginning; and with it, at its end. @returns {HTMLElement[]} */
  series() {
    const { session } = this;
    const { table, state } = session;
    if (!table.series.length || (!state.over && state.length)) return [];
    const matches = state.over && state.result ? [...table.series, this.played(state.result)] : table.series;
    return [h("p.notice", { "data-testid": "series" }, `${seriesWords(matches, state.seats)} `, h("a", { href: `#/t/${table.parent}` }, "Match before"))];
  }

  /** @param {Result} result @returns {PlayedMatch} */
  played({ winner, points }) {
    const { session } = this;
    const [first] = session.game.info.sides;
    const seats = session.state.seats.map((s) => s.side);
    const lead = Object.fromEntries(seats.map((s) => [s, session.seating.sideOf(s) === first ? points : -points]));
    return { table: session.id, won: seats.filter((s) => session.seating.sideOf(s) === winner), lead };
  }

  /** @param {Terms} sides */
  async ask(sides) {
    if (this.asking) return;
    this.asking = true;
    try {
      /** @type {Rematch} */ const made = await this.session.sendOnce("/rematch", { sides });
      if (made.table) go(`t/${keepNewTable(made, this.session.game.info.title)}`);
      else await this.session.refresh();
    } catch (fault) {
      showFault(fault);
    } finally {
      this.asking = false;
    }
  }

  /** To the new table: with the key that is kept here, or with one that is made now. @param {string} table */
  async go(table) {
    if (keyOf(table)) go(`t/${table}`);
    else await this.ask("changed");
  }

  /** Whoever waits here for an answer goes along. */
  follow() {
    const { rematch } = this.session.state;
    if (this.seen || !rematch.table) return;
    this.seen = rematch.table;
    if (this.asking || !this.session.table.you.some((name) => rematch.wanted[name])) return;
    toast("The rematch is accepted.");
    this.go(rematch.table).catch(showFault);
  }
}

/** Who else offers what, by name, and what I have offered. @param {RematchState} rematch @param {Seat[]} seats @param {string[]} you */
export function offersOf({ wanted }, seats, you) {
  const others = seats.filter((s) => wanted[s.side] && !you.includes(s.side));
  const asks = others.map((s) => ({ name: s.name || capital(s.side), wanted: wanted[s.side] }));
  return { asks, mine: you.map((name) => wanted[name]).find(Boolean) ?? null };
}

/** Wins by player, and who leads by how many points. @param {PlayedMatch[]} matches @param {Seat[]} seats */
export function seriesWords(matches, seats) {
  const names = new Map(seats.map((s) => [s.side, s.name ? `${s.name} (${capital(s.side)})` : capital(s.side)]));
  const wins = seats.map((s) => `${names.get(s.side)} ${counted(matches.filter((m) => m.won.includes(s.side)).length, "win")}`);
  const leads = seats.map((s) => matches.reduce((sum, m) => sum + (m.lead[s.side] ?? 0), 0));
  const most = Math.max(...leads);
  const ahead = seats.filter((_, i) => leads[i] === most).map((s) => names.get(s.side) ?? "");
  const points = most > 0 ? `${listed(ahead, "and")} ${ahead.length > 1 ? "lead" : "leads"} by ${counted(most, "point")}` : "level on points";
  return `Series of ${counted(matches.length, "match", "matches")}: ${wins.join(", ")}; ${points}.`;
}
