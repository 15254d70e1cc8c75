/** Links that open a table: an invitation, a seat moved from another device, a place among the onlookers. */

import { showFault } from "../common/dialogs.js";
import { whoseDice } from "../common/dice-faces.js";
import { fill, h } from "../common/dom.js";
import { capital } from "../common/wording.js";
import { call, callOnce } from "../connection/api.js";
import { keepKey } from "../connection/keyring.js";
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
  /** @type {TableDocument} */ const table = await call("GET", `api/tables/${id}`, { key });
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

/** @param {string} id @param {string} key */
export async function openWatch(id, key) {
  await call("GET", `api/tables/${id}`, { key });
  keepKey(id, key, { watch: true });
  goQuietly(`#/t/${id}`);
}

/** @param {string} id @param {string} key */
export async function openSeat(id, key) {
  /** @type {TableDocument} */ const table = await call("GET", `api/tables/${id}`, { key });
  keepKey(id, key, { sides: table.you });
  goQuietly(`#/t/${id}`);
}
