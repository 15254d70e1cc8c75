/** Which pictures a stretch of a match is shown in. Pure logic, no page. */

import { worthTelling } from "../common/wording.js";

/** @import { Entry, MatchEvent } from "../types.js" */
/** @typedef {{at: number, seat: string, events: MatchEvent[]}} Picture the match after so many actions, who acted last, and what has happened since the picture before */

export const MOST_PICTURES = 150;

/**
 * The pictures from one moment to another, bounded: actions of which nothing is told go with the next one, and of a long stretch several go together.
 * @param {Entry[]} entries the log @param {number} from actions after which it begins @param {number} to @param {number} [most]
 * @returns {Picture[]} the first shows how it stands at the beginning
 */
export function picturesOf(entries, from, to, most = MOST_PICTURES) {
  /** @type {Picture[]} */ const told = [];
  let open = false; // whether the last picture waits for something to tell
  for (const entry of entries.filter((e) => e.n >= from && e.n < to).sort((a, b) => a.n - b.n)) {
    const events = worthTelling(entry.events);
    const last = told.at(-1);
    if (open && last) Object.assign(last, { at: entry.n + 1, seat: seatOf(entry, last.seat), events: [...last.events, ...events] });
    else told.push({ at: entry.n + 1, seat: seatOf(entry, ""), events });
    open = !events.length;
  }
  return [{ at: from, seat: "", events: [] }, ...thinned(told, Math.max(1, most - 1))];
}

/** The dice have no colours of their own. @param {Entry} entry @param {string} before */
function seatOf(entry, before) {
  return entry.player === "dice" ? before : entry.player;
}

/** @param {Picture[]} told @param {number} most @returns {Picture[]} */
function thinned(told, most) {
  if (told.length <= most) return told;
  return Array.from({ length: most }, (_, i) => {
    const some = told.slice(Math.round((i * told.length) / most), Math.round(((i + 1) * told.length) / most));
    return { at: some[some.length - 1].at, seat: some.findLast((one) => one.seat)?.seat ?? "", events: some.flatMap((one) => one.events) };
  });
}

/** A stretch that can be shown: in order, within the match, of one action at least. @param {number} from @param {number} to @param {number} length of the match @returns {[number, number]} */
export function inBounds(from, to, length) {
  const whole = (/** @type {number} */ n) => (Number.isFinite(n) ? Math.max(0, Math.min(length, Math.round(n))) : 0);
  const [a, b] = [whole(from), whole(to)].sort((x, y) => x - y);
  return a === b ? [Math.max(0, a - 1), Math.min(length, Math.max(b, 1))] : [a, b];
}

/** What the last thing that happened was, without the braces, cut to so many letters. @param {MatchEvent[]} events @param {number} most */
export function captionOf(events, most) {
  const text = (events.findLast((event) => event.kind !== "step" && event.text) ?? events.at(-1))?.text.replace(/[{}]/g, "") ?? "";
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), most / 2)).trimEnd()}\u2026`;
}
