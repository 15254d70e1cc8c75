/** Telling a player who looks elsewhere that it is his turn. Once for each turn, and only if asked to. */

import { setting } from "../common/settings.js";

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
  if (setting("sounds")) knock();
  const name = `${session.id} ${session.state.seq}`;
  if (told === name) return;
  told = name;
  notify(session, "your decision", session.state.decision?.prompt.replace(/[{}]/g, "") ?? "");
}

/** Somebody has sat down at the table. @param {import("../connection/session.js").Session} session @param {string} words */
export function announceArrival(session, words) {
  if (setting("sounds")) knock();
  notify(session, "somebody has joined", words);
}

/** @param {import("../connection/session.js").Session} session @param {string} what @param {string} body */
function notify(session, what, body) {
  if (!document.hidden || !setting("notify") || !("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification(`${session.game.info.title}: ${what}`, { body, tag: session.id });
  note.onclick = () => {
    window.focus();
    location.hash = `#/t/${session.id}`;
    note.close();
  };
}

export function resetTitle() {
  document.title = TITLE;
}

/** @type {AudioContext | null} */
let audio = null;

/** A soft knock on wood. */
function knock() {
  try {
    audio ??= new AudioContext();
    const at = audio.currentTime;
    for (const offset of [0, 0.13]) {
      const tone = audio.createOscillator();
      const level = audio.createGain();
      tone.frequency.setValueAtTime(190, at + offset);
      tone.frequency.exponentialRampToValueAtTime(70, at + offset + 0.08);
      level.gain.setValueAtTime(0.16, at + offset);
      level.gain.exponentialRampToValueAtTime(0.001, at + offset + 0.1);
      tone.connect(level).connect(audio.destination);
      tone.start(at + offset);
      tone.stop(at + offset + 0.11);
    }
  } catch { /* no sound here */ }
}
