/** The clocks of a table in words: what was agreed, how much time is left, how it stands with each player. Pure logic, no page. */

import { listed } from "./seating.js";
import { capital, counted } from "./wording.js";

/** @import { ClockDocument, ClockTerms } from "../types.js" */
/** A seat's clock: out of time, on vacation, about to go on after a pause, running, stopped by a pause, or waiting for its turn. @typedef {"out" | "away" | "resuming" | "runs" | "paused" | "waits"} Stand */

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The paces of a match by correspondence. @type {Record<string, string>} */
export const PACES = { blitz: "Blitz", fast: "Fast", slow: "Slow" };

const LOW = 0.1; // of the first time: from then on the clock warns

/** What a seat has left, in ms. @param {ClockDocument} clock @param {string} seat @param {number} now */
export function leftOf(clock, seat, now) {
  const { left, since, away_until } = clock.seats[seat];
  return since === null ? left : Math.max(0, left - Math.max(0, now - Math.max(since, away_until, clock.resumes)));
}

/** @param {ClockDocument} clock @param {string} seat @param {number} now @returns {Stand} */
export function standOf(clock, seat, now) {
  const { since, away_until } = clock.seats[seat];
  if (since !== null && !leftOf(clock, seat, now)) return "out";
  if (away_until > now) return "away";
  if (clock.paused) return "paused";
  if (since === null) return "waits";
  return clock.resumes > now ? "resuming" : "runs";
}

/** The share of a full clock that is left, from 0 to 1. @param {ClockDocument} clock @param {string} seat @param {number} now */
export function shareLeft(clock, seat, now) {
  return Math.min(1, leftOf(clock, seat, now) / (clock.terms.most || clock.terms.start));
}

/** Whether a seat has little time left. @param {ClockDocument} clock @param {string} seat @param {number} now */
export function isLow(clock, seat, now) {
  return leftOf(clock, seat, now) < LOW * clock.terms.start;
}

/** Some of the seats are out of time. @param {ClockDocument | null} clock @param {string[]} seats @param {number} now */
export function outOfTime(clock, seats, now) {
  return clock ? seats.filter((seat) => seat in clock.seats && standOf(clock, seat, now) === "out") : [];
}

/** How long: "3 days 4 h", "23 h 59 min"; the last hour, and all of a live match, as on a clock: "59:59". @param {number} ms @param {boolean} [live] */
export function lengthWords(ms, live = false) {
  const seconds = Math.ceil(ms / SECOND);
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  const two = (/** @type {number} */ n) => String(n % 60).padStart(2, "0");
  if (live || hours < 1) return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  if (hours < 48) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  return hours % 24 ? `${Math.floor(hours / 24)} days ${hours % 24} h` : `${hours / 24} days`;
}

/** What was agreed, in a line. @param {ClockTerms | null | undefined} terms */
export function termsWords(terms) {
  if (!terms) return "";
  const { kind, start, increment, most, pace } = terms;
  if (kind === "live") return `${counted(start / MINUTE, "minute")} each${increment ? `, ${increment / MINUTE} more every turn` : ""}`;
  return `${PACES[pace] ?? "Correspondence"}: ${start / HOUR} hours each, ${increment / HOUR} more a move, ${most / HOUR} at most`;
}

/** What becomes of who runs out of time. @param {ClockTerms} terms */
export function whenOutWords({ computer }) {
  return `When time runs out nothing happens by itself: the other side may claim the win${computer ? "," : " or"} give more time${computer ? `, or let the computer (${capital(computer)}) play on` : ""}.`;
}

/** How it stands with a seat, beside its time. @param {ClockDocument} clock @param {string} seat @param {number} now */
export function standWords(clock, seat, now) {
  switch (standOf(clock, seat, now)) {
    case "out": return "out of time";
    case "away": return `on vacation for ${lengthWords(clock.seats[seat].away_until - now)}`;
    case "resuming": return `goes on in ${lengthWords(clock.resumes - now)}`;
    case "paused": return "stopped";
    case "runs": return "running";
    default: return "";
  }
}

/** A seat's time in a line: "Red 23 h 59 min, running". @param {ClockDocument} clock @param {string} seat @param {number} now */
export function seatTimeWords(clock, seat, now) {
  const stand = standWords(clock, seat, now);
  return `${capital(seat)} ${lengthWords(leftOf(clock, seat, now), clock.terms.kind === "live")}${stand ? `, ${stand}` : ""}`;
}

/** What the card of a table says of its clocks: mine first where I play. @param {{clock: ClockDocument | null, now: number}} table @param {readonly string[]} mine */
export function cardWords({ clock, now }, mine) {
  if (!clock) return "";
  const seats = Object.keys(clock.seats);
  const away = seats.filter((seat) => standOf(clock, seat, now) === "away");
  const out = outOfTime(clock, seats, now);
  const running = seats.filter((seat) => clock.seats[seat].since !== null);
  const told = running.find((seat) => mine.includes(seat)) ?? running[0];
  if (out.length) return `${out.some((seat) => mine.includes(seat)) ? "You are" : `${listed(out, "and")} ${out.length > 1 ? "are" : "is"}`} out of time`;
  if (clock.paused) return "Clocks stopped";
  if (away.length) return away.map((seat) => `${mine.includes(seat) ? "You are" : `${capital(seat)} is`} ${standWords(clock, seat, now)}`).join(" \u00b7 ");
  if (!told) return "";
  const left = lengthWords(leftOf(clock, told, now), clock.terms.kind === "live");
  return mine.includes(told) ? `You have ${left} left` : `${capital(told)} has ${left} left`;
}
