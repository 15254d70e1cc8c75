/** A board inside somebody else's page: of a match that may be looked on, as it goes on or after some action. Nothing can be done on it. */

import { fill, h } from "./common/dom.js";
import { applySettings } from "./common/settings.js";
import { ApiError } from "./connection/api.js";
import { joinSession } from "./connection/session.js";
import { EmbeddedBoard } from "./share/embedded-board.js";

const LOOKS_ON = ["watch", "claimed"]; // keys that can do nothing else

/** @type {EmbeddedBoard | null} */
let board = null;
let opening = 0;

async function open() {
  const turn = ++opening;
  board?.remove();
  board = null;
  const root = /** @type {HTMLElement} */ (document.getElementById("page"));
  fill(root, h("p.loading", { role: "status" }, "Unfolding the map"));
  try {
    const [, id, key, at] = /^#\/([\w-]+)\/([\w-]+)(?:\/(\d{1,6}))?$/.exec(location.hash) ?? [];
    if (!key) throw new ApiError(404, { reason: "This address shows no match." });
    const session = await joinSession(id, key);
    if (turn !== opening || !LOOKS_ON.includes(session.table.holds)) session.close();
    if (turn !== opening) return;
    if (!LOOKS_ON.includes(session.table.holds)) throw new ApiError(403, { reason: "This link can do more than look on: take the board's address from the menu of the table, under Share." });
    board = new EmbeddedBoard(session, key);
    fill(root, board.element);
    await board.open(at === undefined ? null : Number(at));
  } catch (fault) {
    const known = fault instanceof ApiError;
    if (!known) console.error(fault);
    if (turn === opening) fill(root, h("main.embed-sorry", { role: "alert", "data-testid": "embed-sorry" }, h("p", null, known ? fault.message : "The board could not be shown."), h("p", null, h("a", { href: "./", target: "_blank", rel: "noopener" }, "Trenchline"))));
  }
}

applySettings();
addEventListener("hashchange", open);
open();
