/** Dialogs, small menus at the pointer, notes and toasts. */

import { ApiError } from "../connection/api.js";
import { append, fill, h } from "./dom.js";
import { lastInputWasKey } from "./focus.js";
import { lookUp } from "./terms.js";
import { caseLinks } from "./wording.js";

/** @import { Child, ScreenPoint } from "../types.js" */
/** @typedef {string | boolean | undefined} Answer the value of the button that closed a dialog, or its text */

/**
 * A dialog over the page. Closes by Escape, the cross, or a button; answers with the button's value.
 * @param {string} title
 * @param {Child} body
 * @param {{text: string, value?: Answer, primary?: boolean, testid?: string}[]} [buttons]
 * @param {{wide?: boolean, testid?: string}} [look]
 * @returns {Promise<Answer> & {close: (value?: Answer) => void, element: HTMLDialogElement}}
 */
export function openDialog(title, body, buttons = [{ text: "Close" }], look = {}) {
  const id = `dialog-${Math.random().toString(36).slice(2, 8)}`;
  const element = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-labelledby": id, class: look.wide ? "wide" : "", "data-testid": look.testid }));
  /** @type {Answer} */ let answer;
  const close = (/** @type {Answer} */ value) => {
    answer = value;
    element.close();
  };
  append(element, [
    h("header", null,
      h("h2", { id }, title),
      h("button.cross", { type: "button", "aria-label": "Close", onclick: () => close(undefined) }, "\u00d7")),
    h("div.body", null, body),
    buttons.length ? h("footer", null, buttons.map((b) =>
      h("button", { type: "button", class: b.primary ? "primary" : "", "data-testid": b.testid, onclick: () => close("value" in b ? b.value : b.text) }, b.text))) : null,
  ]);
  document.body.append(element);
  /** @type {Promise<Answer>} */
  const done = new Promise((resolve) => element.addEventListener("close", () => {
    element.remove();
    resolve(answer);
  }));
  element.addEventListener("click", (event) => {
    if (event.target === element) close(undefined);
  });
  element.addEventListener("keydown", (event) => {
    const main = buttons.find((b) => b.primary);
    const field = event.target instanceof HTMLInputElement && !event.target.form && !event.target.readOnly;
    if (event.key !== "Enter" || event.isComposing || !main || !field) return;
    event.preventDefault();
    close("value" in main ? main.value : main.text);
  });
  element.showModal();
  /** @type {HTMLElement | null} */ (element.querySelector("footer .primary, .body input, .body button, footer button"))?.focus();
  return Object.assign(done, { close, element });
}

/** A yes or no. @param {string} title @param {Child} body @param {string} yes @param {string} [no] @returns {Promise<boolean>} */
export async function askYesOrNo(title, body, yes, no = "Not yet") {
  return (await openDialog(title, body, [{ text: no, value: false }, { text: yes, value: true, primary: true, testid: "confirm" }])) === true;
}

/** @type {HTMLElement | null} */
let menu = null;

/**
 * A small menu at a point of the page.
 * @param {ScreenPoint} at @param {string} title
 * @param {{text: string, detail?: string, act: () => void, testid?: string}[]} items
 * @param {Child} [more] what stands below them
 */
export function openChooser(at, title, items, more) {
  closeChooser();
  const back = /** @type {HTMLElement | null} */ (document.activeElement);
  menu = h("div.chooser", { role: "menu", tabindex: "-1", "aria-label": title, "data-testid": "chooser" },
    h("b", null, title),
    items.map((item) => h("button", {
      type: "button", role: "menuitem", "data-testid": item.testid,
      onclick: () => {
        closeChooser();
        item.act();
      },
    }, item.text, item.detail ? h("small", null, item.detail) : null)), more);
  menu.addEventListener("keydown", (event) => {
    if (!menu) return; // the page has heard the key first, and closed it
    const all = /** @type {HTMLElement[]} */ ([.../** @type {HTMLElement} */ (menu).querySelectorAll("button")]);
    const here = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) all[(here + step + all.length) % all.length].focus();
    else if (event.key !== "Escape") return;
    else {
      closeChooser();
      back?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(menu);
  placeNear(menu, at);
  if (lastInputWasKey()) menu.querySelector("button")?.focus();
  else menu.focus(); // opened by the pointer: the keys stay with the decision until an arrow or Tab goes in
  setTimeout(() => document.addEventListener("pointerdown", outside), 0);
}

/** @param {PointerEvent} event */
function outside(event) {
  if (menu && !menu.contains(/** @type {Node} */ (event.target))) closeChooser();
}

/** Whether there was one to close. */
export function closeChooser() {
  const open = menu !== null;
  document.removeEventListener("pointerdown", outside);
  menu?.remove();
  menu = null;
  return open;
}

/**
 * Keep a floating element at a point and inside the window, on the side where it covers least of what is to be seen.
 * @param {HTMLElement} element @param {ScreenPoint} at @param {DOMRect[]} [spare] what should not be covered
 */
export function placeNear(element, at, spare = []) {
  const [gap, rim] = [14, 6];
  const { width, height } = element.getBoundingClientRect();
  const places = [[at.x + gap, at.y + gap], [at.x - gap - width, at.y + gap], [at.x + gap, at.y - gap - height], [at.x - gap - width, at.y - gap - height]].map(([wantedX, wantedY]) => {
    const x = Math.max(rim, Math.min(wantedX, innerWidth - rim - width));
    const y = Math.max(rim, Math.min(wantedY, innerHeight - rim - height));
    const covers = spare.filter((box) => x < box.right && box.left < x + width && y < box.bottom && box.top < y + height).length;
    return { x, y, cost: 400 * covers + Math.hypot(x - wantedX, y - wantedY) }; // pushed away from the rim it comes over the point itself
  });
  const best = places.reduce((a, b) => (b.cost < a.cost ? b : a));
  element.style.left = `${best.x}px`;
  element.style.top = `${best.y}px`;
}

let noteTimer = 0;

/** A refusal near the pointer: the reason, then the case. @param {ScreenPoint} at @param {Child} words */
export function showRefusal(at, words) {
  let note = document.getElementById("note");
  if (!note) {
    note = h("div.note", { id: "note", role: "alert", "data-testid": "refusal" });
    document.body.append(note);
  }
  fill(note, words);
  note.hidden = false;
  placeNear(note, at);
  clearTimeout(noteTimer);
  noteTimer = window.setTimeout(closeRefusal, 5000);
}

export function closeRefusal() {
  const note = document.getElementById("note");
  if (note) note.hidden = true;
}

/** A line that passes by. @param {Child} words @param {"" | "bad"} [tone] */
export function toast(words, tone = "") {
  let rack = document.getElementById("toasts");
  if (!rack) {
    rack = h("div.toasts", { id: "toasts", role: "status", "aria-live": "polite" });
    document.body.append(rack);
  }
  const line = h("div.toast", { class: tone }, words);
  rack.append(line);
  while (rack.children.length > 3) rack.firstChild?.remove();
  setTimeout(() => line.remove(), tone ? 8000 : 4500);
}

/** An error, kindly. @param {unknown} fault */
export function showFault(fault) {
  const cases = fault instanceof ApiError ? caseLinks(fault.cases, (c) => lookUp.open(c)) : [];
  toast([fault instanceof Error ? fault.message : "Something went wrong.", cases], "bad");
  if (!(fault instanceof ApiError)) console.error(fault);
}

/** Copy, and say so. @param {string} text @param {string} what */
export async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied.`);
  } catch {
    await openDialog(what, h("input.copy", { value: text, readonly: true, "aria-label": what }));
  }
}
