/** What is said at a table, by day and time; what of it has not been read. Pure logic, no page. */

import { counted } from "../common/wording.js";

/** @import { ChatLine } from "../types.js" */
/** @typedef {{day: string, lines: {line: ChatLine, time: string}[]}} Day */

const PREVIEW = 90; // letters

/** @param {string} at @returns {Date | null} */
function dateOf(at) {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** @param {Date} date @param {Date} now */
function dayWords(date, now) {
  const ago = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86_400_000);
  if (ago === 0) return "Today";
  if (ago === 1) return "Yesterday";
  return date.toLocaleDateString("en-US", { month: "long", day: "numeric", year: date.getFullYear() === now.getFullYear() ? undefined : "numeric" });
}

/** "14:05". @param {string} at */
export function timeWords(at) {
  return dateOf(at)?.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" }) ?? "";
}

/** Lines by the day on which they were said, here. @param {ChatLine[]} lines @param {Date} now @returns {Day[]} */
export function byDay(lines, now) {
  /** @type {Day[]} */ const days = [];
  for (const line of lines) {
    const date = dateOf(line.at);
    const day = date ? dayWords(date, now) : "";
    if (days.at(-1)?.day !== day) days.push({ day, lines: [] });
    days[days.length - 1].lines.push({ line, time: timeWords(line.at) });
  }
  return days;
}

/** What has not been read. @param {ChatLine[]} lines @param {number} read the number of the last line that was */
export function unread(lines, read) {
  return lines.filter((line) => line.n > read);
}

/** The last of what has not been read, in a line; how many more there are. @param {ChatLine[]} fresh */
export function previewOf(fresh) {
  const line = fresh[fresh.length - 1];
  const text = line.text.length > PREVIEW ? `${line.text.slice(0, PREVIEW - 1).trimEnd()}\u2026` : line.text;
  return { name: line.name || "Somebody", time: timeWords(line.at), text, more: fresh.length > 1 ? `and ${counted(fresh.length - 1, "more message")}` : "" };
}
