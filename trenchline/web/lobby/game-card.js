/** A game on the front page: its board, how long and how large it is, whom it suits; and from its card every way to the table. */

import { pageUrl } from "../common/address.js";
import { h, fill } from "../common/dom.js";
import { fileAt } from "../common/files.js";
import { inColoursOf } from "../common/looks.js";
import { companies, playersWords } from "../common/scenarios.js";
import { Seating, usualOptions } from "../common/seating.js";
import { ago, capital, counted } from "../common/wording.js";
import { keptTables } from "../connection/keyring.js";
import { gameDocument } from "../connection/session.js";
import { myName, startTable } from "./start-table.js";

/** @import { Bot, GameInfo } from "../types.js" */
/** @import { Company } from "../common/scenarios.js" */

/** @param {GameInfo} game @param {{first?: boolean, bot: () => Bot | undefined}} how `first`: it is in sight at once, and larger */
export function gameCard(game, { first = false, bot }) {
  const { history, length, audience } = game.portrait;
  const facts = [["Length", length], ["Size", `${counted(game.counters, "counter")} on ${counted(game.cells, "cell")}`], ["For whom", audience]].filter(([, words]) => words);
  const chosen = { scenario: game.scenarios[0], company: companies(game)[0] };
  const about = h("p.scenario-about", { "data-testid": `scenario-about-${game.slug}` });
  const sit = h("div.row.sit");
  const anew = /** @type {HTMLAnchorElement} */ (h("a.button", { "data-testid": first ? "new-table" : `new-table-${game.slug}` }, "New table\u2026"));
  const draw = () => {
    about.textContent = chosen.scenario.summary;
    anew.href = pageUrl(`new/${game.slug}/${chosen.scenario.id}${chosen.company.on.length ? `/${chosen.company.count}` : ""}`);
    fill(sit, seatButtons(game, chosen, first, bot));
  };
  draw();
  return h("article.sheet.game-card", { class: first ? "first" : "", "aria-label": game.title, "data-testid": `card-${game.slug}` },
    boardPicture(game, first),
    h("div.words", null, h("h2", null, game.title), history ? h("p.history", null, history) : null, h("p.summary", null, game.summary),
      h("dl.facts", null, facts.map(([name, words]) => h("div", null, h("dt", null, name), h("dd", null, words)))),
      scenarioChoice(game, (id) => {
        chosen.scenario = game.scenarios.find((s) => s.id === id) ?? chosen.scenario;
        draw();
      }), about,
      companyChoice(game, `card-${game.slug}`, chosen.company, (company) => {
        chosen.company = company;
        draw();
      }),
      sit, h("div.row.ways", null, learnButtons(game), anew)));
}

/** @param {GameInfo} game @param {{scenario: {id: string}, company: Company}} chosen @param {boolean} first @param {() => Bot | undefined} bot */
function seatButtons(game, chosen, first, bot) {
  const on = [...usualOptions(game), ...chosen.company.on];
  const seating = new Seating(game, on);
  return seating.seats.map(({ name }, i) => h("button.seat-button", {
    type: "button", class: first && !i ? "primary" : "", ...inColoursOf(game.looks, seating.nationOf(name)), "data-testid": !first ? `play-${game.slug}-${name}` : i ? `play-now-${name}` : "play-now",
    onclick: (/** @type {Event} */ e) => playNow(/** @type {HTMLButtonElement} */ (e.currentTarget), game, chosen, name, bot()),
  }, `Play as ${capital(name)}`));
}

/** @param {HTMLButtonElement} button @param {GameInfo} game @param {{scenario: {id: string}, company: Company}} chosen @param {string} mine my seat @param {Bot | undefined} bot */
async function playNow(button, game, { scenario, company }, mine, bot) {
  button.disabled = true;
  gameDocument(game.slug).catch(() => {}); // needed in a moment
  const { seats } = new Seating(game, [...usualOptions(game), ...company.on]);
  const who = Object.fromEntries(seats.map(({ name }) => [name, name === mine || !bot ? "me" : `bot:${bot.id}`]));
  const options = Object.fromEntries(company.on.map((option) => [option, true]));
  await startTable({ game: game.slug, scenario: scenario.id, options, seats: who, dice: "server", name: myName() }, game.title);
  button.disabled = false;
}

/** @param {GameInfo} game @param {(id: string) => void} choose */
function scenarioChoice(game, choose) {
  const select = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": `Scenario of ${game.title}`, "data-testid": `scenarios-${game.slug}` }, game.scenarios.map((s) => h("option", { value: s.id }, s.title))));
  select.addEventListener("change", () => choose(select.value));
  return h("label.scenario-choice", null, select);
}

/** How many play, where the game lets choose. @param {GameInfo} game @param {string} group @param {Company} chosen @param {(company: Company) => void} choose */
export function companyChoice(game, group, chosen, choose) {
  const all = companies(game);
  if (all.length < 2) return null;
  return h("div.segments.company", { role: "radiogroup", "aria-label": `Players of ${game.title}` }, all.map((company) => h("label", null,
    h("input", { type: "radio", name: `company-${group}`, value: company.count, checked: company.count === chosen.count, "data-testid": `players-${company.count}`, onchange: () => choose(company) }),
    h("span", null, playersWords(company.count)))));
}

/** The lessons of a game, begun or gone on with. @param {GameInfo} game */
export function learnButtons(game) {
  return game.lessons.map((title, i) => h("a.button", { href: `#/learn/${game.slug}${i ? `/${i + 1}` : ""}`, "data-testid": `learn-${game.slug}${i ? `-${i + 1}` : ""}`, title }, i ? "Learn to defend" : "Learn in ten minutes"));
}

/** A game that has no picture does without. @param {GameInfo} game @param {boolean} eager whether it is in sight at once */
export function boardPicture(game, eager) {
  const src = fileAt(`pictures/${game.slug}.jpg`);
  const picture = h("img.board-picture", { src, alt: "", width: 640, height: 400, loading: eager ? "eager" : "lazy", fetchpriority: eager ? "high" : "low", decoding: "async", "data-testid": `picture-${game.slug}` });
  picture.addEventListener("error", () => picture.remove());
  return picture;
}

/** The same, small, beside a table. @param {GameInfo} game */
export function thumbnail(game) {
  const picture = h("img.thumbnail", { src: fileAt(`pictures/${game.slug}.jpg`), alt: "", width: 80, height: 50, loading: "lazy", decoding: "async" });
  picture.addEventListener("error", () => picture.remove());
  return picture;
}

/** The table that was opened last on this device. */
export function wayBack() {
  const opened = Object.entries(keptTables()).filter(([, table]) => table.opened).sort(([, a], [, b]) => Number(b.opened) - Number(a.opened));
  if (!opened.length) return null;
  const [id, table] = opened[0];
  return h("a.way-back", { href: `#/t/${id}`, "data-testid": "continue" }, h("b", null, "Continue where I was"),
    h("span", null, [table.title ?? "A table", table.scenario, ago(Math.round(Number(table.opened) / 1000))].filter(Boolean).join(" \u00b7 ")));
}
