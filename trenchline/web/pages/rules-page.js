/** The rules in our words as one page: every case, the words of the game, counters and ground, charts and rulings, all found by one search. */

import { standAt } from "../common/address.js";
import { fill, h } from "../common/dom.js";
import { lookUp, markTerms } from "../common/terms.js";
import { capital, counted } from "../common/wording.js";
import { entryList } from "../reference/anatomy.js";
import { chartLink, openCase, ruleText, rulingText } from "../reference/case-card.js";
import { listenForCards } from "../reference/hover-cards.js";
import { caseButton, chartsOn, loadReference, rulingsOn } from "../reference/reference.js";
import { chartTable } from "../panels/charts.js";

/** @import { ReferenceDocument, Rule } from "../types.js" */

/** @param {string} slug @param {HTMLElement} root @param {string} [wanted] the case to begin at */
export async function openRulesPage(slug, root, wanted = "") {
  const reference = await loadReference(slug);
  const stop = listenForCards(reference);
  const page = new RulesPage(reference);
  lookUp.open = (c) => page.goTo(c);
  fill(root, page.element);
  document.title = `${reference.title}: the rules`;
  if (wanted) page.goTo(wanted);
  return () => {
    stop();
    lookUp.open = () => {};
  };
}

class RulesPage {
  /** @param {ReferenceDocument} reference */
  constructor(reference) {
    this.reference = reference;
    const { title, terms, states, ground, markers, counters, charts, rulings } = reference;
    const open = (/** @type {string} */ c) => this.goTo(c);
    this.find = /** @type {HTMLInputElement} */ (h("input", { type: "search", placeholder: "Find a case, a word, a ruling", "aria-label": "Find a case, a word, a ruling", "data-testid": "find-rule", oninput: () => this.search(), onkeydown: (/** @type {KeyboardEvent} */ e) => e.key === "Enter" && [...this.element.querySelectorAll("article")].find((one) => !one.hidden)?.scrollIntoView() }));
    this.found = h("p.faint", { role: "status", "data-testid": "found-rules" });
    this.element = h("main.lobby.rules-page", { "data-testid": "rules-page" },
      h("header", null, h("h1", null, `${title}: the rules in our words`),
        h("p", null, "A summary of every case, to look things up by; the rulebook itself is its publisher\u2019s. ", h("a", { href: "#/" }, "All my tables"))),
      h("div.rules-search", null, this.find, this.found,
        h("nav", { "aria-label": "Parts of this page" }, ["Rules", "Words", "Counters", "Map", "Charts", "Rulings"].map((part) => h("a", { href: `#/rules/${reference.slug}/${part.toLowerCase()}` }, part)))),
      section("rules", "Rules", this.chapters(open)),
      section("words", "Words", entryList(terms, open)),
      section("counters", "Counters", [counters.map(({ kinds, numbers }) => [h("h4", null, capital(kinds.join(", ").replaceAll("_", " "))), entryList(numbers, open)]), h("h4", null, "States and modes"), entryList(states, open)]),
      section("map", "Map", [entryList(ground, open), h("h4", null, "Markers"), entryList(markers, open)]),
      section("charts", "Charts", charts.map((chart) => h("article.charts", { id: `chart-${chart.name}` }, h("h4", null, chart.title), chartTable(chart),
        reference.rules.some((r) => r.case === chart.source) ? h("p.faint", null, "Rule ", caseButton(chart.source, open)) : null))),
      section("rulings", "Rulings", [h("p", null, "A rulebook leaves gaps. This is how we read them, and why."), rulings.map((r) => h("article", { id: `case-${r.id}` }, rulingText(reference, r, open)))]));
    markTerms(this.element.querySelector("#part-rules"));
  }

  /** The cases by chapter. @param {(wanted: string) => void} open */
  chapters(open) {
    /** @type {Map<string, Rule[]>} */ const chapters = new Map();
    for (const rule of this.reference.rules) {
      const chapter = /^(\d+|[A-Z]+)/.exec(rule.case)?.[1] ?? rule.case;
      chapters.set(chapter, [...(chapters.get(chapter) ?? []), rule]);
    }
    return [...chapters].map(([number, rules]) => h("section.chapter", null,
      h("h3", null, number, " ", rules.find((r) => r.case === `${number}.0` || r.case === number)?.title ?? ""), rules.map((rule) => this.article(rule, open))));
  }

  /** @param {Rule} rule @param {(wanted: string) => void} open */
  article(rule, open) {
    const rulings = rulingsOn(this.reference, rule.case);
    const charts = chartsOn(this.reference, rule.case);
    return h("article", { id: `case-${rule.case}`, tabindex: "-1" }, ruleText(this.reference, rule, open),
      rulings.length || charts.length ? h("p.beside", null, rulings.length ? ["Rulings: ", rulings.map((r, i) => [i ? ", " : "", caseButton(r.id, (id) => openCase(this.reference, id))]), " "] : null, charts.map(chartLink)) : null);
  }

  search() {
    const words = this.find.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const one of this.element.querySelectorAll("article, .entries li")) {
      const fits = words.every((word) => (one.textContent ?? "").toLowerCase().includes(word));
      /** @type {HTMLElement} */ (one).hidden = !fits;
      if (fits) count += 1;
    }
    for (const part of this.element.querySelectorAll(".chapter, .part")) /** @type {HTMLElement} */ (part).hidden = !part.querySelector("article:not([hidden]), li:not([hidden])");
    this.found.textContent = words.length ? `${counted(count, "place")} found.` : "";
  }

  /** Show a case, a ruling or a part of the page. @param {string} wanted */
  goTo(wanted) {
    this.find.value = "";
    this.search();
    const near = this.reference.rules.find((r) => r.case.startsWith(wanted))?.case;
    const target = document.getElementById(`case-${wanted}`) ?? document.getElementById(`part-${wanted}`) ?? (near ? document.getElementById(`case-${near}`) : null);
    target?.scrollIntoView({ block: "start" });
    for (const lit of this.element.querySelectorAll(".lit-case")) lit.classList.remove("lit-case");
    if (target?.matches("article")) {
      target.classList.add("lit-case");
      standAt(`rules/${this.reference.slug}/${target.id.replace("case-", "")}`);
      target.focus({ preventScroll: true });
    }
  }
}

/** @param {string} id @param {string} title @param {import("../types.js").Child} body */
function section(id, title, body) {
  return h("section.sheet.part", { id: `part-${id}` }, h("h2", null, title), body);
}
