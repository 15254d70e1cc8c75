/** Orders to several counters: which is the same again, where it leads, and who goes and who stays, in words. Pure logic, no page. */

import { casesInBrackets, withoutBraces } from "../common/wording.js";

/** @import { Action, GroupMarch, Stays } from "../types.js" */
/** @typedef {{unit: string, from: string, action: Action, begins: string}} Order what a counter was told, where it stood, and the kind of decision it began with */

/** What a click would do with those who go together: how many go, who stays and why. @param {GroupMarch} march */
export function marchWords({ cell, goes, stays, crowded }) {
  const warned = crowded ? `. Then: ${withoutBraces(crowded.reason)}${casesInBrackets(crowded.cases)}` : "";
  return `Click: ${goes.length > 1 ? `${goes.length} go` : `${goes[0]} goes`} to ${cell}${stays.map((s) => `. ${staysWords(s)}`).join("")}${warned}`;
}

/**
 * Where the same order leads a counter that stands elsewhere: to the same place from the same place or if it can go there, else as far in the same direction.
 * @param {Order} last @param {string} place where the counter stands @param {Action[]} orders what it could be told @param {Map<string, {label: string, x: number, y: number}>} cells
 */
export function sameGoal(last, place, orders, cells) {
  const { cell } = last.action;
  if (!cell || place === last.from || orders.some((a) => a.cell === cell)) return cell ?? "";
  const [from, to, mine] = [last.from, cell, place].map((label) => cells.get(label));
  if (!from || !to || !mine) return cell;
  const [x, y] = [mine.x + to.x - from.x, mine.y + to.y - from.y];
  return [...cells.values()].find((c) => Math.hypot(c.x - x, c.y - y) < 0.2)?.label ?? cell;
}

/** @param {Stays} stays */
export function staysWords({ unit, reason, cases = [] }) {
  const why = withoutBraces(reason) + casesInBrackets(cases);
  return why.includes(unit) ? why : `${unit} stays: ${why}`;
}

/** Whether an answer is one of several of its kind, and gives nothing away. @param {Action | null} action */
export function goesOn(action) {
  return Boolean(action && (action.unit || action.cell) && !action.stake?.grave);
}

/** An action by which a counter joins what is put together. @param {Action} action */
export function joins(action) {
  return action.kind === "add" && !action.cell;
}

/** An action that only names the counter which is to be told something. @param {Action} action */
export function isNaming(action) {
  return action.kind === "select" && Boolean(action.unit) && !action.cell;
}

/** Whether two orders say the same to two counters. @param {Action} a @param {Action} b */
export function alike(a, b) {
  return a.kind === b.kind && (a.cell ?? "") === (b.cell ?? "") && (a.facing ?? "") === (b.facing ?? "") && (a.mode ?? "") === (b.mode ?? "");
}
