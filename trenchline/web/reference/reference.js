/** What is looked up of a game: its rules in short, charts, rulings, words, the anatomy of counters and map. Asked for once, when it is wanted. */

import { h } from "../common/dom.js";
import { caseName } from "../common/wording.js";
import { call } from "../connection/api.js";

/** @import { ChartDocument, Child, CounterDocument, CounterView, Word, ReferenceDocument, Rule, Ruling } from "../types.js" */

/** @type {Map<string, Promise<ReferenceDocument>>} */
const asked = new Map();

/** @param {string} slug @returns {Promise<ReferenceDocument>} */
export function loadReference(slug) {
  const known = asked.get(slug);
  if (known) return known;
  /** @type {Promise<ReferenceDocument>} */ const wanted = call("GET", `api/games/${slug}/reference`);
  asked.set(slug, wanted);
  wanted.catch(() => asked.delete(slug));
  return wanted;
}

/** The cases of a number and those below it, then its chapter. @param {ReferenceDocument} reference @param {string} wanted @returns {Rule[]} */
export function casesOf({ rules }, wanted) {
  const low = wanted.toLowerCase();
  const exact = rules.filter((r) => r.case.toLowerCase() === low);
  const chapter = low.replace(/\.0?[a-z]?$/, "");
  const near = rules.filter((r) => !exact.includes(r) && (r.case.toLowerCase().startsWith(low) || r.case.toLowerCase() === `${chapter}.0`));
  return [...exact, ...near].slice(0, 12);
}

/** The rulings about a case. @param {ReferenceDocument} reference @param {string} wanted @returns {Ruling[]} */
export function rulingsOn({ rulings }, wanted) {
  return rulings.filter((r) => r.cases.includes(wanted));
}

/** The charts that rest on a case, or name it in their notes. @param {ReferenceDocument} reference @param {string} wanted @returns {ChartDocument[]} */
export function chartsOn({ charts }, wanted) {
  return charts.filter((c) => c.source === wanted || c.notes.some((note) => note.includes(`(${wanted})`)));
}

/** What the numbers of a counter mean, each with its value now. @param {ReferenceDocument} reference @param {CounterDocument} printed @param {CounterView | undefined} now @returns {{entry: Word, value: string}[]} */
export function namedNumbers({ counters }, printed, now) {
  const face = printed.faces.find((f) => f.mode && f.mode === now?.mode) ?? printed.faces[0];
  const shown = face?.numbers.map((text, i) => (now?.numbers?.length && i < now.numbers.length ? String(now.numbers[i]) : text)) ?? [];
  const anatomy = counters.find((c) => c.kinds.includes(printed.kind));
  return (anatomy?.numbers ?? []).slice(0, shown.length).map((entry, i) => ({ entry, value: shown[i] })).filter(({ value }) => value !== "");
}

/** @type {WeakMap<ReferenceDocument, Set<string>>} */
const names = new WeakMap();

/** All that can be looked up by its number. @param {ReferenceDocument} reference */
function known(reference) {
  const found = names.get(reference) ?? new Set([...reference.rules.map((r) => r.case), ...reference.rulings.map((r) => r.id)]);
  names.set(reference, found);
  return found;
}

/**
 * A text in pieces: the cases and rulings that it names, each with the bracket before it and the marks behind it, and what stands between them.
 * @param {string} text @param {Set<string>} all what can be looked up @returns {{before: string, name: string, after: string}[]} a piece without a name is words
 */
export function casesIn(text, all) {
  return text.split(/(\(?[A-Za-z]{0,3}-?\w*\d[\w./-]*(?:\([\w-]+\))*\w*[).,;:]*)/).filter(Boolean).map((part) => {
    const [, before, bare, marks] = /^(\(?)(.*?)([.),;:]*)$/s.exec(part) ?? ["", "", "", ""];
    const own = bare.includes("(") && marks.startsWith(")") ? 1 : 0; // the bracket of "9.2.4(a)"
    const name = bare + marks.slice(0, own);
    return name.length > 1 && all.has(name) ? { before, name, after: marks.slice(own) } : { before: part, name: "", after: "" };
  });
}

/** A text in which every case and ruling that it names is a link. @param {ReferenceDocument} reference @param {string} text @param {(wanted: string) => void} open @returns {Child[]} */
export function withCases(reference, text, open) {
  return casesIn(text, known(reference)).map(({ before, name, after }) => {
    if (!name) return before;
    return before || after ? h("span.together", null, before, caseButton(name, open), after) : caseButton(name, open);
  });
}

/** @param {string} wanted @param {(wanted: string) => void} open */
export function caseButton(wanted, open) {
  return h("button.case", { type: "button", "data-case": wanted, onclick: () => open(wanted) }, caseName(wanted));
}
