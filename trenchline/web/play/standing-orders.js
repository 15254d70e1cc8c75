/** Standing orders: the list at the table, and the offer at the question itself. Only their owner sees them. */

import { openDialog, showFault, toast } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { capital } from "../common/wording.js";
import { retryWhileLost } from "../connection/api.js";
import { isLesson } from "../lesson/start-lesson.js";
import { answerWords, conditionWords, questionOf, switchedOn, withCareful, withOrder } from "./standing-words.js";

/** @import { About, StandingDocument, StandingOrder, StandingQuestion } from "../types.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "./shown.js" */

/** What a new order is chosen with. @typedef {{element: HTMLElement, order: () => StandingOrder}} Form */

const MOST_PLACES = 4; // that an order given at a question is bound to; where it is about more, it is about no place in particular

export class StandingOrders {
  /** @param {{session: Session, store: Shown}} needs */
  constructor({ session, store }) {
    this.session = session;
    this.store = store;
    /** @type {StandingDocument | null} */ this.known = null;
    if (session.table.you.length && !session.state.over && !isLesson(session)) this.load();
  }

  async load() {
    try {
      this.known = await retryWhileLost(() => this.session.get("/standing"));
      if (this.button()) this.store.touch("plans"); // it is offered at the question that waits
    } catch { /* nothing is offered; the menu asks again */ }
  }

  /** @param {string} seat */
  of(seat) {
    return this.known?.orders[seat] ?? [];
  }

  /** What the menu says of them. */
  get title() {
    const on = this.session.table.you.reduce((sum, seat) => sum + switchedOn(this.of(seat)), 0);
    return on ? `Standing orders (${on} on)` : "Standing orders";
  }

  /** Keep a seat's orders. Whether they were taken. @param {string} seat @param {StandingOrder[]} orders */
  async keep(seat, orders) {
    try {
      this.known = await this.session.sendOnce("/standing", { seat, orders }, "PUT");
      await this.session.refresh(); // a question that waited may be answered
      this.store.touch("plans");
      return true;
    } catch (fault) {
      showFault(fault);
      return false;
    }
  }

  // ---------------------------------------------------------------- at the question

  /** The button at a question that can be answered in advance. */
  button() {
    const { session, store } = this;
    const question = session.mine && !store.replaying ? questionOf(this.known?.questions ?? [], session.state.decision?.kind) : undefined;
    if (!question) return null;
    return h("button", { type: "button", "data-testid": "standing-here", title: "Give a standing order for this question", disabled: session.busy, onclick: () => this.orderHere(question) }, "Answer always\u2026");
  }

  /** @param {StandingQuestion} question */
  async orderHere(question) {
    const { decision } = this.session.state;
    const seat = this.session.myActors[0];
    const form = orderForm(question, this.session.state.view.turn, decision?.about);
    const yes = await openDialog(question.title, [form.element, h("p.faint", null, "It answers this question now, and whenever it comes up again. Only you see it; the menu has the list.")],
      [{ text: "Not now", value: false }, { text: "Give the order", value: true, primary: true, testid: "standing-give" }], { testid: "standing-question" });
    if (yes && seat && (await this.keep(seat, withOrder(this.of(seat), form.order())))) toast("Ordered. The menu shows your standing orders.");
  }

  // ---------------------------------------------------------------- the list

  /** All of them. */
  async open() {
    if (!this.known) await this.load();
    if (!this.known) return showFault(new Error("Your standing orders could not be loaded. Try again."));
    let [seat] = this.session.table.you;
    const box = h("div.standing-orders");
    const draw = () => fill(box, this.seatRow(seat, choose), this.list(seat, draw), this.add(seat, draw));
    const choose = (/** @type {string} */ name) => {
      seat = name;
      draw();
    };
    draw();
    await openDialog("Standing orders", [
      h("p", null, "They answer small questions for you as soon as they come up, so that the other side need not wait. Only you see them. Of several that fit, the first answers."), box,
    ], [{ text: "Close" }], { testid: "standing" });
  }

  /** @param {string} seat @param {(seat: string) => void} choose */
  seatRow(seat, choose) {
    const { you } = this.session.table;
    if (you.length < 2) return null;
    return h("label", null, "For ", h("select", { "data-testid": "standing-seat", onchange: (/** @type {Event} */ e) => choose(/** @type {HTMLSelectElement} */ (e.target).value) },
      you.map((name) => h("option", { value: name, selected: name === seat }, capital(name)))));
  }

  /** @param {string} seat @param {() => void} draw */
  list(seat, draw) {
    const orders = this.of(seat);
    const change = async (/** @type {StandingOrder[]} */ changed) => {
      await this.keep(seat, changed);
      draw();
    };
    const careful = withCareful(orders, this.known?.careful ?? []);
    return [
      orders.length ? h("ul", { "data-testid": "standing-list" }, orders.map((order, n) => this.row(orders, order, n, change))) : h("p.faint", { "data-testid": "standing-none" }, "You have given none: you are asked everything."),
      careful.length > orders.length ? h("p.careful", null,
        h("button", { type: "button", class: orders.length ? "" : "primary", "data-testid": "standing-careful", onclick: () => change(careful) }, "Answer my small questions for me"),
        h("small", null, "Adds an order for each question of the other side\u2019s turn, as a careful player would answer it. You can change each.")) : null,
    ];
  }

  /** @param {StandingOrder[]} orders @param {StandingOrder} order the one of that number @param {number} n @param {(orders: StandingOrder[]) => void} change */
  row(orders, order, n, change) {
    const question = this.known?.questions.find((one) => one.id === order.question);
    const on = order.on !== false;
    if (!question) return null;
    const replace = (/** @type {StandingOrder[]} */ ...by) => change([...orders.slice(0, n), ...by, ...orders.slice(n + 1)]);
    const conditions = conditionWords(question, order);
    return h("li", { class: on ? "" : "off" },
      h("label.option", null,
        h("input", { type: "checkbox", checked: on, "data-testid": `standing-on-${n}`, onchange: () => replace({ ...order, on: !on }) }),
        h("span", null, h("small", null, question.title), answerWords(question, order), conditions ? h("small", null, capital(conditions)) : null)),
      h("span.row", null,
        n ? h("button", { type: "button", title: "Ask this one earlier", "aria-label": "Earlier", onclick: () => change([...orders.slice(0, n - 1), order, orders[n - 1], ...orders.slice(n + 1)]) }, "\u2191") : null,
        h("button", { type: "button", "data-testid": `standing-delete-${n}`, onclick: () => replace() }, "Delete")));
  }

  /** A new one for any question. @param {string} seat @param {() => void} draw */
  add(seat, draw) {
    const questions = this.known?.questions ?? [];
    let form = /** @type {Form | null} */ (null);
    const place = h("div");
    const choose = (/** @type {string} */ id) => {
      const question = questions.find((one) => one.id === id);
      form = question ? orderForm(question, this.session.state.view.turn) : null;
      fill(place, form?.element, form ? h("button", { type: "button", "data-testid": "standing-add", onclick: give }, "Add the order") : null);
    };
    const give = async () => {
      if (form && (await this.keep(seat, withOrder(this.of(seat), form.order())))) draw();
    };
    return h("details.add", null, h("summary", { "data-testid": "standing-more" }, "Add an order"),
      h("label", null, "The question", h("select", { "data-testid": "standing-which", onchange: (/** @type {Event} */ e) => choose(/** @type {HTMLSelectElement} */ (e.target).value) },
        h("option", { value: "" }, "Choose\u2026"), questions.map((question) => h("option", { value: question.id }, question.title)))), place);
  }
}

/**
 * The answers to a question, and when the order is to hold.
 * @param {StandingQuestion} question @param {number} turn the present one @param {About | null} [about] whom and what it is about just now
 * @returns {Form}
 */
function orderForm(question, turn, about) {
  const usual = question.careful || question.answers[0].id;
  const units = h("input", { type: "text", value: about?.units?.join(", ") ?? "", onfocus: () => pick("listed"), placeholder: "Names, the first to go first: 44RI, 42RI", "aria-label": "Units", "data-testid": "standing-units" });
  const [least, most] = ["at least", "at most"].map((words) => h("input", { type: "number", min: 0, max: 9999, placeholder: words, "aria-label": `${question.measure_title ?? ""} ${words}` }));
  const cells = about?.cells ?? [];
  const places = cells.length <= MOST_PLACES ? cells : [];
  const element = h("form.standing-form", { onsubmit: (/** @type {Event} */ e) => e.preventDefault() },
    h("fieldset", null, question.answers.map((answer) => h("label.option", null,
      h("input", { type: "radio", name: "answer", value: answer.id, checked: answer.id === usual, "data-testid": `standing-answer-${answer.id}` }),
      h("span", null, answer.title, answer.rule === "listed" ? units : null)))),
    question.roles ? choice("role", [["", "Whether I attack or defend"], ["defender", "Only when I defend"], ["attacker", "Only when I attack"]]) : null,
    question.measure ? h("p.bounds", null, capital(question.measure_title ?? ""), least, most) : null,
    choice("scope", [["", "In the whole match"], ["turn", "In this turn only"], ...(places.length ? [["cells", `Only in ${places.join(", ")}`]] : [])]));
  const chosen = (/** @type {string} */ name) => /** @type {HTMLInputElement | HTMLSelectElement | null} */ (element.querySelector(`select[name="${name}"], input[name="${name}"]:checked`))?.value ?? "";
  const pick = (/** @type {string} */ rule) => {
    const answer = question.answers.find((one) => one.rule === rule);
    const radio = answer && element.querySelector(`input[value="${answer.id}"]`);
    if (radio) /** @type {HTMLInputElement} */ (radio).checked = true;
  };
  const number = (/** @type {HTMLElement} */ field) => Number(/** @type {HTMLInputElement} */ (field).value) || 0;
  const order = () => {
    const answer = chosen("answer");
    const listed = question.answers.find((one) => one.id === answer)?.rule === "listed";
    const role = /** @type {StandingOrder["role"]} */ (chosen("role"));
    const names = /** @type {HTMLInputElement} */ (units).value.split(/[,;\s]+/).filter(Boolean);
    return {
      question: question.id, answer,
      ...(role ? { role } : {}),
      ...(number(least) ? { least: number(least) } : {}),
      ...(number(most) ? { most: number(most) } : {}),
      ...(chosen("scope") === "turn" ? { turn } : {}),
      ...(chosen("scope") === "cells" ? { cells: places } : {}),
      ...(listed ? { units: names } : {}),
    };
  };
  return { element, order };
}

/** @param {string} name @param {string[][]} options value and words of each */
function choice(name, options) {
  return h("p", null, h("select", { name, "data-testid": `standing-${name}`, "aria-label": name === "role" ? "In which role" : "How long" }, options.map(([value, words]) => h("option", { value }, words))));
}
