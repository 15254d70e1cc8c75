/** Beginning a lesson, or going on with one that was left: its table is kept like any other. */

import { fill, h } from "../common/dom.js";
import { call } from "../connection/api.js";
import { keepNewTable, keptTables, noteAboutTable } from "../connection/keyring.js";

/** @import { TableKeys } from "../types.js" */

/** Open the lesson of a game: the one that was begun on this device, unless it is to be a new one. @param {string} slug @param {boolean} [anew] */
export async function startLesson(slug, anew = false) {
  const begun = Object.entries(keptTables()).filter(([, kept]) => kept.lesson === slug).sort(([, a], [, b]) => b.added - a.added)[0];
  if (begun && !anew && (await call("GET", `api/tables/${begun[0]}`, { key: begun[1].keys[begun[1].current]?.key }).catch(() => null))) {
    location.replace(`#/t/${begun[0]}`);
    return;
  }
  /** @type {TableKeys} */ const made = await call("POST", `api/games/${slug}/lesson`, { body: { name: "" } });
  keepNewTable(made);
  noteAboutTable(made.table, { lesson: slug });
  location.replace(`#/t/${made.table}`);
}

/** The page that an address like #/learn/some-game means. @param {HTMLElement} root @param {string} slug */
export async function openLearn(root, slug) {
  fill(root, h("p.loading", { role: "status" }, "Setting up your first battle"));
  await startLesson(slug);
}

/** How many steps of a lesson have been read. @param {string} table */
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
