/** Links that open a table: an invitation, a seat moved from another device, a place among the onlookers. */

import { showFault } from "../common/dialogs.js";
import { whoseDice } from "../common/dice-faces.js";
import { fill, h } from "../common/dom.js";
import { capital } from "../common/wording.js";
import { accountTables } from "../account/account.js";
import { ApiError, call, callOnce } from "../connection/api.js";
import { keepKey, keyOf } from "../connection/keyring.js";
import { gameDocument } from "../connection/session.js";
import { myName, setMyName } from "./new-table.js";

/** @import { TableDocument } from "../types.js" */

/** The key must not stay in the address. @param {string} hash */
function goQuietly(hash) {
  history.replaceState(null, "", hash);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** @param {HTMLElement} root @param {string} id @param {string} key */
export async function openJoin(root, id, key) {
  /** @type {TableDocument | null} */ const table = await call("GET", `api/tables/${id}`, { key }).catch((fault) => {
    if (fault instanceof ApiError && fault.status === 401) return null; // onlookers were shown out, and this link with them
    throw fault;
  });
  if (table?.holds !== "invite") {
    if (!keyOf(id)) await accountTables();
    if (keyOf(id)) return goQuietly(`#/t/${id}`); // my seat, for good
    if (!table) throw new ApiError(401, { code: "no-key", reason: "This invitation was used, and nobody may look on. If the seat is yours, open it on the device you took it with, or sign in." });
    return showTaken(root, id, key, table);
  }
  const game = await gameDocument(table.game);
  const side = table.you.map(capital).join(" and ");
  const host = table.seats.find((s) => s.kind === "human")?.name;
  const name = /** @type {HTMLInputElement} */ (h("input", { type: "text", maxlength: 40, value: myName(), autocomplete: "nickname", "data-testid": "name" }));
  const scenario = game.info.scenarios.find((s) => s.id === table.scenario);
  fill(root, h("main.sheet", null,
    h("h1", null, game.info.title),
    h("p", null, `${host || "A friend"} invites you to play ${side}.`),
    scenario ? h("p.faint", null, scenario.title) : null,
    h("p.faint", { "data-testid": "whose-dice" }, whoseDice(table)),
    h("form", { onsubmit: claim }, h("label", null, "Your name", name), h("button.primary.big", { type: "submit", "data-testid": "claim" }, `Play ${side}`))));
  name.focus();

  /** @param {Event} event */
  async function claim(event) {
    event.preventDefault();
    setMyName(name.value);
    try {
      /** @type {{key: string, sides: string[]}} */
      const mine = await callOnce("POST", `api/tables/${id}/claim`, { key, body: { name: name.value.trim() } });
      keepKey(id, mine.key, { sides: mine.sides, title: game.info.title });
      goQuietly(`#/t/${id}`);
    } catch (fault) {
      showFault(fault);
    }
  }
}

/** Somebody has claimed the invitation: who sits there, and what else can be done. @param {HTMLElement} root @param {string} id @param {string} key @param {TableDocument} table */
async function showTaken(root, id, key, table) {
  const sides = table.invited.map(capital).join(" and ");
  const who = table.seats.find((s) => table.invited.includes(s.side))?.name || "Somebody";
  fill(root, h("main.sheet.sorry", { "data-testid": "taken" },
    h("h1", null, table.title),
    h("p", null, `${who} plays ${sides} at this table. You can watch.`),
    h("div.row", null,
      h("button.primary", { type: "button", "data-testid": "taken-watch", onclick: () => openWatch(id, key).catch(showFault) }, "Watch"),
      h("a.button", { href: "#/" }, "All my tables")),
    h("p.faint", null, "Is it your seat? Open this link in the browser you took it with, or ", h("a", { href: "#/account" }, "sign in"), ".")));
}

/** @param {string} id @param {string} key */
export async function openWatch(id, key) {
  await call("GET", `api/tables/${id}`, { key });
  keepKey(id, key, { watch: true });
  goQuietly(`#/t/${id}`);
}

/** @param {HTMLElement} root @param {string} id @param {string} key */
export async function openSeat(root, id, key) {
  /** @type {TableDocument} */ const table = await call("GET", `api/tables/${id}`, { key });
  const arrive = (/** @type {string} */ mine) => {
    keepKey(id, mine, { sides: table.you, title: table.title });
    goQuietly(`#/t/${id}`);
  };
  if (table.holds !== "move") return arrive(key);
  const side = table.you.map(capital).join(" and ");
  fill(root, h("main.sheet.sorry", null,
    h("h1", null, table.title),
    h("p", null, `Play ${side} on this device from now on? The other device is told, and plays this seat no more.`),
    h("div.row", null,
      h("button.primary", { type: "button", "data-testid": "move-confirm", onclick: () => take().catch(showFault) }, `Play ${side} here`),
      h("a.button", { href: "#/" }, "Not now"))));

  async function take() {
    /** @type {{key: string}} */ const mine = await callOnce("POST", `api/tables/${id}/move/confirm`, { key });
    arrive(mine.key);
  }
}
