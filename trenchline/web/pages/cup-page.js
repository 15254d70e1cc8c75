/** The page of a cup: who plays, how it stands, the matches. Whoever has its address may join until it begins. */

import { accountTables } from "../account/account.js";
import { copyText, showFault } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { capital } from "../common/wording.js";
import { call, callOnce } from "../connection/api.js";

/** @import { Child, CupDocument, CupLine, CupMatch } from "../types.js" */

/** @param {HTMLElement} root @param {string} id */
export async function openCup(root, id) {
  const cup = await load(id);
  document.title = cup.name;
  draw(root, id, cup);
}

/** @param {string} id @returns {Promise<CupDocument>} */
const load = (id) => call("GET", `api/cups/${id}`);

/** @param {HTMLElement} root @param {string} id @param {CupDocument} cup */
function draw(root, id, cup) {
  const { standings, matches } = cup;
  const act = (/** @type {"join" | "start"} */ what) => async () => {
    try {
      await callOnce("POST", `api/cups/${id}/${what}`);
      await accountTables();
      draw(root, id, await load(id));
    } catch (fault) {
      showFault(fault);
    }
  };
  fill(root, h("main.lobby.player-page", { "data-testid": "cup-page" },
    h("header", null, h("h1", null, h("a", { href: "#/" }, "Trenchline")), h("p", null, cup.name)),
    h("section.sheet", null, h("h2", null, cup.title), h("p", null, cup.scenario),
      h("p", null, "Everybody plays everybody twice, once with each side. A win is a point, a draw half of one."),
      cup.begun ? null : waiting(cup, act)),
    h("section.sheet", null, h("h2", null, "Table"), standingsTable(standings), h("p.faint", null, cup.tie_break)),
    matches.length ? h("section", null, h("h2", null, "Matches"), h("div.tables", { "data-testid": "cup-matches" }, matches.map(matchLine))) : null));
}

/** Until it begins. @param {CupDocument} cup @param {(what: "join" | "start") => () => Promise<void>} act @returns {Child} */
function waiting(cup, act) {
  const count = cup.standings.length;
  const full = count >= cup.most;
  const join = cup.joined || full ? null : h("button.primary", { type: "button", "data-testid": "cup-join", onclick: act("join") }, "Join");
  const start = cup.mine && count > 1 ? h("button.primary", { type: "button", "data-testid": "cup-start", onclick: act("start") }, `Begin with ${count} players`) : null;
  return [
    h("p", { "data-testid": "cup-waits" }, full ? "It is full." : `Up to ${cup.most} can play. Whoever has this address can join, with an account, and sees the names of those who play.`),
    h("div.row", null, join, start, h("button", { type: "button", onclick: () => copyText(location.href, "Link") }, "Copy the address"),
      cup.joined ? null : h("a.button", { href: "#/account" }, "Sign in first"))];
}

/** @param {CupLine[]} lines */
function standingsTable(lines) {
  return h("div.scrolls", null, h("table.counts", { "data-testid": "cup-table" },
    h("thead", null, h("tr", null, ["", "Player", "Points", "Won", "Drawn", "Lost"].map((title, i) => h("th", { scope: "col", class: i > 1 ? "number" : "" }, title)))),
    h("tbody", null, lines.map((line) => h("tr", null, h("td", null, `${line.place}.`), h("td", null, h("b", null, line.name)), [line.points, line.won, line.drawn, line.lost].map((n) => h("td.number", null, String(n))))))));
}

/** @param {CupMatch} m */
function matchLine(m) {
  const who = Object.entries(m.players).map(([side, name]) => `${capital(side)}: ${name}`).join(" \u00b7 ");
  const title = m.table ? h("a.opens", { href: `#/t/${m.table}` }, h("b", null, who)) : h("b", null, who);
  return h("div.table-row", null, h("span", null, title), h("span.when", null, h("b", null, m.over ? (m.winner ? `${capital(m.winner)} won` : "Drawn") : "Not over"), m.level ? h("small", null, m.level) : null));
}
