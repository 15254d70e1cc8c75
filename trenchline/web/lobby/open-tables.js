/** The list of open tables: hosts who let anybody take a seat. */

import { go } from "../common/address.js";
import { termsWords, whenOutWords } from "../common/clock-words.js";
import { openDialog, showFault } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { scenarioTitle } from "../common/scenarios.js";
import { ago, capital } from "../common/wording.js";
import { call, callOnce } from "../connection/api.js";
import { keepKey, keptTables } from "../connection/keyring.js";
import { thumbnail } from "./game-card.js";
import { LEVELS, myName, setMyName } from "./start-table.js";

/** @import { GameInfo, OfferedTable, Seat } from "../types.js" */

/** @param {GameInfo[]} games */
export function openTables(games) {
  const list = h("div.tables", { "data-testid": "open-tables", "aria-live": "polite" });
  const show = async () => {
    if (document.hidden) return;
    /** @type {OfferedTable[] | null} */ const found = await call("GET", "api/tables/open").catch(() => null);
    if (!found) return;
    const mine = keptTables();
    const others = found.filter((t) => !mine[t.table]);
    fill(list, others.length ? others.map((t) => offer(t, games)) : h("p.faint", null, "Nobody waits for an opponent just now. When you make a table for a friend you can put it here, for anybody to join."));
  };
  return { element: h("section.open", null, h("h2", null, "Open tables"), list), show };
}

/** @param {OfferedTable} t @param {GameInfo[]} games */
function offer(t, games) {
  const info = games.find((g) => g.slug === t.game);
  const people = t.seats.filter((s) => s.kind === "human");
  const who = people.map((s) => `${s.name || "Somebody"} plays ${capital(s.side)}${s.here ? ", and is there" : ""}`).join("; ");
  return h("div.table-row.offer", { "data-testid": `open-${t.table}` }, info ? thumbnail(info) : null,
    h("span", null, h("b", null, t.title), h("span.scenario", null, scenarioTitle(info, t.scenario)), h("small", null, who),
      h("small.terms", null, [`For: ${LEVELS[t.level].toLowerCase()}`, t.turn > 1 ? `turn ${t.turn}` : "", ago(t.updated)].filter(Boolean).join(" \u00b7 ")),
      t.clock ? h("small.clock-terms", { "data-testid": `clock-of-${t.table}` }, termsWords(t.clock.terms)) : null),
    h("span.when", null, t.seats.filter((s) => s.kind === "open").map((s) => h("button", { type: "button", "data-testid": `sit-${s.side}`, onclick: () => sitDown(t, s) }, `Play ${capital(s.side)}`))));
}

/** @param {OfferedTable} t @param {Seat} seat */
async function sitDown(t, seat) {
  const name = /** @type {HTMLInputElement} */ (h("input", { type: "text", maxlength: 40, value: myName(), autocomplete: "nickname", "data-testid": "name" }));
  const body = [h("p", null, `You take the seat at once and play ${capital(seat.side)}. The other players see your name.`), t.clock ? h("p", null, `There is a clock. ${termsWords(t.clock.terms)}. ${whenOutWords(t.clock.terms)}`) : null, h("label", null, "Your name", name)];
  if (!(await openDialog(t.title, body, [{ text: "Not now", value: false }, { text: "Sit down", value: true, primary: true, testid: "sit-down" }]))) return;
  setMyName(name.value);
  try {
    /** @type {{key: string, sides: string[]}} */ const mine = await callOnce("POST", `api/tables/${t.table}/sit`, { body: { side: seat.side, name: name.value.trim() } });
    keepKey(t.table, mine.key, { sides: mine.sides, title: t.title });
    go(`t/${t.table}`);
  } catch (fault) {
    showFault(fault);
  }
}
