/** Beginning a lesson, or going on with one that was left: its table is kept like any other. */

import { fill, h } from "../common/dom.js";
import { call, callOnce } from "../connection/api.js";
import { keepNewTable, keptTables, noteAboutTable } from "../connection/keyring.js";

/** @import { TableKeys } from "../types.js" */

/**
 * Open a lesson of a game: the one that was begun on this device, unless it is to be a new one, which may begin with a page.
 * @param {string} slug @param {number} [number] @param {{anew?: boolean, page?: number}} [how]
 */
export async function startLesson(slug, number = 1, { anew = false, page = 0 } = {}) {
  const name = number > 1 ? `${slug}/${number}` : slug;
  const begun = Object.entries(keptTables()).filter(([, kept]) => kept.lesson === name).sort(([, a], [, b]) => b.added - a.added)[0];
  if (begun && !anew && (await call("GET", `api/tables/${begun[0]}`, { key: begun[1].keys[begun[1].current]?.key }).catch(() => null))) {
    location.replace(`#/t/${begun[0]}`);
    return;
  }
  /** @type {TableKeys} */ const made = await callOnce("POST", `api/games/${slug}/lessons/${number}`, { body: { name: "", page } });
  keepNewTable(made);
  noteAboutTable(made.table, { lesson: name, read: page });
  location.replace(`#/t/${made.table}`);
}

/** The page that an address like #/learn/some-game or #/learn/some-game/2 means. @param {HTMLElement} root @param {string} slug @param {string} [number] */
export async function openLearn(root, slug, number) {
  fill(root, h("p.loading", { role: "status" }, "Setting up the lesson"));
  await startLesson(slug, Number(number ?? 1));
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
