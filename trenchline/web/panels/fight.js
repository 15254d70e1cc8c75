/** The fight at hand: the arithmetic and the exact odds before anything is committed, and what came of the last one. */

import { fill, h } from "../common/dom.js";
import { actionWords, namesInBraces, percent, withLinks, withoutBraces } from "../common/wording.js";
import { eventLine, sumTable } from "./log.js";

/** @import { Action, Odds } from "../types.js" */

const PROBED = 3; // plain answers whose odds are asked for at once
const WAIT = 120; // ms the pointer rests before odds are asked for

export class FightPanel {
  /** @param {import("../play/play-screen.js").Play} play */
  constructor(play) {
    this.play = play;
    this.element = h("div.fight", { "data-testid": "odds" });
    /** @type {{action: Action, odds: Odds}[]} */ this.shown = [];
    /** @type {Set<string>} */ this.known = new Set();
    this.seq = -1;
    /** @type {string | undefined} */ this.prompt = "";
    this.timer = 0;
    this.hovers = false;
  }

  /** A new decision: ask for the odds of the answers that need no place, and whether places have odds. */
  async update() {
    const { session, choices } = this.play;
    const { seq, decision } = session.state;
    if (seq === this.seq && decision?.prompt === this.prompt) return this.draw();
    this.seq = seq;
    this.prompt = decision?.prompt;
    if (!choices.rolls.length) this.shown = []; // while dice are entered by hand, what they decide stays in sight
    this.known.clear();
    this.hovers = false;
    this.draw();
    if (!session.mine || choices.rolls.length) return;
    const asked = choices.plain.slice(0, PROBED);
    const sample = choices.all.find((a) => a.cell);
    const answers = await Promise.all([...asked, ...(sample ? [sample] : [])].map((a) => session.odds(a).catch(() => null)));
    if (this.seq !== seq) return;
    if (sample && answers.pop()) this.hovers = true;
    this.shown = asked.flatMap((action, i) => {
      const odds = answers[i];
      return odds ? [{ action, odds }] : [];
    });
    for (const { action } of this.shown) this.known.add(name(action));
    this.draw();
    this.play.oddsKnown();
  }

  /** Whether dice would decide an answer. @param {Action} action */
  hasOdds(action) {
    return this.known.has(name(action));
  }

  /** Show the odds of what the pointer rests on. @param {Action | null} action */
  look(action) {
    clearTimeout(this.timer);
    if (!action || !this.play.session.mine || (action.cell && !this.hovers)) return;
    this.timer = window.setTimeout(async () => {
      const seq = this.seq;
      if (this.play.session.busy || !this.play.choices.all.includes(action)) return;
      const odds = await this.play.session.odds(action).catch(() => null);
      if (!odds || seq !== this.seq) return;
      this.shown = [{ action, odds }];
      this.draw();
      if (action.cell) this.play.tabs.show("fight", true);
    }, WAIT);
  }

  /** The column that the odds shown use: charts light it. */
  get column() {
    return this.shown[0]?.odds.column ?? "";
  }

  /** The chart it is a column of, where several have one of that name. */
  get chart() {
    return this.shown[0]?.odds.chart ?? "";
  }

  draw() {
    if (this.play.replaying) return this.drawPast();
    const last = this.lastFight();
    fill(this.element,
      this.shown.map(({ action, odds }) => this.panel(action, odds)),
      this.shown.length ? null : h("p.faint", null, "Before dice decide anything, the arithmetic and the exact odds stand here."),
      last ? h("section.last", null, h("h3", null, "Last fight"), last.map((event) => eventLine(event, this.play))) : null);
    this.element.querySelector(".last details")?.setAttribute("open", "");
    this.play.charts?.light(this.column);
    this.aim();
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
    const { play } = this;
    const [shown] = this.shown;
    const [target] = play.playMap.named();
    if (!shown || !target || shown.action.cell) return play.playMap.aim([], "");
    const ratio = /^(\d+):(\d+)/.exec(shown.odds.column);
    const lines = shown.odds.lines.filter((line) => line.value > 0);
    play.playMap.aim(lines.flatMap((line) => namesInBraces(line.text).filter((t) => play.counters.has(t)).map((unit) => ({ unit, weight: ratio ? Number(ratio[1]) / Number(ratio[2]) : line.value / 3 }))), target);
  }

  /** @param {Action} action @param {Odds} odds */
  panel(action, odds) {
    return h("section.odds", null,
      h("h3", null, withLinks(odds.title, (t) => this.play.goTo(t))),
      odds.lines.length ? sumTable(odds.lines, this.play) : null,
      odds.column ? h("p.column", null, "Column ", h("b", null, odds.column), this.play.charts.linkFor(odds.column, odds.chart)) : null,
      bars(odds),
      h("p.faint", null, `If you choose: ${actionWords(action)}`));
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

/** The outcomes as a small bar chart. @param {Odds} odds */
export function bars(odds) {
  const most = Math.max(...odds.outcomes.map((o) => o.probability), 0.01);
  return h("div.bars", { role: "table", "aria-label": `Odds: ${withoutBraces(odds.title)}` }, odds.outcomes.map((o) => {
    const bar = h("span.bar");
    bar.style.width = `${(100 * o.probability) / most}%`;
    return h("div.outcome", { role: "row" },
      h("span.result", { role: "cell" }, o.result),
      h("span.track", { "aria-hidden": "true" }, bar),
      h("span.share", { role: "cell" }, percent(o.probability)),
      o.detail ? h("small.detail", { role: "cell" }, o.detail) : null);
  }));
}

/** @param {Action} action */
function name(action) {
  return `${action.kind} ${action.unit ?? ""} ${action.cell ?? ""} ${action.value ?? 0} ${action.facing ?? ""} ${action.mode ?? ""}`;
}
