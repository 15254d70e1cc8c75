/** What every way to a table needs: the catalogue, my name, whom hosts look for, and the call that makes the table. */

import { go } from "../common/address.js";
import { showFault } from "../common/dialogs.js";
import { call, callOnce, idempotencyKey } from "../connection/api.js";
import { keepNewTable } from "../connection/keyring.js";

/** @import { Catalogue, TableKeys } from "../types.js" */

const NAME = "trenchline.name";

/** Whom the host of an open table looks for. @type {Record<string, string>} */
export const LEVELS = { "": "Anybody", beginner: "Beginners", regular: "Those who know the rules", veteran: "Experienced players" };

/** The games and who can play against you. @returns {Promise<Catalogue>} */
export function catalogue() {
  return call("GET", "api/games");
}

export function myName() {
  return localStorage.getItem(NAME) ?? "";
}

/** @param {string} name */
export function setMyName(name) {
  localStorage.setItem(NAME, name.trim().slice(0, 40));
}

/** @param {object} ask @param {string} title */
export async function startTable(ask, title) {
  try {
    /** @type {TableKeys} */
    const made = await callOnce("POST", "api/tables", { body: { ...ask, nonce: idempotencyKey() } });
    go(`t/${keepNewTable(made, title)}`);
  } catch (fault) {
    showFault(fault);
  }
}
