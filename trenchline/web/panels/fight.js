/** The fight at hand: the arithmetic and the exact odds before anything is committed, and what came of the last one. */

import { diceRow } from "../common/dice-faces.js";
import { fill, h } from "../common/dom.js";
import { actionWords, capital, namesInBraces, percent, sourceLinks, withLinks, withoutBraces } from "../common/wording.js";
import { changeWords, isCode, lastFight, likeIt, rolledWords, signed, strength, sumOf, swingWords, withSign } from "./fight-sums.js";
import { eventLine, sumTable } from "./log.js";

/** @import { Action, MatchEvent, Odds, Outcome, Swing } from "../types.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { Board } from "../play/board.js" */
/** @import { FightOdds } from "../play/fight-odds.js" */
/** @import { Links } from "../play/links.js" */
/** @import { PlayMap } from "../play/play-map.js" */
/** @import { Shown } from "../play/shown.js" */
/** @import { Charts } from "./charts.js" */

const BACK = 60; // entries of the log in which the last fight is looked for
const AFTER = 8; // events told of what followed a roll

/** Strengths, side by side. @type {[string, string][]} */
const SIDES = [["attack", "Attack"], ["defence", "Defence"]];
/** What changes the column or the die, in the order of the sum. @type {[string, string][]} */
const MODIFIERS = [["", ""], ["shift", "Columns"], ["die", "Die"], ["defence shift", "Columns of the defender"], ["defence die", "Die of the defender"]];

export class FightPanel {
  /** @param {{session: Session, store: Shown, board: Board, playMap: PlayMap, odds: FightOdds, charts: Charts, links: Links}} needs */
  constructor({ session, store, board, playMap, odds, charts, links }) {
    this.session = session;
    this.store = store;
    this.board = board;
    this.playMap = playMap;
    this.odds = odds;
    this.charts = charts;
    this.links = links;
    this.element = h("div.fight", { "data-testid": "odds" });
    store.on(["state"], () => odds.update());
    store.on(["past", "odds"], () => this.draw());
  }

  draw() {
    if (this.store.replaying) return this.drawPast();
    const rolled = this.odds.past ? [this.odds.past] : lastFight(this.session.entries.slice(-BACK).flatMap((e) => e.events));
    const result = rolled.length ? this.result(rolled[0], rolled.slice(1)) : null;
    const panels = this.panels();
    fill(this.element,
      this.odds.past ? [result, panels] : [panels, result],
      panels.length || result ? null : h("p.faint", null, "Odds appear here while you plan an attack."));
    this.charts.light(this.odds.column);
    this.aim();
  }

  /** What the pointer rests on, else the fights as they stand and what answers roll for. @returns {HTMLElement[]} */
  panels() {
    if (this.odds.hovered) {
      const { action, odds } = this.odds.hovered;
      return [this.panel(odds, odds.gathering ? h("p.change", { "data-testid": "change" }, this.change(action, odds)) : forAnswer(action))];
    }
    const [first, ...more] = this.odds.standing;
    const rolls = this.odds.shown.filter(({ odds }) => !this.odds.standing.some((fight) => fight.title === odds.title));
    return [
      ...(first ? [this.panel(first, h("p.faint", null, "As it stands now."))] : []),
      ...more.map((odds) => h("details.more-fights", null, h("summary", null, withoutBraces(odds.title), odds.column ? h("b", null, ` ${odds.column}`) : null), this.panel(odds, null))),
      ...rolls.map(({ action, odds }) => this.panel(odds, forAnswer(action))),
    ];
  }

  /** Look at a roll of before again, until something else is decided. @param {MatchEvent} event */
  lookBack(event) {
    this.odds.past = event;
    this.draw();
    this.odds.show();
    this.element.parentElement?.scrollTo(0, 0);
  }

  /** What the dice decided, as it stood before they fell, with what came of it. @param {MatchEvent} event @param {MatchEvent[]} followed */
  result(event, followed) {
    const odds = event.odds ? { ...event.odds, lines: event.lines ?? [] } : null;
    return h("section.last", { "data-testid": "last-fight" },
      h("h3", null, this.odds.past ? "Looking back" : "Last roll"),
      h("p.verdict", { "data-testid": "verdict" }, diceRow(event.dice), h("span", null, rolledWords(event)),
        odds && isCode(event) ? h("b.code", null, event.result) : null,
        h("span", null, odds && event.meaning ? `${capital(event.meaning)}.` : this.links.names(event.text))),
      odds ? this.panel(odds, null, event) : eventLine(event, this.links),
      followed.length ? h("div.followed", null, h("h4", null, "What followed"), followed.slice(0, AFTER).map((one) => eventLine(one, this.links))) : null);
  }

  /** What one more would change. @param {Action} action @param {Odds} odds */
  change(action, odds) {
    const before = this.odds.standing.find((fight) => !odds.cell || fight.cell === odds.cell);
    return changeWords(withoutBraces(action.unit || actionWords(action)), before, odds);
  }

  /** In the replay: the arithmetic of the action that is shown. */
  drawPast() {
    const entry = this.session.entries.find((e) => e.n === this.store.at - 1);
    const events = (entry?.events ?? []).filter((e) => e.lines?.length || e.dice?.length);
    fill(this.element, events.length ? events.map((e) => (e.odds ? this.result(e, []) : eventLine(e, this.links))) : h("p.faint", null, "No dice fell here."));
    for (const sum of this.element.querySelectorAll("details")) sum.setAttribute("open", "");
    this.playMap.aim([], "");
    this.charts.light("");
  }

  /** Arrows on the map for those who take part, thicker with better odds. */
  aim() {
    const { current } = this.odds;
    const target = current?.cell || this.playMap.named()[0];
    if (!current || !target || (this.odds.hovered?.action.cell && !current.gathering)) return this.playMap.aim([], "");
    const ratio = /^(\d+)[:/](\d+)/.exec(current.column);
    const lines = current.lines.filter((line) => line.value > 0 && !line.kind?.startsWith("defence"));
    this.playMap.aim(lines.flatMap((line) => namesInBraces(line.text).filter((t) => this.board.counters.has(t)).map((unit) => ({ unit, weight: ratio ? Number(ratio[1]) / Number(ratio[2]) : line.value / 3 }))), target);
  }

  /** @param {Odds} odds @param {HTMLElement | null} above @param {MatchEvent} [rolled] what came of it, where the dice have fallen */
  panel(odds, above, rolled) {
    return h("section.odds", null,
      h("h3", null, withLinks(odds.title, (t) => this.links.goTo(t))),
      above,
      this.sides(odds),
      MODIFIERS.map(([kind, title]) => {
        const lines = odds.lines.filter((line) => (line.kind ?? "") === kind);
        return lines.length ? h("div.modifiers", null, title ? h("h4", null, title, h("b", null, ` ${withSign(sumOf(lines))}`)) : null, sumTable(lines, this.links)) : null;
      }),
      odds.column ? h("p.column", null, odds.ratio ? h("span.ratio", null, `${odds.ratio} by strength. `) : null, "Column ", h("b", null, odds.column), this.charts.linkFor(odds.column, odds.chart)) : null,
      odds.swings.map((swing) => h("p.swing", { "data-testid": "swing" }, withLinks(swingWords(odds, swing), (t) => this.links.goTo(t)))),
      bars(odds, odds.outcomes, likeIt(odds), rolled),
      odds.swings.filter((swing) => swing !== likeIt(odds)).map((swing) => h("div.apart", null, h("h4", null, withoutBraces(capital(swing.text))), bars(odds, swing.outcomes))));
  }

  /** Both sides' strengths, side by side, with their sums. @param {Odds} odds */
  sides(odds) {
    const kinds = SIDES.filter(([kind]) => odds.lines.some((line) => line.kind === kind));
    if (!kinds.length) return null;
    return h("div.sides", { class: kinds.length > 1 ? "" : "one" }, kinds.map(([kind, title]) => h("table", { "data-testid": `strength-${kind}` },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, title), h("th.value", { scope: "col" }, String(strength(odds, kind))))),
      h("tbody", null, odds.lines.filter((line) => line.kind === kind).map((line) => h("tr", null,
        h("td", null, this.links.names(line.text.replace(/^defender: /, "")), sourceLinks(line.case, (c) => this.links.openCase(c))),
        h("td.value", null, String(signed(line, kind)))))))));
  }
}

/** The outcomes as a small bar chart, of 100 per cent; below each, lighter, what it would be after a swing. After the roll the dice lie on the one that came. @param {Odds} odds @param {Outcome[]} outcomes @param {Swing} [swing] @param {MatchEvent} [rolled] */
export function bars(odds, outcomes = odds.outcomes, swing, rolled) {
  if (!outcomes.length) return null;
  const results = [...new Set([...outcomes, ...(swing?.outcomes ?? [])].map((o) => o.result))];
  return h("div.bars", { role: "table", "aria-label": `Odds: ${withoutBraces(odds.title)}` }, results.map((result) => {
    const now = outcomes.find((o) => o.result === result);
    const then = swing?.outcomes.find((o) => o.result === result);
    const detail = now?.detail ?? then?.detail;
    const came = rolled?.result === result;
    return h("div.outcome", { role: "row", class: came ? "came" : rolled ? "not" : "", "aria-current": came ? "true" : null, "data-testid": came ? "came" : null },
      h("span.result", { role: "cell" }, result),
      h("span.track", { "aria-hidden": "true" }, bar("bar", now), swing ? bar("bar then", then) : null),
      h("span.share", { role: "cell" }, percent(now?.probability ?? 0), swing ? h("small", null, percent(then?.probability ?? 0)) : null),
      detail || came ? h("small.detail", { role: "cell" }, came ? diceRow(rolled.dice) : null, detail) : null);
  }));
}

/** @param {string} look @param {Outcome | undefined} outcome */
function bar(look, outcome) {
  const drawn = h("span", { class: look });
  drawn.style.width = `${100 * (outcome?.probability ?? 0)}%`;
  return drawn;
}

/** @param {Action} action */
function forAnswer(action) {
  return h("p.faint", null, `If you choose: ${actionWords(action)}`);
}
