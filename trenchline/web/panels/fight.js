/** The fight at hand: the arithmetic and the exact odds before anything is committed, and what came of the last one. */

import { fill, h } from "../common/dom.js";
import { actionWords, capital, caseLinks, namesInBraces, percent, withLinks, withoutBraces } from "../common/wording.js";
import { eventLine, sumTable } from "./log.js";

/** @import { Action, Odds, Outcome, Swing, Term } from "../types.js" */
/** @typedef {{action: Action, odds: Odds}} Shown */

const PROBED = 3; // plain answers whose odds are asked for at once
const WAIT = 120; // ms the pointer rests before odds are asked for

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
    /** @type {Set<string>} */ this.known = new Set();
    this.seq = -1;
    /** @type {string | undefined} */ this.prompt = "";
    this.timer = 0;
    this.hovers = false;
    this.unanswered = false; // whether something of this decision could not be asked
  }

  /** A new decision: ask for the fights it puts together, the odds of the answers that need no place, and whether places have odds. */
  async update() {
    const { session, choices } = this.play;
    const { seq, decision } = session.state;
    if (seq === this.seq && decision?.prompt === this.prompt) return this.draw();
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
    const last = this.lastFight();
    const panels = this.panels();
    fill(this.element,
      panels,
      panels.length ? null : h("p.faint", null, "Before dice decide anything, the arithmetic and the exact odds stand here."),
      last ? h("section.last", null, h("h3", null, "Last fight"), last.map((event) => eventLine(event, this.play))) : null);
    this.element.querySelector(".last details")?.setAttribute("open", "");
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
      ...(first ? [this.panel(first, h("p.faint", null, this.shown.length ? "As it stands." : "As it stands; nothing is committed yet."))] : []),
      ...more.map((odds) => h("details.more-fights", null, h("summary", null, withoutBraces(odds.title), odds.column ? h("b", null, ` ${odds.column}`) : null), this.panel(odds, null))),
      ...rolls.map(({ action, odds }) => this.panel(odds, forAnswer(action))),
    ];
  }

  /** What one more would change. @param {Action} action @param {Odds} odds */
  change(action, odds) {
    const who = withoutBraces(action.unit || actionWords(action));
    const before = this.standing.find((fight) => !odds.cell || fight.cell === odds.cell);
    if (!before) return `With ${who}:`;
    const sums = (/** @type {Odds} */ of) => `${strength(of, "attack")} against ${strength(of, "defence")}`;
    const [die, then] = [before, odds].map((of) => withSign(of.lines.filter((line) => line.kind === "die").reduce((sum, line) => sum + line.value, 0)));
    const parts = [
      sums(before) === sums(odds) ? "" : `${sums(before)} becomes ${sums(odds)}`,
      before.column === odds.column ? "" : before.column ? `${before.column} becomes ${odds.column}` : odds.column,
      die === then ? "" : `die ${die} becomes ${then}`,
    ];
    return `With ${who}: ${parts.filter(Boolean).join("; ") || "no other column"}.`;
  }

  /** In the replay: the arithmetic of the action that is shown. */
  drawPast() {
    const entry = this.play.session.entries.find((e) => e.n === this.play.at - 1);
    const events = (entry?.events ?? []).filter((e) => e.lines?.length || e.dice?.length);
    fill(this.element, events.length ? events.map((e) => eventLine(e, this.play)) : h("p.faint", null, "No dice fell here."));
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
    play.playMap.aim(lines.flatMap((line) => namesInBraces(line.text).filter((t) => play.counters.has(t)).map((unit) => ({ unit, weight: ratio ? Number(ratio[1]) / Number(ratio[2]) : line.value / 3 }))), target);
  }

  /** @param {Odds} odds @param {HTMLElement | null} above */
  panel(odds, above) {
    const { play } = this;
    return h("section.odds", null,
      h("h3", null, withLinks(odds.title, (t) => play.goTo(t))),
      above,
      this.sides(odds),
      MODIFIERS.map(([kind, title]) => {
        const lines = odds.lines.filter((line) => (line.kind ?? "") === kind);
        return lines.length ? h("div.modifiers", null, title ? h("h4", null, title) : null, sumTable(lines, play)) : null;
      }),
      odds.column ? h("p.column", null, odds.ratio ? h("span.ratio", null, `${odds.ratio} by strength. `) : null, "Column ", h("b", null, odds.column), play.charts.linkFor(odds.column, odds.chart)) : null,
      odds.swings.map((swing) => h("p.swing", { "data-testid": "swing" }, withLinks(swingWords(odds, swing), (t) => play.goTo(t)))),
      bars(odds, odds.outcomes, likeIt(odds)),
      this.key(odds),
      odds.swings.filter((swing) => swing !== likeIt(odds)).map((swing) => h("div.apart", null, h("h4", null, withoutBraces(capital(swing.text))), bars(odds, swing.outcomes))));
  }

  /** What the letters of the results mean. @param {Odds} odds */
  key(odds) {
    const meaning = odds.column ? this.play.charts.having(odds.column, odds.chart)?.results : "";
    return meaning ? h("p.faint.results-key", null, `${capital(meaning)}.`) : null;
  }

  /** Both sides' strengths, side by side, with their sums. @param {Odds} odds */
  sides(odds) {
    const kinds = SIDES.filter(([kind]) => odds.lines.some((line) => line.kind === kind));
    if (!kinds.length) return null;
    return h("div.sides", { class: kinds.length > 1 ? "" : "one" }, kinds.map(([kind, title]) => h("table", { "data-testid": `strength-${kind}` },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, title), h("th.value", { scope: "col" }, String(strength(odds, kind))))),
      h("tbody", null, odds.lines.filter((line) => line.kind === kind).map((line) => h("tr", null,
        h("td", null, withLinks(line.text.replace(/^defender: /, ""), (t) => this.play.goTo(t), (t) => this.play.nameOf(t)), caseLinks(line.case ? [line.case] : [], (c) => this.play.openCase(c))),
        h("td.value", null, String(signed(line, kind)))))))));
  }

  /** The last events that dice decided, of one entry. */
  lastFight() {
    const entries = this.play.session.entries;
    for (let i = entries.length - 1; i >= Math.max(0, entries.length - 60); i--) {
      const events = entries[i].events.filter((e) => e.lines?.length || e.dice?.length);
      if (events.some((e) => e.lines?.length && e.dice?.length)) return events.slice(0, 6);
    }
    return null;
  }
}

/** The outcomes as a small bar chart, of 100 per cent; below each, lighter, what it would be after a swing. @param {Odds} odds @param {Outcome[]} outcomes @param {Swing} [swing] */
export function bars(odds, outcomes = odds.outcomes, swing) {
  if (!outcomes.length) return null;
  const results = [...new Set([...outcomes, ...(swing?.outcomes ?? [])].map((o) => o.result))];
  return h("div.bars", { role: "table", "aria-label": `Odds: ${withoutBraces(odds.title)}` }, results.map((result) => {
    const now = outcomes.find((o) => o.result === result);
    const then = swing?.outcomes.find((o) => o.result === result);
    const detail = now?.detail ?? then?.detail;
    return h("div.outcome", { role: "row" },
      h("span.result", { role: "cell" }, result),
      h("span.track", { "aria-hidden": "true" }, bar("bar", now), swing ? bar("bar then", then) : null),
      h("span.share", { role: "cell" }, percent(now?.probability ?? 0), swing ? h("small", null, percent(then?.probability ?? 0)) : null),
      detail ? h("small.detail", { role: "cell" }, detail) : null);
  }));
}

/** @param {string} look @param {Outcome | undefined} outcome */
function bar(look, outcome) {
  const drawn = h("span", { class: look });
  drawn.style.width = `${100 * (outcome?.probability ?? 0)}%`;
  return drawn;
}

/** The swing whose outcomes are those of the same table, the worst first. @param {Odds} odds @returns {Swing | undefined} */
function likeIt(odds) {
  if (!odds.outcomes.length) return undefined;
  return odds.swings.find((swing) => swing.column);
}

/** "3:1, down to 1:3 if all 5 guns in range answer". @param {Odds} odds @param {Swing} swing */
export function swingWords(odds, swing) {
  if (!swing.column) return `${capital(swing.text)}.`;
  if (swing.column === odds.column) return `${capital(swing.text)}: the column stays, see the lighter bars.`;
  const way = odds.outcomes.length ? `${odds.column}, ${swing.worse === false ? "up" : "down"} to ${swing.column}` : swing.column;
  return `${way} ${swing.text}.`;
}

/** @param {number} number */
function withSign(number) {
  return `${number < 0 ? "\u2212" : "+"}${Math.abs(number)}`;
}

/** @param {Term} line @param {string} kind */
function signed(line, kind) {
  return kind === "defence" && line.value < 0 ? -line.value : line.value;
}

/** The sum of one side. @param {Odds} odds @param {string} kind */
function strength(odds, kind) {
  return odds.lines.filter((line) => line.kind === kind).reduce((sum, line) => sum + signed(line, kind), 0);
}

/** @param {Action} action */
function forAnswer(action) {
  return h("p.faint", null, `If you choose: ${actionWords(action)}`);
}

/** @param {Action} action */
function name(action) {
  return `${action.kind} ${action.unit ?? ""} ${action.cell ?? ""} ${action.value ?? 0} ${action.facing ?? ""} ${action.mode ?? ""}`;
}
