/** Hover cards: what a word of the glossary means, what a case says, without leaving the place where one reads. */

import { placeNear } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { lookUp, setGlossary, termFor } from "../common/terms.js";
import { capital, caseName, caseNumber } from "../common/wording.js";

/** @import { Child, ReferenceDocument } from "../types.js" */

const REST = 220; // ms until the pointer counts as resting

/** Tell about terms and cases from now on; the answer ends it. @param {ReferenceDocument} reference */
export function listenForCards(reference) {
  setGlossary(reference.terms);
  const card = h("div.tip.hover-card", { role: "tooltip", hidden: true, "data-testid": "hover-card" });
  document.body.append(card);
  let timer = 0;
  /** @type {Element | null} */ let shown = null;
  const hide = () => {
    clearTimeout(timer);
    shown = null;
    card.hidden = true;
  };
  const show = (/** @type {Element} */ about, /** @type {{x: number, y: number}} */ at) => {
    const words = cardFor(reference, about);
    if (!words || !about.isConnected) return;
    (about.closest("dialog") ?? document.body).append(card); // above an open dialog lies only what is in it
    fill(card, words);
    card.hidden = false;
    placeNear(card, at);
  };
  const over = (/** @type {Event} */ event) => {
    const about = event.target instanceof Element ? event.target.closest("[data-term], [data-case]") : null;
    if (about === shown) return;
    hide();
    if (!about) return;
    shown = about;
    const box = about.getBoundingClientRect();
    timer = window.setTimeout(() => show(about, { x: box.left, y: box.bottom }), event.type === "focusin" ? 0 : REST);
  };
  const press = (/** @type {MouseEvent} */ event) => {
    hide();
    const term = event.target instanceof Element ? event.target.closest("[data-term]") : null;
    const entry = termFor(term?.getAttribute("data-term") ?? "");
    if (entry) lookUp.open(entry.case);
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") hide();
  };
  document.addEventListener("pointerover", over);
  document.addEventListener("focusin", over);
  document.addEventListener("click", press);
  document.addEventListener("keydown", key);
  return () => {
    hide();
    card.remove();
    setGlossary([]);
    document.removeEventListener("pointerover", over);
    document.removeEventListener("focusin", over);
    document.removeEventListener("click", press);
    document.removeEventListener("keydown", key);
  };
}

/** @param {ReferenceDocument} reference @param {Element} about @returns {Child} */
function cardFor(reference, about) {
  const term = termFor(about.getAttribute("data-term") ?? "");
  if (term) return [h("b", null, capital(term.word)), h("p", null, `${capital(term.about)}. (${caseName(term.case)})`)];
  const wanted = about.getAttribute("data-case");
  const rule = reference.rules.find((r) => r.case === wanted);
  if (rule) return [h("b", null, `${caseNumber(rule.case)} ${rule.title}`), h("p", null, rule.summary)];
  const ruling = reference.rulings.find((r) => r.id === wanted);
  return ruling ? [h("b", null, `${ruling.id} ${ruling.title}`), h("p", null, ruling.ruling)] : null;
}
