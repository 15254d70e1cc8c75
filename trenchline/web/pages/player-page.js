/** The page of a player who shows his results: ratings, how many were won with each side, the matches. */

import { fill, h } from "../common/dom.js";
import { ago, capital, counted } from "../common/wording.js";
import { call } from "../connection/api.js";

/** @import { PlayerDocument, RatingLine, ResultCount, ResultLine } from "../types.js" */

const OUTCOMES = { won: "Won", drawn: "Drawn", lost: "Lost" };

/** @param {HTMLElement} root @param {string} page */
export async function openPlayer(root, page) {
  /** @type {PlayerDocument} */ const player = await call("GET", `api/players/${page}`);
  document.title = `${player.name}: results`;
  const { counts, matches, ratings } = player;
  fill(root, h("main.lobby.player-page", { "data-testid": "player-page" },
    h("header", null, h("h1", null, h("a", { href: "#/" }, "Trenchline")), h("p", null, `Results of ${player.name}`)),
    ratings.length ? h("section.sheet", null, h("h2", null, "Ratings"), h("ul.ratings", { "data-testid": "ratings" }, ratings.map(ratingLine)),
      h("p.faint", null, "Glicko-2, beginning at 1500. Sides count as strong as they have proved between equal players.")) : null,
    counts.length ? h("section.sheet", null, h("h2", null, "By scenario and side"), countTable(counts)) : null,
    h("section", null, h("h2", null, "Matches"),
      matches.length ? h("div.tables", { "data-testid": "matches" }, matches.map(matchLine)) : h("p.faint", null, "No match has ended yet that counts: one that was played here from its beginning, in which everybody took part."))));
}

/** @param {RatingLine} r */
function ratingLine(r) {
  return h("li", null, h("b", null, String(r.rating)), ` \u00b1 ${r.within} `, h("span", null, r.title), h("small", null, counted(r.matches, "rated match", "rated matches")));
}

/** @param {ResultCount[]} counts */
function countTable(counts) {
  return h("div.scrolls", null, h("table.counts", { "data-testid": "counts" },
    h("thead", null, h("tr", null, ["Scenario", "Side", "Won", "Drawn", "Lost"].map((title, i) => h("th", { scope: "col", class: i > 1 ? "number" : "" }, title)))),
    h("tbody", null, counts.map((c) => h("tr", null, h("td", null, h("b", null, c.title), h("small", null, c.scenario.split(":")[0])), h("td", null, capital(c.side)), [c.won, c.drawn, c.lost].map((n) => h("td.number", null, String(n))))))));
}

/** @param {ResultLine} m */
function matchLine(m) {
  const against = m.against_page ? h("a.beside", { href: `#/players/${m.against_page}` }, m.against) : m.against;
  const title = m.table ? h("a.opens", { href: `#/t/${m.table}` }, h("b", null, m.title)) : h("b", null, m.title);
  return h("div.table-row", { class: `outcome-${m.outcome}` },
    h("span", null, title, h("span.scenario", null, m.scenario), h("small", null, `${capital(m.side)} against `, against)),
    h("span.when", null, h("b", null, OUTCOMES[m.outcome]), h("small", null, `${m.level} \u00b7 ${ago(m.ended)}`)));
}
