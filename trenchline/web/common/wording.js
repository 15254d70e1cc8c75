/** Words: sentences with links to counters and cells, names of actions, dates. */

import { deedWords, orderWords } from "./deeds.js";
import { h } from "./dom.js";
import { termed } from "./terms.js";

/** @import { Action, MatchEvent } from "../types.js" */

/** @param {string} text */
export function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}

/** A sentence without the braces that mark counters and cells. @param {string} text */
export function withoutBraces(text) {
  return text.replace(/[{}]/g, "");
}

/** The things marked in a sentence, in order. @param {string} text @returns {string[]} */
export function namesInBraces(text) {
  return [...text.matchAll(/\{([^}]+)\}/g)].map((found) => found[1]);
}

/** A sentence in which every word that names a counter or a cell is marked as such. @param {string} text @param {(word: string) => boolean} known */
export function markNames(text, known) {
  if (text.includes("{")) return text;
  return text.replace(/[\w/]+(?:\.\w+)*/g, (word) => (word.length > 2 && known(word) ? `{${word}}` : word));
}

/** A reason as sentences: each with a capital, the last with its full stop. @param {string} why */
export function asSentences(why) {
  const text = why.trim();
  return text ? text.split(/(?<=\.) /).map(capital).join(" ").replace(/[^.!?]$/, "$&.") : "";
}

/** @param {number} count @param {string} one @param {string} [many] */
export function counted(count, one, many) {
  return `${count} ${count === 1 ? one : many ?? `${one}s`}`;
}

/**
 * The name of a kind of action: `let_go` is "Let go".
 * @param {string} kind
 */
export function kindWords(kind) {
  return capital(kind.replaceAll("_", " "));
}

/** @type {Record<string, string>} */
const POINTS = { N: "north", NE: "north-east", E: "east", SE: "south-east", S: "south", SW: "south-west", W: "west", NW: "north-west" };

/** A direction in words: "north-east". @param {string} direction */
export function pointWords(direction) {
  return POINTS[direction.toUpperCase()] ?? direction;
}

/**
 * What an action is called on a button.
 * @param {Action} action @param {{unit?: boolean, cell?: boolean}} [leave] parts that go without saying
 */
export function actionWords(action, leave = {}) {
  if (action.label) return action.label;
  const order = leave.unit && !action.cell && !action.mode && !action.facing && !action.value ? orderWords(action.kind) : "";
  if (order) return order;
  const facing = action.facing ? `facing ${pointWords(action.facing)}` : "";
  const sentence = leave.unit || leave.cell || action.mode || action.value ? "" : deedWords(action.kind, action.unit ?? "", action.cell ?? "");
  if (sentence) return [sentence, facing].filter(Boolean).join(", ");
  const parts = [kindWords(action.kind)];
  if (action.unit && !leave.unit) parts.push(action.unit);
  if (action.cell && !leave.cell) parts.push(action.unit && !leave.unit ? `to ${action.cell}` : action.cell);
  if (action.mode) parts.push(action.mode);
  if (facing) parts.push(facing);
  if (action.dice?.length) parts.push(action.dice.join(", "));
  if (action.value) parts.push(String(action.value));
  return parts.join(" ");
}

/** What was done, in words, from the notation of the log: "add:IR116" is "Add IR116", "IR50-2602" is "IR50 to 2602". @param {string} text */
export function entryWords(text) {
  const said = text.replace(/@[\w-]+$/, "").replace(/~[\w+-]+/, ""); // whose it is stands beside it
  const [, kind = "", unit = "", cell = "", value = ""] = /^(?:([a-z_]+)(?=[:=]|$):?)?([^-=\s]*)(?:-([^=\s]+))?(?:=(\d+))?/.exec(said) ?? [];
  if (!kind) return cell ? `${unit} to ${cell}.` : `${unit} was named.`;
  const sentence = deedWords(kind, unit, cell) || [kindWords(kind), unit, cell && `to ${cell}`, value].filter(Boolean).join(" ");
  return `${sentence}.`;
}

const NAMED_CASE = /^([\d.]+(?:\([\w-]+\))?)[-/]([A-Za-z][a-z]{2}.*)$/;

/** The number of a case beside its title: "3.5" for "3.5/command-mode". @param {string} id */
export function caseNumber(id) {
  return id.replace(NAMED_CASE, "$1");
}

/** A case as it is read: "3.5/command-mode" is "3.5 Command mode", "3.0-GoodOrder" is "3.0 Good Order". @param {string} id */
export function caseName(id) {
  return id.replace(NAMED_CASE, (_, number, words) => `${number} ${capital(words.replace(/([a-z])([A-Z\d])/g, "$1 $2").replaceAll("-", " "))}`);
}

/** The list of cases in brackets. @param {string[] | undefined} cases */
export function casesInBrackets(cases) {
  return cases?.length ? ` (${cases.map(caseName).join(", ")})` : "";
}

/**
 * A sentence whose counters and cells are links.
 * @param {string} text
 * @param {(token: string) => void} [follow] what a click on a link does
 * @param {(token: string) => string} [title] what hovering tells
 * @returns {Node[]}
 */
export function withLinks(text, follow, title) {
  const link = (/** @type {string} */ token) =>
    follow ? h("button.token", { type: "button", "data-token": token, title: title?.(token), onclick: () => follow(token) }, token) : h("b", null, token);
  return text.split(/(\{[^}]+\}[,.;:)]*)/).filter(Boolean).flatMap((part) => {
    const [, token, mark] = /^\{([^}]+)\}(.*)$/s.exec(part) ?? [];
    if (!token) return termed(part);
    return mark ? h("span.together", null, link(token), mark) : link(token); // a comma stays on the line of its name
  });
}

/** Cases as links that open the rule. @param {string[] | undefined} cases @param {(c: string) => void} open @returns {Node[]} */
export function caseLinks(cases, open) {
  if (!cases?.length) return [];
  // A bracket or a comma stays on the line of its case.
  const links = cases.map((one, i) => [" ", h("span.together", null, i ? "" : "(",
    h("button.case", { type: "button", "data-case": one, "aria-label": `Rule ${caseName(one)}`, onclick: () => open(one) }, caseName(one)), i < cases.length - 1 ? "," : ")")]);
  return [h("span.cases", null, links)];
}

/** Where a number of the arithmetic comes from: its cases as links, or the word that says so. @param {string | undefined} source @param {(c: string) => void} open @returns {(Node | string)[]} */
export function sourceLinks(source, open) {
  if (!source) return [];
  return /\d/.test(source) ? caseLinks(source.split(" "), open) : [` (${source})`];
}

/** How long ago, in a word or two. @param {string | number | undefined} when */
export function ago(when) {
  if (!when) return "";
  const then = typeof when === "number" ? when * (when < 1e12 ? 1000 : 1) : Date.parse(when);
  const minutes = Math.round((Date.now() - then) / 60000);
  if (!Number.isFinite(minutes)) return "";
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${counted(minutes, "minute")} ago`;
  if (minutes < 60 * 36) return `${counted(Math.round(minutes / 60), "hour")} ago`;
  return `${counted(Math.round(minutes / 1440), "day")} ago`;
}

/** @param {number} share */
export function percent(share) {
  const value = share * 100;
  return value > 0 && value < 1 ? "<1 %" : `${Math.round(value)} %`;
}

/** Events in order; a step in which nothing happened is passed over. @param {MatchEvent[]} events */
export function worthTelling(events) {
  return events.filter((event, i) => {
    const after = events[i + 1];
    return !(event.kind === "step" && after && (after.kind === "step" || after.kind === "turn"));
  });
}
