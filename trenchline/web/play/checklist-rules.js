/** What is ticked on a list: which answer it is, what it costs, what excludes what. Pure logic, no page. */

import { counted } from "../common/wording.js";

/** @import { Action, Checklist, ListedOption } from "../types.js" */

/** The option that is chosen and excludes this one. @param {ListedOption} row @param {ListedOption[]} chosen */
export function excludedBy(row, chosen) {
  return chosen.find((other) => row.excludes?.includes(other.name));
}

/** The legal answer that names just these options; null while too little is chosen. @param {Checklist} list @param {ListedOption[]} chosen @param {Action[]} legal */
export function answerOf(list, chosen, legal) {
  const mode = chosen.map((row) => row.name).join("+");
  return chosen.length >= (list.least ?? 0) ? legal.find((a) => a.kind === list.kind && (a.mode ?? "") === mode) ?? null : null;
}

/** @param {ListedOption[]} chosen */
function priceOf(chosen) {
  return chosen.reduce((sum, row) => sum + row.price, 0);
}

/** How much is chosen and what it costs; who gets that, and what is still missing. @param {Checklist} list @param {ListedOption[]} chosen @returns {[string, string]} */
export function totalWords(list, chosen) {
  const least = list.least ?? 0;
  const missing = chosen.length < least ? ` Choose at least ${least}.` : "";
  return [`${chosen.length} of ${list.rows.length} chosen: ${priceOf(chosen)}`, `${list.pays}.${missing}`];
}

/** The words of the button. @param {Checklist} list @param {ListedOption[]} chosen @param {boolean} legal whether it can be pressed */
export function confirmWords(list, chosen, legal) {
  const [pays] = (list.pays ?? "").split(","); // when they are paid, the line above says
  return legal ? `Confirm ${counted(chosen.length, "option")}: ${priceOf(chosen)} ${pays}` : `Choose at least ${counted(list.least ?? 0, "option")}`;
}
