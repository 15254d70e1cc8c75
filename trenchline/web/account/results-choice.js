/** What an account shows of its results: a page or none, and in which games it is rated. */

import { pageUrl } from "../common/address.js";
import { copyText, showFault } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { call, callOnce } from "../connection/api.js";
import { catalogue } from "../lobby/start-table.js";

/** @import { GameInfo, ResultsChoice } from "../types.js" */

/** A part of the account's page. */
export async function resultsChoice() {
  const [{ games }, /** @type {ResultsChoice} */ chosen] = await Promise.all([catalogue(), call("GET", "api/account/results")]);
  const element = h("section.sheet", { "data-testid": "results-choice" });
  draw(element, games, chosen);
  return element;
}

/** @param {HTMLElement} element @param {GameInfo[]} games @param {ResultsChoice} chosen */
function draw(element, games, chosen) {
  const url = pageUrl(`players/${chosen.page}`);
  const change = async (/** @type {boolean} */ page, /** @type {string[]} */ rated) => {
    try {
      await callOnce("PUT", "api/account/results", { body: { page, rated } });
      draw(element, games, await call("GET", "api/account/results"));
    } catch (fault) {
      draw(element, games, chosen);
      showFault(fault);
    }
  };
  const others = (/** @type {string} */ slug) => chosen.rated.filter((other) => other !== slug);
  fill(element,
    h("h2", null, "What others see"),
    tick("results-page", "A page of my results", "Finished matches by game, side and scenario. Opponents are named only if they have such a page too.", Boolean(chosen.page), (on) => change(on, chosen.rated)),
    chosen.page ? h("div.link-row", null, h("label", null, "Its address", h("input.copy", { value: url, readonly: true, "data-testid": "link-results" })),
      h("button", { type: "button", onclick: () => copyText(url, "Link") }, "Copy"), h("a.button", { href: `#/players/${chosen.page}`, "data-testid": "open-results" }, "Open")) : null,
    h("h3", null, "Ratings"),
    h("p.faint", null, "In these games matches against others who take part are rated: those you begin while it is ticked, won, lost or drawn. The rating stands on your page."),
    games.map((game) => tick(`rated-${game.slug}`, game.title, "", chosen.rated.includes(game.slug), (on) => change(Boolean(chosen.page), on ? [...chosen.rated, game.slug] : others(game.slug)))));
}

/** @param {string} id @param {string} title @param {string} what @param {boolean} on @param {(on: boolean) => void} change */
function tick(id, title, what, on, change) {
  const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", checked: on, "data-testid": id, onchange: () => change(box.checked) }));
  return h("label.option", null, box, h("span", null, h("b", null, title), what ? h("small", null, what) : null));
}
