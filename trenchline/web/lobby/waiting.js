/** My tables in the order in which they wait for me, and what is said of each. Pure logic, no page. */

import { leftOf } from "../common/clock-words.js";
import { listed } from "../common/seating.js";
import { capital } from "../common/wording.js";

/** @import { GameInfo, MyTable } from "../types.js" */
/** @typedef {{id: "turn" | "running" | "invited" | "watched" | "lessons" | "over", title: string, tables: MyTable[]}} Group */

/** @type {[Group["id"], string][]} */
const GROUPS = [["turn", "Your turn"], ["running", "Under way"], ["invited", "Waiting for somebody to join"], ["lessons", "Lessons"], ["watched", "You watch"], ["over", "Finished"]];

/** Whether somebody else than I plays there who is no computer. @param {MyTable} table */
function withPeople(table) {
  return table.seats.some((seat) => seat.kind === "human" && !table.sides.includes(seat.side));
}

/** How much time is left for the decision that waits, in ms; for ever, where there is no clock. @param {MyTable} table */
function timeLeft({ clock, now }) {
  return clock ? Math.min(Infinity, ...Object.keys(clock.seats).filter((seat) => clock.seats[seat].since !== null).map((seat) => leftOf(clock, seat, now))) : Infinity;
}

/** People before computers, then who is short of time; the latest first, as they come. @param {MyTable} a @param {MyTable} b */
function urgency(a, b) {
  return Number(withPeople(b)) - Number(withPeople(a)) || Math.sign(timeLeft(a) - timeLeft(b)) || 0;
}

/** @param {MyTable} table @param {ReadonlySet<string>} lessons @returns {Group["id"]} */
function groupOf(table, lessons) {
  if (table.over) return "over";
  if (!table.sides.length) return "watched";
  if (lessons.has(table.table)) return "lessons";
  if (table.your_turn) return "turn";
  return table.seats.some((seat) => seat.kind === "open") ? "invited" : "running";
}

/**
 * What waits for me first: my turns, those of matches against people before the others, and of these whose clock has least left; running matches; invitations that nobody
 * has taken up; lessons; what I watch; what is finished. In each the latest first, as they come.
 * @param {MyTable[]} tables @param {ReadonlySet<string>} [lessons] the tables of lessons
 * @returns {Group[]} without those that are empty
 */
export function grouped(tables, lessons = new Set()) {
  return GROUPS.map(([id, title]) => ({ id, title, tables: tables.filter((table) => groupOf(table, lessons) === id).sort(urgency) }))
    .filter((group) => group.tables.length);
}

/** My seats, and who has the others. @param {MyTable} table */
export function whoPlays(table) {
  const mine = table.sides.length ? listed(table.sides, "and") : "";
  const others = table.seats.filter((seat) => !table.sides.includes(seat.side));
  const names = others.map((seat) => (seat.kind === "open" ? `${capital(seat.side)} still open` : seat.kind === "bot" ? `${capital(seat.side)}: ${seat.name} (computer)` : `${capital(seat.side)}: ${seat.name || "a friend"}`));
  return [mine && `You play ${mine}`, ...names].filter(Boolean).join(" \u00b7 ");
}

/** How it stands with a table, in a few words. @param {MyTable} table @param {GameInfo | undefined} info */
export function standsWords(table, info) {
  if (table.over) return resultWords(table, info);
  if (table.your_turn) return "Your turn";
  const mover = table.seats.find((seat) => seat.side === table.to_move);
  if (mover?.kind === "open") return `Nobody plays ${capital(mover.side)} yet`;
  if (mover?.kind === "bot") return "The computer plays";
  return table.to_move ? `Waiting for ${mover?.name || capital(table.to_move)}` : "Under way";
}

/** @param {MyTable} table @param {GameInfo | undefined} info */
function resultWords({ result, sides }, info) {
  if (!result) return "Over";
  const mine = new Set(sides.map((seat) => sideOf(info, seat)));
  if (!result.winner) return result.level || "A draw";
  if (!mine.size || mine.size > 1) return result.level || `${capital(result.winner)} won`;
  return `You ${mine.has(result.winner) ? "won" : "lost"}: ${result.level}`;
}

/** The side of a seat, whichever options are on. @param {GameInfo | undefined} info @param {string} name */
function sideOf(info, name) {
  const seats = info ? [info.seats, ...Object.values(info.seats_with)].flat() : [];
  return seats.find((seat) => seat.name === name)?.side ?? name;
}
