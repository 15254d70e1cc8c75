/** Telling a player who looks elsewhere that it is his turn. Once for each turn, and only if asked to. */

import { pushIsOn } from "../account/told-kept.js";
import { currentPage, go } from "../common/address.js";
import { setting } from "../common/settings.js";
import { play } from "../common/sounds.js";

const TITLE = "Trenchline";
let told = "";

/** The browser's leave to notify. @returns {Promise<boolean>} */
export async function askToNotify() {
  if (!("Notification" in window)) return false;
  if (Notification.permission === "granted") return true;
  return (await Notification.requestPermission()) === "granted";
}

/**
 * The table has moved on.
 * @param {import("../connection/session.js").Session} session @param {boolean} wasMine whether it was this player's decision before
 */
export function announceTurn(session, wasMine) {
  const mine = session.mine;
  document.title = mine ? `\u25cf ${session.title}` : session.title;
  const others = session.table.seats.some((s) => !session.table.you.includes(s.side));
  if (!mine || wasMine || !others) return;
  play("turn");
  const name = `${session.id} ${session.state.seq}`;
  if (told === name) return;
  told = name;
  notify(session, "your decision", session.state.decision?.prompt.replace(/[{}]/g, "") ?? "");
}

/** Somebody has sat down at the table. @param {import("../connection/session.js").Session} session @param {string} words */
export function announceArrival(session, words) {
  play("turn");
  notify(session, "somebody has joined", words);
}

/** @param {import("../connection/session.js").Session} session @param {string} what @param {string} body */
function notify(session, what, body) {
  if (pushIsOn()) return; // the server tells this browser
  if (!document.hidden || !setting("notify") || !("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification(`${session.game.info.title}: ${what}`, { body, tag: session.id });
  note.onclick = () => {
    window.focus();
    if (!currentPage().startsWith(`t/${session.id}`)) go(`t/${session.id}`);
    note.close();
  };
}

export function resetTitle() {
  document.title = TITLE;
}
