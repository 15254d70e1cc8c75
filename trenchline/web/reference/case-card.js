/** One case in a dialog: what it says, how we rule about it, the charts that rest on it, and the way into the whole of the rules. */

import { openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { markTerms } from "../common/terms.js";
import { caseName, caseNumber } from "../common/wording.js";
import { chartTable } from "../panels/charts.js";
import { caseButton, casesOf, chartsOn, rulingsOn, withCases } from "./reference.js";

/** @import { ChartDocument, ReferenceDocument, Rule, Ruling } from "../types.js" */

/** A case, or a ruling by its number. @param {ReferenceDocument} reference @param {string} wanted */
export function openCase(reference, wanted) {
  const open = (/** @type {string} */ other) => openCase(reference, other);
  const ruling = reference.rulings.find((r) => r.id === wanted);
  const found = ruling ? [] : casesOf(reference, wanted);
  const first = found[0]?.case === wanted ? found[0] : null;
  const rulings = ruling ? [ruling] : rulingsOn(reference, wanted);
  const charts = chartsOn(reference, wanted);
  for (const other of document.querySelectorAll("dialog[data-testid=rule]")) /** @type {HTMLDialogElement} */ (other).close(); // one card at a time
  const shown = openDialog(ruling ? `Ruling ${wanted}` : `Rule ${caseName(wanted)}`, [
    found.length || ruling ? null : h("p", null, "This case has no summary. The page of all rules may help."),
    first ? ruleText(reference, first, open) : null,
    rulings.length ? h("section", { "data-testid": "rulings" }, ruling ? null : h("h3", null, "How we rule"), rulings.map((r) => rulingText(reference, r, open))) : null,
    charts.length ? h("section", { "data-testid": "case-charts" }, h("h3", null, "Charts"), charts.map((c) => chartLink(c))) : null,
    found.length > (first ? 1 : 0) ? h("section", null, h("h3", null, "Near it"), found.filter((r) => r !== first).map((r) => ruleText(reference, r, open))) : null,
    h("p.row", null, h("a.button", { href: `#/rules/${reference.slug}/${encodeURIComponent(wanted)}`, target: "_blank", "data-testid": "open-rules" }, "All rules, with search")),
  ], [{ text: "Close" }], { testid: "rule" });
  markTerms(shown.element.querySelector(".body"));
}

/** @param {ReferenceDocument} reference @param {Rule} rule @param {(wanted: string) => void} open */
export function ruleText(reference, rule, open) {
  return h("dl.rules", null, h("dt", null, h("b", null, caseNumber(rule.case)), " ", rule.title), h("dd", null, withCases(reference, rule.summary, open)));
}

/** @param {ReferenceDocument} reference @param {Ruling} ruling @param {(wanted: string) => void} open */
export function rulingText(reference, ruling, open) {
  return h("dl.rules.ruling", null,
    h("dt", null, h("b", null, ruling.id), " ", ruling.title),
    ruling.question ? h("dd.faint", null, withCases(reference, ruling.question, open)) : null,
    h("dd", null, withCases(reference, ruling.ruling, open)),
    ruling.why ? h("dd.faint", null, "Why: ", withCases(reference, ruling.why, open)) : null,
    ruling.cases.length ? h("dd.cases", null, "Cases: ", ruling.cases.map((c, i) => [i ? ", " : "", caseButton(c, open)])) : null);
}

/** @param {ChartDocument} chart */
export function chartLink(chart) {
  return h("button", { type: "button", "data-chart-link": chart.name, onclick: () => openDialog(chart.title, h("div.charts", null, chartTable(chart)), [{ text: "Close" }], { wide: true }) }, chart.title);
}
