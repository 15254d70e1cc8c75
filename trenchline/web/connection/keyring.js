/** The ring of keys that open my tables, kept on this device. */

import { ApiError } from "./api.js";

/** @import { MyTable, TableKeys } from "../types.js" */

const RING = "trenchline.tables";
/** In place of a key: the seat of these sides, of whoever is signed in. */
export const ACCOUNT_KEY = "account:";

/** @typedef {{key: string, sides: string[], watch?: boolean}} Held */
/** @typedef {{keys: Held[], current: number, invites?: Record<string, string>, watch?: string, title?: string, scenario?: string, game?: string, lesson?: string, read?: number, said?: number, added: number, opened?: number, cardClosed?: boolean}} Kept */

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

/** The keys of seats that are in no account. */
export function guestKeys() {
  const held = Object.values(keptTables()).filter((kept) => !kept.lesson).flatMap((kept) => kept.keys);
  return held.filter(({ key, watch }) => !watch && !key.startsWith(ACCOUNT_KEY)).map(({ key }) => key).slice(-MOST);
}

const MOST = 200; // seats that the server takes in one call

/** Seats of the account that is signed in: this device keeps no key to them, so that signing out is enough to leave them. @param {MyTable[]} found */
export function keepAccountSeats(found) {
  const tables = keptTables();
  for (const { table, sides, title, game } of found) {
    const kept = (tables[table] ??= { keys: [], current: 0, title, game, added: Date.now() });
    const current = kept.keys[kept.current];
    const others = kept.keys.filter((held) => held.watch || (held.sides.length && String(held.sides) !== String(sides)));
    const seat = { key: `${ACCOUNT_KEY}${sides.join(",")}`, sides };
    kept.keys = [...others, seat];
    kept.current = Math.max(0, kept.keys.indexOf(current && others.includes(current) && !current.watch ? current : seat));
  }
  keep(tables);
}

/** Nobody is signed in any more: the account's seats are not on this device. */
export function dropAccountKeys() {
  const tables = keptTables();
  for (const [table, kept] of Object.entries(tables)) {
    kept.keys = kept.keys.filter(({ key }) => !key.startsWith(ACCOUNT_KEY));
    kept.current = Math.max(0, kept.keys.length - 1);
    if (!kept.keys.length) delete tables[table];
  }
  keep(tables);
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
