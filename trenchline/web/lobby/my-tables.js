/** My tables: what waits for me first. */

import { accountTables, signedIn } from "../account/account.js";
import { keyedUrl } from "../common/address.js";
import { cardWords, outOfTime } from "../common/clock-words.js";
import { copyText } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { scenarioTitle } from "../common/scenarios.js";
import { ago, capital, counted } from "../common/wording.js";
import { call } from "../connection/api.js";
import { forgetTable, keptTables } from "../connection/keyring.js";
import { thumbnail } from "./game-card.js";
import { grouped, standsWords, whoPlays } from "./waiting.js";

/** @import { GameInfo, MyTable } from "../types.js" */
/** @import { Group } from "./waiting.js" */

/** @param {GameInfo[]} games */
export function myTables(games) {
  const list = h("div.my-tables", { "data-testid": "my-tables", "aria-live": "polite" });
  const element = h("section.mine", { "aria-label": "My tables", hidden: true }, list);
  let finished = false; // whether the finished ones are shown
  const show = async () => {
    const kept = keptTables();
    element.hidden = !Object.keys(kept).length && !signedIn();
    if (element.hidden || document.hidden) return;
    /** @type {MyTable[]} */ let found;
    try {
      found = await tablesFound(kept);
    } catch {
      if (!list.children.length) fill(list, h("p.faint", null, "The server cannot be reached; trying again."));
      return;
    }
    const known = new Set(found.map((t) => t.table));
    const gone = Object.keys(kept).filter((id) => !known.has(id));
    const lessons = new Set(Object.entries(kept).filter(([, table]) => table.lesson).map(([id]) => id));
    fill(list, grouped(found, lessons).map((group) => groupOfRows(group, games, finished, (open) => (finished = open))),
      gone.length ? h("section.table-group", null, h("h2", null, "Gone"), h("div.tables", null, gone.map((id) => goneRow(id, kept[id].title ?? "A table", show)))) : null,
      found.length + gone.length ? null : h("p.faint", null, "No tables yet."));
  };
  return { element, show };
}

/** @param {ReturnType<typeof keptTables>} kept @returns {Promise<MyTable[]>} */
async function tablesFound(kept) {
  const holders = Object.entries(kept).flatMap(([id, table]) => table.keys.map((held, i) => ({ id, key: held.key, current: i === table.current })));
  const [ofAccount, ofKeys] = await Promise.all([accountTables(), holders.length ? call("POST", "api/tables/mine", { body: { keys: holders.map((x) => x.key) } }) : []]);
  const found = [...ofAccount, .../** @type {MyTable[]} */ (ofKeys).filter((t) => !ofAccount.some((mine) => mine.table === t.table))];
  return found.filter((t) => holders[t.key_index]?.current ?? true);
}

/** @param {Group} group @param {GameInfo[]} games @param {boolean} open @param {(open: boolean) => void} toggled */
function groupOfRows({ id, title, tables }, games, open, toggled) {
  const rows = h("div.tables", null, tables.map((t) => tableRow(t, games)));
  if (id !== "over") return h("section.table-group", { "data-testid": `group-${id}` }, h("h2", null, title, tables.length > 1 ? h("small", null, ` ${tables.length}`) : null), rows);
  const details = h("details.table-group", { open, "data-testid": "group-over", ontoggle: (/** @type {Event} */ e) => toggled(/** @type {HTMLDetailsElement} */ (e.currentTarget).open) },
    h("summary", null, h("h2", null, title), h("small", null, ` ${counted(tables.length, "match", "matches")}`)), rows);
  return details;
}

/** @param {MyTable} t @param {GameInfo[]} games */
function tableRow(t, games) {
  const info = games.find((game) => game.slug === t.game);
  const scenario = scenarioTitle(info, t.scenario);
  const invites = t.over ? {} : (keptTables()[t.table]?.invites ?? {});
  const open = t.seats.filter((seat) => seat.kind === "open" && invites[seat.side]);
  return h("div.table-row", { class: t.your_turn && !t.over ? "yours" : "" }, info ? thumbnail(info) : null,
    h("a.opens", { href: `#/t/${t.table}`, "data-testid": `table-${t.table}` }, h("b", null, t.title), scenario ? h("span.scenario", null, scenario) : null, h("small", null, whoPlays(t))),
    h("span.when", null, h("b", null, standsWords(t, info)), h("small", null, [t.where, ago(t.updated)].filter(Boolean).join(" \u00b7 ")),
      t.clock && !t.over ? h("small.clock-line", { class: outOfTime(t.clock, Object.keys(t.clock.seats), t.now).length ? "out" : "", "data-testid": `clock-of-${t.table}` }, cardWords(t, t.sides)) : null,
      open.map((seat) => h("button.beside", { type: "button", "data-testid": `copy-invite-${seat.side}`, onclick: () => copyText(keyedUrl("join", t.game, t.table, invites[seat.side]), "Link") }, open.length > 1 ? `Copy the link for ${capital(seat.side)}` : "Copy the invitation"))));
}

/** @param {string} id @param {string} title @param {() => void} show */
function goneRow(id, title, show) {
  return h("div.table-row.gone", null, h("span", null, h("b", null, title), h("small", null, "The server does not know it any more.")),
    h("button", { type: "button", onclick: () => { forgetTable(id); show(); } }, "Forget"));
}
