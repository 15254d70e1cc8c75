/** How a player is told, in words and in the fields of the form. Pure logic, no page. */

import { counted } from "../common/wording.js";

/** @import { HowTold, WayTried } from "../types.js" */
/** @import { PushState } from "./told-here.js" */

/** Why this browser is not told, or that it is. @type {Record<PushState, string>} */
export const PUSH_WORDS = {
  on: "This browser notifies you, also when Trenchline is closed.",
  off: "This browser can notify you, also when Trenchline is closed. It asks for permission first.",
  denied: "Notifications are blocked for this page. Allow them in the browser\u2019s settings for this site, then come back.",
  insecure: "Push notifications need https, or a page on this machine itself.",
  none: "Push notifications are not available in this browser. On an iPhone or iPad add Trenchline to the home screen first.",
};

/** Minutes away before one is told. @type {[string, string][]} */
const DELAYS = [["0", "at once"], ["5", "after 5 minutes away"], ["15", "after 15 minutes away"], ["60", "after an hour away"], ["240", "after 4 hours away"], ["720", "after 12 hours away"]];

/** The choices of a delay: as the host has it first, and whatever was chosen otherwise. @param {number} patience seconds @param {number | null} chosen @returns {[string, string][]} */
export function delays(patience, chosen) {
  const usual = patience < 90 ? counted(Math.round(patience), "second") : counted(Math.round(patience / 60), "minute");
  const known = chosen === null || DELAYS.some(([value]) => value === String(chosen));
  return [["", `as usual here, after ${usual} away`], ...DELAYS, ...(known ? [] : [/** @type {[string, string]} */ ([String(chosen), `after ${counted(chosen ?? 0, "minute")} away`])])];
}

/** What a form says. @param {FormData} data @param {string} zone @returns {HowTold} */
export function howOf(data, zone) {
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
  const quiet = data.get("quiet") === "on" && text("quiet_from") && text("quiet_until");
  return {
    minutes: text("minutes") === "" ? null : Number(text("minutes")),
    quiet_from: quiet ? text("quiet_from") : "",
    quiet_until: quiet ? text("quiet_until") : "",
    zone,
    daily: data.get("digest") === "on" ? text("daily") : "",
    mail: data.get("mail") === "on",
    webhook: text("webhook"),
  };
}

const WAYS = { push: "this or another browser", mail: "mail", hook: "the webhook" };

/** What came of a test. @param {WayTried[]} ways */
export function testWords(ways) {
  if (!ways.length) return "Nothing was sent: no way is chosen yet, or you have no seat to be told of.";
  const named = (/** @type {boolean} */ sent) => [...new Set(ways.filter((w) => w.sent === sent).map((w) => WAYS[w.way]))].join(", ");
  return [named(true) && `Sent by ${named(true)}.`, named(false) && `Not taken by ${named(false)}.`].filter(Boolean).join(" ");
}
