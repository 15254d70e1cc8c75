/** The fight at hand: the arithmetic and the exact odds before anything is committed, and what came of the last one. */

import { diceRow } from "../common/dice-faces.js";
import { fill, h } from "../common/dom.js";
import { actionWords, capital, namesInBraces, percent, sourceLinks, withLinks, withoutBraces } from "../common/wording.js";
import { changeWords, isCode, lastFight, likeIt, rolledWords, signed, strength, sumOf, swingWords, withSign } from "./fight-sums.js";
import { eventLine, sumTable } from "./log.js";

/** @import { Action, MatchEvent, Odds, Outcome, Swing, Term } from "../types.js" */
/** @typedef {{action: Action, odds: Odds}} Shown */

const PROBED = 3; // plain answers whose odds are asked for at once
const WAIT = 120; // ms the pointer rests before odds are asked for
const BACK = 60; // entries of the log in which the last fight is looked for
const AFTER = 8; // events told of what followed a roll

/** Strengths, side by side. @type {[string, string][]} */
const SIDES = [["attack", "Attack"], ["defence", "Defence"]];
/** What changes the column or the die, in the order of the sum. @type {[string, string][]} */
const MODIFIERS = [["", ""], ["shift", "Columns"], ["die", "Die"], ["defence shift", "Columns of the defender"], ["defence die", "Die of the defender"]];

export class FightPanel {
  /** @param {import("../play/play-screen.js").Play} play */
  constructor(play) {
    this.play = play;
    this.element = h("div.fight", { "data-testid": "odds" });
    /** @type {Shown[]} answers that dice decide */ this.shown = [];
    /** @type {Odds[]} the fights being put together, as they stand */ this.standing = [];
    /** @type {Shown | null} what the pointer rests on */ this.hovered = null;
    /** @type {MatchEvent | null} a roll of before that is looked at again */ this.past = null;
    /** @type {Set<string>} */ this.known = new Set();
    this.seq = -1;
    /** @type {string | undefined} */ this.prompt = "";
    this.timer = 0;
    this.hovers = false;
    this.unanswered = false; // whether something of this decision could not be asked
    play.store.on(["state"], () => this.update());
    play.store.on(["past"], () => this.draw());
  }

  /** A new decision: ask for the fights it puts together, the odds of the answers that need no place, and whether places have odds. */
  async update() {
    const { session, choices } = this.play;
    const { seq, decision } = session.state;
    if (seq === this.seq && decision?.prompt === this.prompt) return this.draw();
    if (seq !== this.seq) this.past = null;
    this.seq = seq;
    this.prompt = decision?.prompt;
    clearTimeout(this.timer);
    this.hovered = null;
    if (!choices.rolls.length) this.shown = this.standing = []; // while dice are entered by hand, what they decide stays in sight
    this.known.clear();
    this.hovers = this.unanswered = false;
    this.draw();
    if (!session.mine || choices.rolls.length) return;
    const asked = choices.plain.slice(0, PROBED);
    const sample = choices.all.find((a) => a.cell);
    const lost = () => {
      this.unanswered = true;
      return null;
    };
    const fights = session.fights().catch(lost);
    const answers = await Promise.all([...asked, ...(sample ? [sample] : [])].map((a) => session.odds(a).catch(lost)));
    const standing = (await fights) ?? [];
    if (this.seq !== seq) return;
    if (sample && answers.pop()) this.hovers = true;
    this.shown = asked.flatMap((action, i) => {
      const odds = answers[i];
      return odds && !odds.gathering ? [{ action, odds }] : [];
    });
    this.standing = standing;
    for (const { action } of this.shown) this.known.add(name(action));
    this.draw();
    this.play.oddsKnown();
  }

  /** The line is back: what could not be asked is asked now. */
  again() {
    if (!this.unanswered) return;
    this.seq = -1;
    this.update();
  }

  /** Whether dice would decide an answer. @param {Action} action */
  hasOdds(action) {
    return this.known.has(name(action));
  }

  /** Show the odds of what the pointer rests on; of nothing, the fight as it stands. @param {Action | null} action */
  look(action) {
    clearTimeout(this.timer);
    if (!this.play.session.mine || (action?.cell && !this.hovers)) return;
    if (!action && !this.hovered) return;
    this.timer = window.setTimeout(async () => {
      const seq = this.seq;
      if (this.play.session.busy || (action && !this.play.choices.all.includes(action))) return;
      const odds = action && (await this.play.session.odds(action).catch(() => null));
      if (seq !== this.seq || (action && !odds)) return;
      this.hovered = action && odds ? { action, odds } : null;
      this.draw();
      if (action?.cell) this.play.tabs.show("fight", true);
    }, WAIT);
  }

  /** The fight that is looked at. */
  get current() {
    return this.hovered?.odds ?? this.standing[0] ?? this.shown[0]?.odds;
  }

  /** The column that the odds shown use: charts light it. */
  get column() {
    return this.current?.column ?? "";
  }

  /** The chart it is a column of, where several have one of that name. */
  get chart() {
    return this.current?.chart ?? "";
  }

  draw() {
    if (this.play.replaying) return this.drawPast();
    const rolled = this.past ? [this.past] : lastFight(this.play.session.entries.slice(-BACK).flatMap((e) => e.events));
    const result = rolled.length ? this.result(rolled[0], rolled.slice(1)) : null;
    const panels = this.panels();
    fill(this.element,
      this.past ? [result, panels] : [panels, result],
      panels.length || result ? null : h("p.faint", null, "Odds appear here while you plan an attack."));
    this.play.charts?.light(this.column);
    this.aim();
  }

  /** What the pointer rests on, else the fights as they stand and what answers roll for. @returns {HTMLElement[]} */
  panels() {
    if (this.hovered) {
      const { action, odds } = this.hovered;
      return [this.panel(odds, odds.gathering ? h("p.change", { "data-testid": "change" }, this.change(action, odds)) : forAnswer(action))];
    }
    const [first, ...more] = this.standing;
    const rolls = this.shown.filter(({ odds }) => !this.standing.some((fight) => fight.title === odds.title));
    return [
      ...(first ? [this.panel(first, h("p.faint", null, "As it stands now."))] : []),
      ...more.map((odds) => h("details.more-fights", null, h("summary", null, withoutBraces(odds.title), odds.column ? h("b", null, ` ${odds.column}`) : null), this.panel(odds, null))),
      ...rolls.map(({ action, odds }) => this.panel(odds, forAnswer(action))),
    ];
  }

  /** Look at a roll of before again, until something else is decided. @param {MatchEvent} event */
  lookBack(event) {
    this.past = event;
    this.draw();
    this.play.tabs.show("fight", true);
    this.element.parentElement?.scrollTo(0, 0);
  }

  /** What the dice decided, as it stood before they fell, with what came of it. @param {MatchEvent} event @param {MatchEvent[]} followed */
  result(event, followed) {
    const { play } = this;
    const odds = event.odds ? { ...event.odds, lines: event.lines ?? [] } : null;
    return h("section.last", { "data-testid": "last-fight" },
      h("h3", null, this.past ? "Looking back" : "Last roll"),
      h("p.verdict", { "data-testid": "verdict" }, diceRow(event.dice), h("span", null, rolledWords(event)),
        odds && isCode(event) ? h("b.code", null, event.result) : null,
        h("span", null, odds && event.meaning ? `${capital(event.meaning)}.` : withLinks(event.text, (t) => play.goTo(t), (t) => play.board.nameOf(t)))),
      odds ? this.panel(odds, null, event) : eventLine(event, play),
      followed.length ? h("div.followed", null, h("h4", null, "What followed"), followed.slice(0, AFTER).map((one) => eventLine(one, play))) : null);
  }

  /** What one more would change. @param {Action} action @param {Odds} odds */
  change(action, odds) {
    const before = this.standing.find((fight) => !odds.cell || fight.cell === odds.cell);
    return changeWords(withoutBraces(action.unit || actionWords(action)), before, odds);
  }

  /** In the replay: the arithmetic of the action that is shown. */
  drawPast() {
    const entry = this.play.session.entries.find((e) => e.n === this.play.at - 1);
    const events = (entry?.events ?? []).filter((e) => e.lines?.length || e.dice?.length);
    fill(this.element, events.length ? events.map((e) => (e.odds ? this.result(e, []) : eventLine(e, this.play))) : h("p.faint", null, "No dice fell here."));
    for (const sum of this.element.querySelectorAll("details")) sum.setAttribute("open", "");
    this.play.playMap.aim([], "");
    this.play.charts.light("");
  }

  /** Arrows on the map for those who take part, thicker with better odds. */
  aim() {
    const { play, current } = this;
    const target = current?.cell || play.playMap.named()[0];
    if (!current || !target || (this.hovered?.action.cell && !current.gathering)) return play.playMap.aim([], "");
    const ratio = /^(\d+)[:/](\d+)/.exec(current.column);
    const lines = current.lines.filter((line) => line.value > 0 && !line.kind?.startsWith("defence"));
    play.playMap.aim(lines.flatMap((line) => namesInBraces(line.text).filter((t) => play.board.counters.has(t)).map((unit) => ({ unit, weight: ratio ? Number(ratio[1]) / Number(ratio[2]) : line.value / 3 }))), target);
  }

  /** @param {Odds} odds @param {HTMLElement | null} above @param {MatchEvent} [rolled] what came of it, where the dice have fallen */
  panel(odds, above, rolled) {
    const { play } = this;
    return h("section.odds", null,
      h("h3", null, withLinks(odds.title, (t) => play.goTo(t))),
      above,
      this.sides(odds),
      MODIFIERS.map(([kind, title]) => {
        const lines = odds.lines.filter((line) => (line.kind ?? "") === kind);
        return lines.length ? h("div.modifiers", null, title ? h("h4", null, title, h("b", null, ` ${withSign(sumOf(lines))}`)) : null, sumTable(lines, play)) : null;
      }),
      odds.column ? h("p.column", null, odds.ratio ? h("span.ratio", null, `${odds.ratio} by strength. `) : null, "Column ", h("b", null, odds.column), play.charts.linkFor(odds.column, odds.chart)) : null,
      odds.swings.map((swing) => h("p.swing", { "data-testid": "swing" }, withLinks(swingWords(odds, swing), (t) => play.goTo(t)))),
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
        h("td", null, withLinks(line.text.replace(/^defender: /, ""), (t) => this.play.goTo(t), (t) => this.play.board.nameOf(t)), sourceLinks(line.case, (c) => this.play.openCase(c))),
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

/** @param {Action} action */
function name(action) {
  return `${action.kind} ${action.unit ?? ""} ${action.cell ?? ""} ${action.value ?? 0} ${action.facing ?? ""} ${action.mode ?? ""}`;
}
