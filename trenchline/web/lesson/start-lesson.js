/** Beginning a lesson, or going on with one that was left: its table is kept like any other, and its address is that of the lesson. */

import { goQuietly } from "../common/address.js";
import { call, callOnce } from "../connection/api.js";
import { keepNewTable, keptTables, noteAboutTable } from "../connection/keyring.js";

/** @import { TableKeys } from "../types.js" */
/** @import { Kept } from "../connection/keyring.js" */

/** The page of a lesson. @param {string} slug @param {number} number */
export function lessonPage(slug, number) {
  return number > 1 ? `learn/${slug}/${number}` : `learn/${slug}`;
}

/**
 * The table of a lesson: the one that was used last on this device, else a new one.
 * @param {string} slug @param {number} number
 */
export async function lessonTable(slug, number) {
  const name = number > 1 ? `${slug}/${number}` : slug;
  const used = (/** @type {Kept} */ kept) => Math.max(kept.opened ?? 0, kept.added);
  const begun = Object.entries(keptTables()).filter(([, kept]) => kept.lesson === name).sort(([, a], [, b]) => used(b) - used(a))[0];
  if (begun && (await call("GET", `api/tables/${begun[0]}`, { key: begun[1].keys[begun[1].current]?.key }).catch(() => null))) return begun[0];
  return newLesson(slug, number);
}

/** @param {string} slug @param {number} number @param {number} [page] the page to begin with */
async function newLesson(slug, number, page = 0) {
  /** @type {TableKeys} */ const made = await callOnce("POST", `api/games/${slug}/lessons/${number}`, { body: { name: "", page } });
  keepNewTable(made);
  noteAboutTable(made.table, { lesson: number > 1 ? `${slug}/${number}` : slug, read: page });
  return made.table;
}

/** The lesson anew, from its beginning or that of a page. @param {string} slug @param {number} number @param {number} page */
export async function beginAnew(slug, number, page) {
  await newLesson(slug, number, page);
  goQuietly(lessonPage(slug, number));
}

/** How many pages of a lesson have been turned. @param {string} table */
export function readSteps(table) {
  return keptTables()[table]?.read ?? 0;
}

/** @param {string} table @param {number} steps */
export function markRead(table, steps) {
  noteAboutTable(table, { read: Math.max(steps, readSteps(table)) });
}

/** Whether a table is that of a lesson. @param {import("../connection/session.js").Session} session */
export function isLesson(session) {
  return session.state.lesson !== undefined;
}
