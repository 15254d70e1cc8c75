/** The analysis of a match: how the chances went, what was luck, which orders cost most, and finding the better ones oneself. */

import { fill, h } from "../common/dom.js";
import { inColoursOf } from "../common/looks.js";
import { asSentences, capital, counted } from "../common/wording.js";
import { ApiError } from "../connection/api.js";
import { ChanceGraph } from "./chance-graph.js";
import { bySeat, chancesOf, deedArrows, deedCells, deedSentences, inPoints } from "./chances.js";

/** @import { Needs } from "./analysis-place.js" */
/** @import { Analysis, AnalysisDocument, Deed, Mistake } from "../types.js" */

const LOOK_AGAIN = 1500; // ms until it is asked how far the work is

export class AnalysisPanel {
  /** @param {Needs} needs @param {HTMLElement} element where it is drawn */
  constructor({ session, store, links, playMap, replay, actions, uncoverMap }, element) {
    this.session = session;
    this.store = store;
    this.links = links;
    this.playMap = playMap;
    this.replay = replay;
    this.actions = actions;
    this.uncoverMap = uncoverMap;
    this.fault = "";
    this.asking = false;
    this.drawnAt = -1; // the moment at which an order is drawn on the map
    /** @type {{left: Mistake[], told: boolean} | null} */ this.learning = null;
    this.graph = new ChanceGraph({ session, store, replay }, 96);
    this.body = h("div.analysis-body", { "aria-live": "polite" });
    this.element = element;
    fill(element, this.graph.element, this.body);
    store.on(["analysis"], () => this.update());
    store.on(["past"], () => this.past());
  }

  get found() {
    return this.store.values.analysis;
  }

  /** The panel is opened: what is there? */
  async opened() {
    if (this.found && (this.found.state !== "done" || this.found.length === this.store.length)) return this.update();
    await this.call(() => this.session.get("/analysis"));
  }

  ask() {
    return this.call(() => this.session.send("/analysis"));
  }

  /** @param {() => Promise<AnalysisDocument>} asked */
  async call(asked) {
    if (this.asking) return;
    this.asking = true;
    this.fault = "";
    try {
      const found = await asked();
      this.asking = false;
      this.store.change({ analysis: found });
      if (found.state === "waiting" || found.state === "running") setTimeout(() => this.again(), LOOK_AGAIN);
    } catch (fault) {
      this.asking = false;
      this.fault = fault instanceof ApiError ? fault.message : "The server does not answer. Try again.";
      this.update();
    }
  }

  again() {
    if (this.element.isConnected) this.call(() => this.session.get("/analysis"));
  }

  // ---------------------------------------------------------------- what is shown

  update() {
    const { found } = this;
    if (this.fault) return fill(this.body, h("p.notice", { role: "alert" }, `${this.fault}.`.replace("..", ".")), h("button", { type: "button", onclick: () => this.opened() }, "Look again"));
    if (!found) return fill(this.body, h("p.faint", null, "One moment."));
    if (found.state === "waiting" || found.state === "running") return fill(this.body, this.working(found));
    if (found.state === "done" && found.analysis) return fill(this.body, this.learning ? this.lesson() : this.report(found.analysis));
    return fill(this.body, this.invitation(found));
  }

  /** @param {AnalysisDocument} found */
  invitation(found) {
    return h("section", null,
      found.state === "failed" ? h("p.notice", { role: "alert" }, "The analysis failed. You can ask for it again.") : null,
      h("p", null, "See how the chances went, what was luck, and which orders cost most. A match is played through again in the background: this takes a minute, a campaign some minutes."),
      h("button.primary", { type: "button", "data-testid": "analyse", disabled: this.asking || !this.store.length, onclick: () => this.ask() }, "Analyse this match"));
  }

  /** @param {AnalysisDocument} found */
  working(found) {
    const waits = found.state === "waiting";
    return h("section", null,
      h("p", null, waits ? "Waiting: another match is being analysed." : "Analysing. You can do something else meanwhile."),
      h("progress", { max: 1, value: waits ? null : found.progress, "aria-label": "Analysis", "data-testid": "analysis-progress" }));
  }

  /** @param {Analysis} analysis */
  report(analysis) {
    const { you } = this.session.table;
    const own = analysis.mistakes.filter((m) => you.includes(m.seat));
    return [
      this.summary(analysis),
      own.length ? h("button", { type: "button", "data-testid": "learn", onclick: () => this.learn(own) }, "Learn from my mistakes") : null,
      ...bySeat(analysis.mistakes, you).map(({ seat, mine, mistakes }) => h("section", null,
        h("h3", null, mine && you.length === 1 ? "My costliest decisions" : `Costliest decisions: ${capital(seat)}`),
        mistakes.map((mistake) => this.card(mistake)))),
      analysis.mistakes.length ? null : h("p", null, "No order cost more than 2 points of a hundred."),
      this.turningPoints(analysis),
      this.byStep(analysis),
    ];
  }

  /** @param {Analysis} analysis */
  summary(analysis) {
    const { side } = this.graph;
    const chances = chancesOf(analysis, side);
    const without = side === analysis.first_side ? analysis.without_luck : 1 - analysis.without_luck;
    const luck = analysis.luck[side] ?? 0;
    const percent = (/** @type {number} */ share) => `${Math.round(100 * Math.max(0, Math.min(1, share)))} %`;
    return h("section.analysis-summary", { "data-testid": "analysis-summary", ...inColoursOf(this.session.game.info.looks, side) },
      h("p", null, h("b", null, capital(side)), `: ${percent(chances[0])} of the match at the beginning, ${percent(chances[chances.length - 1])} ${analysis.ended ? "at the end" : "now"}. With average dice: ${percent(without)}.`),
      h("p", null, Math.abs(luck) < 0.01 ? "Luck was even." : `Luck ${luck > 0 ? "gave" : "took"} ${inPoints(Math.abs(luck))} of a hundred.`),
      h("p.faint", null, "The line shows the chance to win, a draw counting half. Below it each roll that changed it has a tick, in the colour of the side it helped."));
  }

  /** @param {Mistake} mistake */
  card(mistake) {
    return h("article.mistake-card", { "data-testid": "mistake" },
      h("h4", null, `Turn ${mistake.turn}, ${mistake.step}: ${inPoints(mistake.cost)}`),
      h("p", null, h("b", null, "Played: "), this.sentences(mistake.played)),
      h("p", null, h("b", null, "Better: "), this.sentences(mistake.better)),
      this.reasons(mistake),
      h("div.row", null, this.lookButton("As played", mistake, mistake.played), this.lookButton("Better", mistake, mistake.better), this.playButton(mistake)));
  }

  /** @param {Mistake} mistake */
  reasons({ why, facts }) {
    return [why ? h("p.bot-why", null, this.links.rich(asSentences(why))) : null, ...facts.map((fact) => h("p.fact", null, this.links.rich(`${fact}.`)))];
  }

  /** @param {Deed[]} deeds */
  sentences(deeds) {
    return this.links.rich(deedSentences(deeds).join(" "));
  }

  /** @param {string} text @param {Mistake} mistake @param {Deed[]} deeds */
  lookButton(text, mistake, deeds) {
    return h("button", { type: "button", "data-testid": text === "Better" ? "show-better" : "show-played", onclick: () => { this.uncoverMap(); this.showOnMap(mistake, deeds); } }, text);
  }

  /** @param {Mistake} mistake */
  playButton(mistake) {
    if (!this.session.table.you.length) return null;
    return h("button", { type: "button", "data-testid": "play-from-here", title: "A new table from this position, with dice of its own", onclick: () => this.actions.branch(mistake.number) }, "Play from here");
  }

  /** @param {Analysis} analysis */
  turningPoints({ turning_points, chances, first_side }) {
    const of = chancesOf(/** @type {Analysis} */ ({ chances, first_side }), this.graph.side);
    const share = (/** @type {number} */ n) => `${Math.round(100 * of[n])} %`;
    if (!turning_points.length) return null;
    return h("section", null, h("h3", null, "Turning points"), h("ul.turning-points", null, turning_points.map((n) =>
      h("li", null, h("button.token", { type: "button", onclick: () => this.go(n) }, `Action ${n}`), `: from ${share(n - 1)} to ${share(n)}`))));
  }

  /** @param {Analysis} analysis */
  byStep({ steps }) {
    const told = steps.filter(({ cost }) => cost >= 0.01).sort((a, b) => b.cost - a.cost);
    if (!told.length) return null;
    return h("section", null, h("h3", null, "Given away, by step"), h("table.by-step", null,
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "Step"), h("th", { scope: "col" }, "Orders"), h("th", { scope: "col" }, "Points"))),
      h("tbody", null, told.map(({ seat, step, orders, cost }) =>
        h("tr", { ...inColoursOf(this.session.game.info.looks, seat) }, h("td", null, step), h("td", null, String(orders)), h("td", null, String(Math.round(100 * cost))))))));
  }

  // ---------------------------------------------------------------- on the map

  /** @param {number} n */
  go(n) {
    this.replay.pause();
    return this.replay.go(n);
  }

  /** The position before an order, with what was ordered or what would have been better. @param {Mistake} mistake @param {Deed[]} deeds */
  async showOnMap(mistake, deeds) {
    if (!(await this.go(mistake.number))) return;
    this.drawnAt = mistake.number;
    this.playMap.compare(deedArrows(deeds), deedCells(deeds));
  }

  /** Somebody looks at another moment: what was drawn goes. */
  past() {
    if (this.drawnAt < 0 || (this.store.replaying && this.store.at === this.drawnAt)) return;
    this.drawnAt = -1;
    this.playMap.compare([], []);
  }

  // ---------------------------------------------------------------- learning

  /** @param {Mistake[]} mistakes */
  learn(mistakes) {
    this.learning = { left: [...mistakes], told: false };
    this.next();
  }

  next() {
    const mistake = this.learning?.left[0];
    this.playMap.compare([], []); // what was looked at before may be the answer
    if (mistake) this.go(mistake.number);
    this.update();
  }

  lesson() {
    const { left = [], told = false } = this.learning ?? {};
    const [mistake] = left;
    const leave = h("button", { type: "button", onclick: () => this.stopLearning() }, "Back to the analysis");
    if (!mistake) return h("section", null, h("p", null, "These were all."), leave);
    return h("section.learning", { "data-testid": "learning" },
      h("h3", null, `Turn ${mistake.turn}, ${mistake.step}`),
      h("p", null, `Here an order cost ${inPoints(mistake.cost)}. What would you order now? ${counted(left.length, "position")} to go.`),
      told ? this.card(mistake) : h("div.row", null,
        h("button.primary", { type: "button", "data-testid": "show-answer", onclick: () => this.tell() }, "Show the answer"), this.playButton(mistake)),
      h("div.row", null, h("button", { type: "button", "data-testid": "next-mistake", onclick: () => this.skip() }, "Next position"), leave));
  }

  tell() {
    if (this.learning) this.learning.told = true;
    const mistake = this.learning?.left[0];
    if (mistake) this.showOnMap(mistake, mistake.better);
    this.update();
  }

  skip() {
    if (this.learning) this.learning = { left: this.learning.left.slice(1), told: false };
    this.next();
  }

  stopLearning() {
    this.learning = null;
    this.update();
  }
}
