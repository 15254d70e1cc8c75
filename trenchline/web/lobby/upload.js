/** A saved match, gone on with at a table of its own. */

import { go } from "../common/address.js";
import { openDialog, showFault } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { callOnce } from "../connection/api.js";
import { keepNewTable } from "../connection/keyring.js";
import { seatChoice } from "./new-table.js";
import { myName } from "./start-table.js";

/** @import { Bot, GameInfo, Saved, TableKeys } from "../types.js" */

/** @param {GameInfo[]} games @param {Bot[]} players */
export function uploadButton(games, players) {
  const file = /** @type {HTMLInputElement} */ (h("input.hidden", { type: "file", accept: ".json,application/json", "data-testid": "upload", "aria-label": "Upload a saved match" }));
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    try {
      const save = await chosen.text();
      const { slug, options } = readSave(save);
      const game = games.find((g) => g.slug === slug);
      if (!game) return showFault(new Error("This file is not a saved match of a game here."));
      const seats = seatChoice(game, players, options);
      if (!(await openDialog(`Go on with ${game.title}`, seats.element, [{ text: "Not now", value: false }, { text: "Make the table", value: true, primary: true, testid: "upload-go" }]))) return;
      /** @type {TableKeys} */
      const made = await callOnce("POST", "api/tables/upload", { body: { save, seats: seats.value(), name: myName() } });
      go(`t/${keepNewTable(made, game.title)}`);
    } catch (fault) {
      showFault(fault);
    }
  });
  return h("label.button", null, "Upload a saved match", file);
}

/** The game that a save says it is of, and the options that are on in it. @param {string} save @returns {{slug: string, options: string[]}} */
function readSave(save) {
  try {
    /** @type {Saved} */ const { game, options = {} } = JSON.parse(save);
    return { slug: game, options: Object.keys(options).filter((option) => options[option]) };
  } catch {
    return { slug: "", options: [] };
  }
}
