/** A match to watch: those that anybody may look on, the first as a live board; or two computers that fight for whoever asks. */

import { fill, h } from "../common/dom.js";
import { scenarioTitle } from "../common/scenarios.js";
import { usualOptions, seatsOf } from "../common/seating.js";
import { capital, counted } from "../common/wording.js";
import { call } from "../connection/api.js";
import { thumbnail } from "./game-card.js";
import { usualBot } from "./new-table.js";
import { startTable } from "./start-table.js";

/** @import { Bot, GameInfo, ShownTable } from "../types.js" */

/** @param {GameInfo[]} games @param {Bot[]} players */
export function matchesToWatch(games, players) {
  const list = h("div.tables", { "data-testid": "shown-tables", "aria-live": "polite" });
  const bot = usualBot(players);
  const select = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Game that two computers play", "data-testid": "watch-bots-game" }, games.map((game) => h("option", { value: game.slug }, game.title))));
  const fight = bot ? h("div.watch-bots", null, h("p.faint", null, "Or see two computers fight it out:"), h("div.row", null, select, h("button", { type: "button", "data-testid": "watch-bots", onclick: () => twoComputers(games.find((g) => g.slug === select.value) ?? games[0], usualBot(players)) }, "Watch"))) : null;
  const show = async () => {
    if (document.hidden) return;
    /** @type {ShownTable[] | null} */ const found = await call("GET", "api/tables/shown").catch(() => null);
    if (!found) return;
    fill(list, found.length ? found.map((table) => shownRow(table, games.find((game) => game.slug === table.game))) : h("p.faint", null, "No match is open to spectators just now. When you make a table you can let anybody watch."));
  };
  return { element: h("section.watch", null, h("h2", null, "Watch"), list, fight), show, stop: () => {} };
}

/** @param {ShownTable} t @param {GameInfo | undefined} info */
function shownRow(t, info) {
  const who = t.seats.map((seat) => `${capital(seat.side)}: ${seat.kind === "open" ? "open" : seat.name || "a player"}${seat.kind === "bot" ? " (computer)" : ""}`);
  return h("div.table-row", null, info ? thumbnail(info) : null,
    h("a.opens", { href: `#/watch/${t.table}/${t.watch}`, "data-testid": `watch-${t.table}` }, h("b", null, t.title), h("span.scenario", null, scenarioTitle(info, t.scenario)), h("small", null, who.join(" \u00b7 ")),
      h("small", null, [t.where, t.company ? `${counted(t.company, "person", "people")} there` : ""].filter(Boolean).join(" \u00b7 "))));
}

/** A table at which nobody sits but computers. @param {GameInfo} game @param {Bot | undefined} bot */
function twoComputers(game, bot) {
  const seats = Object.fromEntries(seatsOf(game, usualOptions(game)).map(({ name }) => [name, `bot:${bot?.id}`]));
  return startTable({ game: game.slug, scenario: game.scenarios[0].id, options: {}, seats, dice: "server" }, game.title);
}
