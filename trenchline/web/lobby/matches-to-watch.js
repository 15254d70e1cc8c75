/** A match to watch: those that anybody may look on, the first as a live board; or two computers that fight for whoever asks. */

import { pageUrl } from "../common/address.js";
import { cardWords } from "../common/clock-words.js";
import { afterPaint, fill, h } from "../common/dom.js";
import { scenarioTitle } from "../common/scenarios.js";
import { usualOptions, seatsOf } from "../common/seating.js";
import { capital, counted } from "../common/wording.js";
import { call } from "../connection/api.js";
import { thumbnail } from "./game-card.js";
import { usualBot } from "./new-table.js";
import { startTable } from "./start-table.js";

/** @import { Bot, GameInfo, ShownTable } from "../types.js" */
/** @import { LiveBoard } from "../share/live-board.js" */

const ROOM = "(min-width: 1061px)";
const NEAR = 1100; // map units: eleven cells beside each other

/** @param {GameInfo[]} games @param {Bot[]} players */
export function matchesToWatch(games, players) {
  const list = h("div.tables", { "data-testid": "shown-tables", "aria-live": "polite" });
  const bot = usualBot(players);
  const select = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Game that two computers play", "data-testid": "watch-bots-game" }, games.map((game) => h("option", { value: game.slug }, game.title))));
  const fight = bot ? h("div.watch-bots", null, h("p.faint", null, "Or see two computers fight it out:"), h("div.row", null, select, h("button", { type: "button", "data-testid": "watch-bots", onclick: () => twoComputers(games.find((g) => g.slug === select.value) ?? games[0], usualBot(players)) }, "Watch"))) : null;
  const window = new BoardWindow();
  const show = async () => {
    if (document.hidden) return;
    /** @type {ShownTable[] | null} */ const found = await call("GET", "api/tables/shown").catch(() => null);
    if (!found) return;
    window.show(found[0]);
    fill(list, found.length ? found.map((table) => shownRow(table, games.find((game) => game.slug === table.game))) : h("p.faint", null, "No match is open to spectators just now. When you make a table you can let anybody watch."));
  };
  return { element: h("section.watch", null, h("h2", null, "Watch"), window.element, list, fight), show, stop: () => window.close() };
}

/** The board of the first match, as it is: asked for now and then, so that whoever sees the front page is not counted as company. Where it is not seen, or there is little room, it is left out. */
class BoardWindow {
  constructor() {
    this.link = /** @type {HTMLAnchorElement} */ (h("a.over", { "aria-label": "Watch this match", tabindex: "-1" }));
    this.element = h("div.board-window", { hidden: true, "data-testid": "board-window" }, this.link);
    /** @type {LiveBoard | null} */ this.board = null;
    this.shown = ""; // the table
    this.closed = false;
  }

  /** @param {ShownTable | undefined} table */
  async show(table) {
    if (this.shown && this.shown === table?.table) return void this.board?.session.refresh().catch(() => {});
    this.clear();
    if (!table || !matchMedia(ROOM).matches) return;
    this.shown = table.table;
    try {
      const [{ LiveBoard }, { joinSession }] = await Promise.all([import("../share/live-board.js"), import("../connection/session.js"), afterPaint()]);
      const session = await joinSession(table.table, table.watch);
      session.close(); // the line: it is asked now and then
      if (this.closed || this.shown !== table.table) return;
      this.board = new LiveBoard(session);
      this.element.hidden = false;
      this.element.prepend(this.board.element);
      this.link.href = pageUrl(`watch/${table.table}/${table.watch}`);
      this.board.open(NEAR);
    } catch {
      this.clear(); // it is an ornament
    }
  }

  clear() {
    this.board?.remove();
    this.board = null;
    this.shown = "";
    this.element.hidden = true;
  }

  close() {
    this.closed = true;
    this.clear();
  }
}

/** @param {ShownTable} t @param {GameInfo | undefined} info */
function shownRow(t, info) {
  const who = t.seats.map((seat) => `${capital(seat.side)}: ${seat.kind === "open" ? "open" : seat.name || "a player"}${seat.kind === "bot" ? " (computer)" : ""}`);
  return h("div.table-row", null, info ? thumbnail(info) : null,
    h("a.opens", { href: `#/watch/${t.table}/${t.watch}`, "data-testid": `watch-${t.table}` }, h("b", null, t.title), h("span.scenario", null, scenarioTitle(info, t.scenario)), h("small", null, who.join(" \u00b7 ")),
      h("small", null, [t.where, cardWords(t, []), t.company ? `${counted(t.company, "person", "people")} there` : ""].filter(Boolean).join(" \u00b7 "))));
}

/** A table at which nobody sits but computers. @param {GameInfo} game @param {Bot | undefined} bot */
function twoComputers(game, bot) {
  const seats = Object.fromEntries(seatsOf(game, usualOptions(game)).map(({ name }) => [name, `bot:${bot?.id}`]));
  return startTable({ game: game.slug, scenario: game.scenarios[0].id, options: {}, seats, dice: "server" }, game.title);
}
