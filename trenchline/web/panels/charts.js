/** Charts one click away, with the current column lit; each leads to the case it rests on. */

import { openDialog } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { capital } from "../common/wording.js";
import { withCases } from "../reference/reference.js";

/** @import { ChartDocument } from "../types.js" */
/** @import { Shown } from "../play/shown.js" */
/** @import { FightOdds } from "../play/fight-odds.js" */
/** @import { Links } from "../play/links.js" */

export class Charts {
  /** @param {{store: Shown, odds: FightOdds, links: Links}} needs */
  constructor({ store, odds, links }) {
    this.store = store;
    this.odds = odds;
    this.links = links;
    this.element = h("div.charts", { "data-testid": "charts" });
    this.charts = this.links.game.charts;
    this.store.on(["reference"], () => this.draw());
    this.draw();
  }

  /** Once at the start, and again when the rules are known. */
  draw() {
    const { game } = this.links;
    fill(this.element,
      this.charts.map((chart) => h("section.chart", { "data-chart": chart.name },
        h("h3", null, chart.title, h("button.enlarge", { type: "button", onclick: () => this.enlarge(chart) }, "Enlarge")),
        chartTable(chart), this.notes(chart))),
      h("p.row", null,
        h("a.button", { href: `#/rules/${game.info.slug}`, target: "_blank", "data-testid": "rules" }, "The rules in our words"),
        h("button", { type: "button", "data-testid": "charts-key", onclick: () => this.links.openKey() }, "Counters and map")));
  }

  /** @param {ChartDocument} chart */
  notes(chart) {
    return chart.notes.length || chart.source ? h("ul.faint", null, this.key(chart), chart.notes.map((note) => h("li", null, this.cited(note))), h("li", null, "Source: ", this.cited(chart.source))) : null;
  }

  /** What each result means; of numbers, what they count. @param {ChartDocument} chart */
  key(chart) {
    const codes = Object.entries(chart.meanings);
    if (codes.every(([code]) => /^\d+$/.test(code)) && chart.results) return h("li", null, `${capital(chart.results)}.`);
    if (!codes.length) return chart.results ? h("li", null, `${capital(chart.results)}.`) : null;
    return codes.map(([code, meaning]) => h("li.meaning", null, h("b", null, code), ` ${meaning}`));
  }

  /** The cases that a note names are links, once the rules are known. @param {string} text */
  cited(text) {
    const { reference } = this.store;
    return reference ? withCases(reference, text, (c) => this.links.openCase(c)) : text;
  }

  /** @param {ChartDocument} chart */
  enlarge(chart) {
    const shown = openDialog(chart.title, [h("div.charts", null, chartTable(chart)), this.notes(chart)], [{ text: "Close" }], { wide: true });
    this.light(this.odds.column, shown.element);
  }

  /** Light a column wherever it stands. @param {string} column @param {Element} [where] */
  light(column, where = this.element) {
    const name = this.odds.chart;
    for (const cell of where.querySelectorAll("[data-column]")) {
      const other = name && where === this.element && cell.closest("[data-chart]")?.getAttribute("data-chart") !== name;
      cell.classList.toggle("lit", Boolean(column) && !other && cell.getAttribute("data-column") === column);
    }
  }

  /** The chart that has a column. @param {string} column @param {string} name its name, where it is known */
  having(column, name) {
    return this.charts.find((c) => (name ? c.name === name : c.columns.includes(column)));
  }

  /** A link to the chart that has a column. @param {string} column @param {string} name the chart, where it is known */
  linkFor(column, name) {
    const chart = this.having(column, name);
    if (!chart) return null;
    return [" of the ", h("button.plainly", { type: "button", onclick: () => this.enlarge(chart) }, chart.title)];
  }
}

/** A chart as a table. @param {ChartDocument} chart */
export function chartTable(chart) {
  return h("div.scroll", { tabindex: "0", role: "region", "aria-label": chart.title }, h("table", null,
    h("thead", null, h("tr", null, h("td"), chart.columns.map((c) => h("th", { scope: "col", "data-column": c }, c)))),
    h("tbody", null, Object.entries(chart.rows).map(([face, cells]) => h("tr", null, h("th", { scope: "row" }, face),
      cells.map((cell, i) => h("td", { "data-column": chart.columns[i], title: chart.meanings[cell] }, cell)))))));
}
