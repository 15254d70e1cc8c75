/** Standing orders in words, and lists of them. */

import { listed } from "../common/seating.js";

/** @import { StandingOrder, StandingQuestion } from "../types.js" */

const ROLES = { attacker: "when I attack", defender: "when I defend" };

/** The question that a kind of decision asks, if it can be answered in advance. @param {StandingQuestion[]} questions @param {string | undefined} kind */
export function questionOf(questions, kind) {
  return questions.find((question) => kind !== undefined && question.kinds.includes(kind));
}

/** The words of an answer. @param {StandingQuestion} question @param {StandingOrder} order */
export function answerWords(question, order) {
  const title = question.answers.find((answer) => answer.id === order.answer)?.title ?? order.answer;
  return order.units?.length ? `${title}: ${order.units.join(", ")}` : title;
}

/** When an order holds; empty for always. @param {StandingQuestion} question @param {StandingOrder} order */
export function conditionWords(question, order) {
  const found = [];
  if (order.role) found.push(ROLES[order.role]);
  if (order.least && order.most) found.push(`${question.measure_title} from ${order.least} to ${order.most}`);
  else if (order.least) found.push(`${question.measure_title} ${order.least} or more`);
  else if (order.most) found.push(`${question.measure_title} ${order.most} or less`);
  if (order.cells?.length) found.push(`in ${listed(order.cells)}`);
  if (order.about?.length) found.push(`about ${listed(order.about)}`);
  if (order.turn) found.push(`in turn ${order.turn} only`);
  return found.join(", ");
}

/** Whether two orders answer the same question under the same conditions. @param {StandingOrder} a @param {StandingOrder} b */
function sameCase(a, b) {
  const conditions = (/** @type {StandingOrder} */ o) => JSON.stringify([o.question, o.role ?? "", o.cells ?? [], o.about ?? [], o.least ?? 0, o.most ?? 0, o.turn ?? 0]);
  return conditions(a) === conditions(b);
}

/** How narrowly an order holds: narrower ones are asked first. @param {StandingOrder} order */
function narrowness(order) {
  return [order.cells?.length, order.about?.length, order.least, order.most, order.turn, order.role].filter(Boolean).length;
}

/** The orders with one more, which takes the place of another for the same case; narrower ones stand before wider ones. @param {StandingOrder[]} orders @param {StandingOrder} order */
export function withOrder(orders, order) {
  const others = orders.filter((other) => !sameCase(other, order));
  const before = others.findIndex((other) => other.question === order.question && narrowness(other) <= narrowness(order));
  return before < 0 ? [...others, order] : [...others.slice(0, before), order, ...others.slice(before)];
}

/** The orders with the set of a careful player: what was ordered before stands first. @param {StandingOrder[]} orders @param {StandingOrder[]} careful */
export function withCareful(orders, careful) {
  return [...orders, ...careful.filter((order) => !orders.some((other) => sameCase(other, order)))];
}

/** How many are switched on. @param {StandingOrder[]} orders */
export function switchedOn(orders) {
  return orders.filter((order) => order.on !== false).length;
}
