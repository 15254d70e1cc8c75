/** The cups in which an account plays, and a new one. */

import { go } from "../common/address.js";
import { showFault } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { call, callOnce } from "../connection/api.js";
import { catalogue } from "../lobby/start-table.js";

/** @import { CupMade, MyCup } from "../types.js" */

/** A part of the account's page. */
export async function myCups() {
  /** @type {MyCup[]} */ const cups = await call("GET", "api/account/cups");
  const { games } = await catalogue();
  const name = /** @type {HTMLInputElement} */ (h("input", { type: "text", maxlength: 60, required: true, placeholder: "Winter cup", "data-testid": "cup-name" }));
  const game = /** @type {HTMLSelectElement} */ (h("select", { "data-testid": "cup-game" }, games.map((one) => h("option", { value: one.slug }, one.title))));
  const scenario = /** @type {HTMLSelectElement} */ (h("select", { "data-testid": "cup-scenario" }));
  const scenarios = () => fill(scenario, (games.find((one) => one.slug === game.value) ?? games[0]).scenarios.map((s) => h("option", { value: s.id }, s.title)));
  game.addEventListener("change", scenarios);
  scenarios();
  const make = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      /** @type {CupMade} */ const { cup } = await callOnce("POST", "api/cups", { body: { name: name.value.trim(), game: game.value, scenario: scenario.value } });
      go(`cups/${cup}`);
    } catch (fault) {
      showFault(fault);
    }
  };
  return h("section.sheet", { "data-testid": "my-cups" }, h("h2", null, "Cups"),
    h("ul.tables", null, cups.map((cup) => h("li.table-row", null, h("span", null, h("a.opens", { href: `#/cups/${cup.cup}` }, h("b", null, cup.name)), h("small", null, cup.title)), h("span.when", null, cup.begun ? "under way" : "waits for players")))),
    h("details", null, h("summary", { "data-testid": "cup-new" }, "A new cup"),
      h("form", { onsubmit: make }, h("label", null, "Its name", name), h("label", null, "Game", game), h("label", null, "Scenario", scenario),
        h("div.row", null, h("button.primary", { type: "submit", "data-testid": "cup-make" }, "Make it")))));
}
