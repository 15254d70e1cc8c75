/** The arithmetic of a fight in numbers and words. Pure logic, no page. */

import { capital } from "../common/wording.js";

/** @import { MatchEvent, Odds, Swing, Term } from "../types.js" */

/** The last roll that was about something, and what followed it in the same step. A rally after an assault is no fight of its own. @param {MatchEvent[]} events @returns {MatchEvent[]} */
export function lastFight(events) {
  const fought = events.findLastIndex((e) => e.dice?.length && e.odds?.outcomes.length && (e.odds.column || e.lines?.some((line) => line.kind === "attack")));
  const at = fought >= 0 ? fought : events.findLastIndex((e) => e.dice?.length && (e.odds || e.lines?.length));
  if (at < 0) return [];
  const rest = events.slice(at + 1);
  const end = rest.findIndex((e) => e.kind === "step" || e.kind === "turn" || (e.kind === "mines" && events[at].kind !== "mines")); // a mine has nothing to do with the shells before it
  return [events[at], ...(end < 0 ? rest : rest.slice(0, end))];
}

/** Whether a result says something beside its meaning: a dash does not, nor does a number that the meaning begins with. @param {MatchEvent} event */
export function isCode({ result = "", meaning = "" }) {
  return /\w/.test(result) && !meaning.startsWith(result);
}

/** What the dice show, with their modifiers: "3 + 4 + 1 = 8". @param {MatchEvent} event */
export function rolledWords(event) {
  const [faces, lines] = [event.dice ?? [], event.lines ?? []];
  const modifier = (/** @type {string} */ kind) => sumOf(lines.filter((line) => line.kind === kind));
  if (lines.some((line) => line.kind?.startsWith("defence ")) && faces.length === 2) { // each side has a die of its own
    return `attacker ${added([faces[0]], modifier("die"))}, defender ${added([faces[1]], modifier("defence die"))}`;
  }
  return faces.length > 1 || modifier("die") ? added(faces, modifier("die")) : "";
}

/** @param {number[]} faces @param {number} modifier */
function added(faces, modifier) {
  const sum = faces.reduce((a, b) => a + b, 0) + modifier;
  return faces.length < 2 && !modifier ? String(sum) : `${faces.join(" + ")}${modifier ? ` ${modifier < 0 ? "\u2212" : "+"} ${Math.abs(modifier)}` : ""} = ${sum}`;
}

/** The swing whose outcomes are those of the same table, the worst first. @param {Odds} odds @returns {Swing | undefined} */
export function likeIt(odds) {
  if (!odds.outcomes.length) return undefined;
  return odds.swings.find((swing) => swing.column);
}

/** "3:1, down to 1:3 if all 5 guns in range answer". @param {Odds} odds @param {Swing} swing */
export function swingWords(odds, swing) {
  if (!swing.column) return `${capital(swing.text)}.`;
  if (swing.column === odds.column) return `${capital(swing.text)}: the column stays, see the lighter bars.`;
  const way = odds.outcomes.length ? `${odds.column}, ${swing.worse === false ? "up" : "down"} to ${swing.column}` : swing.column;
  return `${way} ${swing.text}.`;
}

/** @param {number} number */
export function withSign(number) {
  return `${number < 0 ? "\u2212" : "+"}${Math.abs(number)}`;
}

/** @param {Term} line @param {string} kind */
export function signed(line, kind) {
  return kind === "defence" && line.value < 0 ? -line.value : line.value;
}

/** @param {Term[]} lines */
export function sumOf(lines) {
  return lines.reduce((sum, line) => sum + line.value, 0);
}

/** The sum of one side. @param {Odds} odds @param {string} kind */
export function strength(odds, kind) {
  return odds.lines.filter((line) => line.kind === kind).reduce((sum, line) => sum + signed(line, kind), 0);
}

/** What one more would change: "With IR81: 8 against 5 becomes 12 against 5; 1:1 becomes 2:1." @param {string} who @param {Odds | undefined} before @param {Odds} odds */
export function changeWords(who, before, odds) {
  if (!before) return `With ${who}:`;
  const sums = (/** @type {Odds} */ of) => `${strength(of, "attack")} against ${strength(of, "defence")}`;
  const [die, then] = [before, odds].map((of) => withSign(sumOf(of.lines.filter((line) => line.kind === "die"))));
  const parts = [
    sums(before) === sums(odds) ? "" : `${sums(before)} becomes ${sums(odds)}`,
    before.column === odds.column ? "" : before.column ? `${before.column} becomes ${odds.column}` : odds.column,
    die === then ? "" : `die ${die} becomes ${then}`,
  ];
  return `With ${who}: ${parts.filter(Boolean).join("; ") || "no other column"}.`;
}
