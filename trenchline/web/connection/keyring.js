/** The ring of keys that open my tables, kept on this device. */

import { ApiError } from "./api.js";

/** @import { TableKeys } from "../types.js" */

const RING = "trenchline.tables";

/** @typedef {{key: string, sides: string[], watch?: boolean}} Held */
/** @typedef {{keys: Held[], current: number, invites?: Record<string, string>, watch?: string, title?: string, game?: string, lesson?: string, read?: number, added: number, opened?: number, cardClosed?: boolean}} Kept */

/** @returns {Record<string, Kept>} */
export function keptTables() {
  try {
    return JSON.parse(localStorage.getItem(RING) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Record<string, Kept>} tables */
function keep(tables) {
  try {
    localStorage.setItem(RING, JSON.stringify(tables));
  } catch {
    throw new ApiError(400, { reason: "This browser keeps no data for the page: allow storage, or your seat is lost when it closes." });
  }
}

/**
 * Remember a key; it becomes the one in use.
 * @param {string} table @param {string} key @param {Partial<Held> & Omit<Partial<Kept>, "watch">} [more]
 */
export function keepKey(table, key, more = {}) {
  const tables = keptTables();
  const kept = tables[table] ?? { keys: [], current: 0, added: Date.now() };
  kept.keys = kept.keys.filter((held) => held.key !== key);
  kept.keys.push({ key, sides: more.sides ?? [], watch: more.watch });
  kept.current = kept.keys.length - 1;
  if (more.invites) kept.invites = more.invites;
  if (more.title) kept.title = more.title;
  tables[table] = kept;
  keep(tables);
}

/** A seat's key has changed. @param {string} table @param {string} old @param {string} key */
export function replaceKey(table, old, key) {
  const tables = keptTables();
  for (const held of tables[table]?.keys ?? []) if (held.key === old) held.key = key;
  keep(tables);
}

/** Remember something else about a table. @param {string} table @param {Partial<Kept>} more */
export function noteAboutTable(table, more) {
  const tables = keptTables();
  if (tables[table]) keep({ ...tables, [table]: { ...tables[table], ...more } });
}

/** The key in use at a table. @param {string} table @returns {string} */
export function keyOf(table) {
  const kept = keptTables()[table];
  return kept?.keys[kept.current]?.key ?? kept?.keys.at(-1)?.key ?? "";
}

/** Forget a table on this device; the table itself stays. @param {string} table */
export function forgetTable(table) {
  const tables = keptTables();
  delete tables[table];
  keep(tables);
}

/**
 * The answer to a new table, kept on the ring.
 * @param {TableKeys} made @param {string} [title]
 */
export function keepNewTable(made, title) {
  keepKey(made.table, made.key, { invites: made.invites, title });
  if (made.watch) noteAboutTable(made.table, { watch: made.watch });
  return made.table;
}
