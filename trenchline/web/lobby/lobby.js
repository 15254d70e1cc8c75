/** The lobby: my tables with whose turn it is, and the quickest way into a game. */

import { accountTables, signedIn } from "../account/account.js";
import { openDialog, showFault } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { seatsOf, usualOptions } from "../common/seating.js";
import { settingsForm } from "../common/settings.js";
import { ago, capital } from "../common/wording.js";
import { call, callOnce } from "../connection/api.js";
import { forgetTable, keepNewTable, keptTables } from "../connection/keyring.js";
import { gameDocument } from "../connection/session.js";
import { allowSetting } from "../play/table-menu.js";
import { gamePortrait, wayBack } from "./game-card.js";
import { catalogue, levelChoice, myName, seatChoice, startTable } from "./new-table.js";
import { openTables } from "./open-tables.js";

/** @import { Bot, GameInfo, MyTable, Saved, TableKeys } from "../types.js" */

const AGAIN = 15000;

/** @param {HTMLElement} root */
export async function openLobby(root) {
  const { games, players } = await catalogue();
  const list = h("div.tables", { "data-testid": "my-tables", "aria-live": "polite" }, h("p.faint", null, "Looking for your tables"));
  const open = openTables(games);
  const first = games[0];
  const level = levelChoice(players);
  const buttons = (/** @type {GameInfo} */ game, /** @type {string} */ mark) => seatsOf(game, usualOptions(game)).map(({ name }, i) => h("button", {
    type: "button", class: mark, "data-testid": game !== first ? `play-${game.slug}-${name}` : i ? `play-now-${name}` : "play-now",
    onclick: (/** @type {Event} */ e) => playNow(/** @type {HTMLButtonElement} */ (e.currentTarget), game, name, level.value()),
  }, `Play now as ${capital(name)}`));
  const [main, ...rest] = buttons(first, "big");
  main.classList.add("primary");
  fill(root, h("main.lobby", null,
    h("header", null, h("h1", null, "Trenchline"), h("p", null, "Board wargames of 1916, rules-exact, in the browser.")),
    wayBack(),
    level.element ? h("section", null, level.element) : null,
    h("section.sheet.start", null,
      gamePortrait(first, true),
      h("div.row", null, main, rest, learnButton(first)),
      h("p.faint", null, level.element ? "You can begin without knowing the rules: the map shows what is possible, each refusal says why, and Hint shows the best action." : "Both sides on this device."),
      h("div.row", null, h("a.button", { href: "#/new", "data-testid": "new-table" }, "New table: friends, options, other scenarios"), uploadButton(games, players))),
    games.slice(1).map((game) => h("section.sheet", null, gamePortrait(game), h("div.row", null, buttons(game, ""), learnButton(game)))),
    h("section", null, h("h2", null, "My tables"), list, accountLine()),
    open.element,
    h("footer.row", null, h("button", { type: "button", "data-testid": "settings-open", onclick: () => openDialog("Settings", settingsForm(allowSetting)) }, "Settings"), h("a", { href: "api/docs" }, "API"))));
  const show = () => Promise.all([drawTables(list), open.show()]);
  await show();
  const timer = setInterval(show, AGAIN);
  document.addEventListener("visibilitychange", show);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", show);
  };
}

/** The lessons of a game, begun or gone on with. @param {GameInfo} game */
export function learnButton(game) {
  return game.lessons.map((title, i) => h("a.button", { href: `#/learn/${game.slug}${i ? `/${i + 1}` : ""}`, "data-testid": `learn-${game.slug}${i ? `-${i + 1}` : ""}`, title }, i ? "Learn to defend" : "Learn in ten minutes"));
}

/** @param {HTMLButtonElement} button @param {GameInfo} game @param {string} mine my seat @param {Bot | undefined} bot */
async function playNow(button, game, mine, bot) {
  button.disabled = true;
  gameDocument(game.slug).catch(() => {}); // needed in a moment
  const seats = Object.fromEntries(seatsOf(game, usualOptions(game)).map(({ name }) => [name, name === mine || !bot ? "me" : `bot:${bot.id}`]));
  await startTable({ game: game.slug, scenario: game.scenarios[0].id, options: {}, seats, dice: "server", name: myName() }, game.title);
  button.disabled = false;
}

/** Where my tables are kept. */
function accountLine() {
  return h("p", null, h("a", { href: "#/account", "data-testid": "account-open" }, signedIn() ? "Kept in your account" : "Keep my tables on every device: sign in"));
}

/** @param {HTMLElement} list */
async function drawTables(list) {
  const kept = keptTables();
  const holders = Object.entries(kept).flatMap(([id, table]) => table.keys.map((held, i) => ({ id, key: held.key, current: i === table.current })));
  if (!holders.length && !signedIn()) return fill(list, h("p.faint", null, "None yet. Tables you make or join stay here, on this device."));
  if (document.hidden) return;
  /** @type {MyTable[]} */ let found;
  try {
    const [ofAccount, ofKeys] = await Promise.all([accountTables(), call("POST", "api/tables/mine", { body: { keys: holders.map((x) => x.key) } })]);
    found = [...ofAccount, .../** @type {MyTable[]} */ (ofKeys).filter((t) => !ofAccount.some((mine) => mine.table === t.table))];
  } catch {
    if (!list.querySelector(".table-row")) fill(list, h("p.faint", null, "The server cannot be reached; trying again."));
    return;
  }
  const rows = found.filter((t) => holders[t.key_index]?.current ?? true);
  rows.sort((a, b) => Number(b.your_turn) - Number(a.your_turn) || Number(a.over) - Number(b.over));
  const seen = new Set(rows.map((t) => t.table));
  const gone = Object.keys(kept).filter((id) => !seen.has(id));
  fill(list, rows.map(tableRow), gone.map((id) => h("div.table-row.gone", null, h("span", null, kept[id].title ?? "A table", h("small", null, "The server does not know it any more.")), h("button", { type: "button", onclick: () => { forgetTable(id); drawTables(list); } }, "Forget"))));
}

/** @param {MyTable} t */
function tableRow(t) {
  const sides = t.sides.length ? t.sides.map(capital).join(" and ") : "watching";
  const others = t.seats.filter((s) => !t.sides.includes(s.side)).map((s) => s.kind === "open" ? "a friend (invited)" : s.name || s.side);
  const where = t.over ? (t.result ? `Over: ${t.result.level}` : "Over") : t.your_turn ? "Your turn" : `Waiting for ${capital(t.to_move)}`;
  return h("a.table-row", { href: `#/t/${t.table}`, class: t.your_turn ? "yours" : "", "data-testid": `table-${t.table}` },
    h("span", null, h("b", null, t.title), h("small", null, `${sides}${others.length ? `, with ${others.join(", ")}` : ""}`)),
    h("span.when", null, h("b", null, where), h("small", null, [t.where, ago(t.updated)].filter(Boolean).join(" \u00b7 "))));
}

/** @param {GameInfo[]} games @param {Bot[]} players */
function uploadButton(games, players) {
  const file = /** @type {HTMLInputElement} */ (h("input.hidden", { type: "file", accept: ".json,application/json", "data-testid": "upload", "aria-label": "Upload a saved match" }));
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    try {
      const save = await chosen.text();
      const { slug, options } = readSave(save);
      const game = games.find((g) => g.slug === slug);
      if (!game) return showFault(new Error("This file is not a saved match of a game here."));
      const seats = seatChoice(game, players, options);
      if (!(await openDialog(`Go on with ${game.title}`, seats.element, [{ text: "Not now", value: false }, { text: "Make the table", value: true, primary: true, testid: "upload-go" }]))) return;
      /** @type {TableKeys} */
      const made = await callOnce("POST", "api/tables/upload", { body: { save, seats: seats.value(), name: myName() } });
      location.hash = `#/t/${keepNewTable(made, game.title)}`;
    } catch (fault) {
      showFault(fault);
    }
  });
  return h("label.button", null, "Upload a saved match", file);
}

/** The game that a save says it is of, and the options that are on in it. @param {string} save @returns {{slug: string, options: string[]}} */
function readSave(save) {
  try {
    /** @type {Saved} */ const { game, options = {} } = JSON.parse(save);
    return { slug: game, options: Object.keys(options).filter((option) => options[option]) };
  } catch {
    return { slug: "", options: [] };
  }
}
