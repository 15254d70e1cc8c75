/** Charts one click away, with the current column lit; and the rules in short, by case. */

import { openDialog } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";

/** @import { ChartDocument, GameDocument, Rule } from "../types.js" */

export class Charts {
  /** @param {import("../play/play-screen.js").Play} play */
  constructor(play) {
    this.play = play;
    this.element = h("div.charts", { "data-testid": "charts" });
    this.charts = play.game.charts;
    fill(this.element,
      this.charts.map((chart) => h("section.chart", { "data-chart": chart.name },
        h("h3", null, chart.title, h("button.enlarge", { type: "button", onclick: () => this.enlarge(chart) }, "Enlarge")),
        this.table(chart), this.notes(chart))),
      h("button", { type: "button", "data-testid": "rules", onclick: () => openRules(play.game) }, "The rules in short"));
  }

  /** @param {ChartDocument} chart */
  table(chart) {
    return h("div.scroll", null, h("table", null,
      h("thead", null, h("tr", null, h("th", { scope: "col" }, ""), chart.columns.map((c) => h("th", { scope: "col", "data-column": c }, c)))),
      h("tbody", null, Object.entries(chart.rows).map(([face, cells]) => h("tr", null, h("th", { scope: "row" }, face),
        cells.map((cell, i) => h("td", { "data-column": chart.columns[i] }, cell)))))));
  }

  /** @param {ChartDocument} chart */
  notes(chart) {
    return chart.notes.length || chart.source ? h("ul.faint", null, chart.notes.map((note) => h("li", null, note)), h("li", null, `Source: ${chart.source}`)) : null;
  }

  /** @param {ChartDocument} chart */
  enlarge(chart) {
    const shown = openDialog(chart.title, [h("div.charts", null, this.table(chart)), this.notes(chart)], [{ text: "Close" }], { wide: true });
    this.light(this.play.fight.column, shown.element);
  }

  /** Light a column wherever it stands. @param {string} column @param {Element} [where] */
  light(column, where = this.element) {
    const name = this.play.fight?.chart;
    for (const cell of where.querySelectorAll("[data-column]")) {
      const other = name && where === this.element && cell.closest("[data-chart]")?.getAttribute("data-chart") !== name;
      cell.classList.toggle("lit", Boolean(column) && !other && cell.getAttribute("data-column") === column);
    }
  }

  /** A link to the chart that has a column. @param {string} column @param {string} name the chart, where it is known */
  linkFor(column, name) {
    const chart = this.charts.find((c) => (name ? c.name === name : c.columns.includes(column)));
    if (!chart) return null;
    return [" of the ", h("button.plainly", { type: "button", onclick: () => this.enlarge(chart) }, chart.title)];
  }
}

/** The cases of a number and those below it. @param {GameDocument} game @param {string} wanted */
function casesOf(game, wanted) {
  const { rules } = game;
  const low = wanted.toLowerCase();
  const exact = rules.filter((r) => r.case.toLowerCase() === low);
  const chapter = low.replace(/\.0?[a-z]?$/, "");
  const near = rules.filter((r) => !exact.includes(r) && (r.case.toLowerCase().startsWith(low) || r.case.toLowerCase() === `${chapter}.0`));
  return [...exact, ...near].slice(0, 12);
}

/** One case and what belongs to it. @param {GameDocument} game @param {string} wanted */
export function openCase(game, wanted) {
  const found = casesOf(game, wanted);
  openDialog(`Rule ${wanted}`, found.length ? ruleList(found) : h("p", null, "This case has no summary."), [{ text: "Close" }], { testid: "rule" });
}

/** All cases, with a search. @param {GameDocument} game */
export function openRules(game) {
  const list = h("div", null, ruleList(game.rules));
  const find = /** @type {HTMLInputElement} */ (h("input", { type: "search", placeholder: "Find a case or a word", "aria-label": "Find a case or a word" }));
  find.addEventListener("input", () => {
    const low = find.value.trim().toLowerCase();
    fill(list, ruleList(game.rules.filter((r) => `${r.case} ${r.title} ${r.summary}`.toLowerCase().includes(low))));
  });
  openDialog(`${game.info.title}: the rules in short`, [find, list], [{ text: "Close" }], { wide: true });
}

/** @param {Rule[]} rules */
function ruleList(rules) {
  return h("dl.rules", null, rules.map((rule) => [h("dt", null, h("b", null, rule.case), " ", rule.title), h("dd", null, rule.summary)]));
}
