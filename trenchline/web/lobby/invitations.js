/** Links that open a table: an invitation, a seat moved from another device, a place among the onlookers. */

import { goQuietly } from "../common/address.js";
import { termsWords, whenOutWords } from "../common/clock-words.js";
import { showFault } from "../common/dialogs.js";
import { whoseDice } from "../common/dice-faces.js";
import { fill, h } from "../common/dom.js";
import { isCompany, scenarioTitle } from "../common/scenarios.js";
import { listed, Seating } from "../common/seating.js";
import { capital } from "../common/wording.js";
import { accountTables } from "../account/account.js";
import { ApiError, call, callOnce } from "../connection/api.js";
import { keepKey, keyOf } from "../connection/keyring.js";
import { gameDocument } from "../connection/session.js";
import { boardPicture } from "./game-card.js";
import { myName, setMyName } from "./start-table.js";

/** @import { GameInfo, Seat, TableDocument } from "../types.js" */

/** @param {HTMLElement} root @param {string} id @param {string} key */
export async function openJoin(root, id, key) {
  /** @type {TableDocument | null} */ const table = await call("GET", `api/tables/${id}`, { key }).catch((fault) => {
    if (fault instanceof ApiError && fault.status === 401) return null; // onlookers were shown out, and this link with them
    throw fault;
  });
  if (table?.holds !== "invite") {
    if (!keyOf(id)) await accountTables();
    if (keyOf(id)) return goQuietly(`t/${id}`); // my seat, for good
    if (!table) throw new ApiError(401, { code: "no-key", reason: "This invitation was used, and nobody may look on. If the seat is yours, open it on the device you took it with, or sign in." });
    return showTaken(root, id, key, table);
  }
  const { info } = await gameDocument(table.game);
  const name = /** @type {HTMLInputElement} */ (h("input", { type: "text", maxlength: 40, value: myName(), autocomplete: "nickname", "data-testid": "name" }));
  fill(root, invitationPage(info, table, { name, claim, watch: () => openWatch(id, key).catch(showFault) }));
  name.focus({ preventScroll: true });

  /** @param {Event} event */
  async function claim(event) {
    event.preventDefault();
    setMyName(name.value);
    try {
      /** @type {{key: string, sides: string[]}} */
      const mine = await callOnce("POST", `api/tables/${id}/claim`, { key, body: { name: name.value.trim() } });
      keepKey(id, mine.key, { sides: mine.sides, title: info.title });
      goQuietly(`t/${id}`);
    } catch (fault) {
      showFault(fault);
    }
  }
}

/**
 * Who invites to what, which side is free, and one large button.
 * @param {GameInfo} info @param {TableDocument} table @param {{name: HTMLInputElement, claim: (event: Event) => void, watch: () => void}} can
 */
function invitationPage(info, table, { name, claim, watch }) {
  const side = listed(table.you, "and");
  const seating = new Seating(info, table.options);
  const host = table.seats.find((s) => s.kind === "human")?.name;
  const scenario = info.scenarios.find((s) => s.id === table.scenario);
  const options = info.options.filter((o) => table.options.includes(o.id) && !isCompany(info, o.id));
  const who = (/** @type {Seat} */ seat) => (table.you.includes(seat.side) ? "free for you" : seat.kind === "open" ? "still open" : seat.kind === "bot" ? `${seat.name} (computer)` : seat.name || "a player");
  document.title = `${host || "A friend"} invites you to ${info.title}`;
  return h("main.lobby.invited", { "data-testid": "invitation-page" },
    h("header", null, h("h1", null, h("a", { href: "#/" }, "Trenchline")), h("p", null, "An invitation")),
    h("article.sheet.invitation-page", null,
      boardPicture(info, true),
      h("div.words", null,
        h("p.who-invites", null, h("b", null, host || "A friend"), ` invites you to play ${side}`),
        h("h2", null, info.title), scenario ? h("p.scenario", null, scenario.title) : null,
        h("ul.seats-free", { "data-testid": "seats-free" }, table.seats.map((seat) => h("li", { ...seating.colours(seat.side), class: table.you.includes(seat.side) ? "yours" : "" }, h("b", null, capital(seat.side)), " ", who(seat)))),
        table.clock ? h("p.clock-told", { "data-testid": "clock-told" }, h("b", null, "Clock"), ` ${termsWords(table.clock)}.`) : null,
        h("form.sit-down", { onsubmit: claim }, h("label", null, "Your name", name), h("button.primary.big", { type: "submit", "data-testid": "claim" }, `Sit down as ${side}`)),
        h("div.row", null, info.lessons.length ? h("a.button", { href: `#/learn/${info.slug}`, "data-testid": "invited-learn" }, "Learn in ten minutes first") : null,
          h("button", { type: "button", "data-testid": "just-watch", onclick: watch }, "Just watch")),
        h("p.faint", null, "No account is needed. The link leads back to your seat for good.")),
      h("div.about-game", null,
        info.portrait.history ? h("p.history", null, info.portrait.history) : null,
        h("p", null, scenario?.summary ?? info.summary),
        h("dl.facts", null, [["Length", info.portrait.length], ["For whom", info.portrait.audience], ["Optional rules", options.map((o) => o.title).join(", ")], ["Dice", whoseDice(table), "whose-dice"], ["Out of time", table.clock ? whenOutWords(table.clock) : "", "clock-terms"]].map(([title, words, testid]) => (words ? h("div", null, h("dt", null, title), h("dd", { "data-testid": testid }, words)) : null))))));
}

/** Somebody has claimed the invitation: who sits there, and what else can be done. @param {HTMLElement} root @param {string} id @param {string} key @param {TableDocument} table */
async function showTaken(root, id, key, table) {
  const { info } = await gameDocument(table.game);
  const who = table.seats.find((s) => table.invited.includes(s.side))?.name || "Somebody";
  fill(root, h("main.lobby.invited", { "data-testid": "taken" },
    h("header", null, h("h1", null, h("a", { href: "#/" }, "Trenchline")), h("p", null, "This seat is taken")),
    h("article.sheet.invitation-page", null, boardPicture(info, true),
      h("div.words", null, h("h2", null, info.title), h("p.scenario", null, scenarioTitle(info, table.scenario)),
        h("p", null, `${who} plays ${listed(table.invited, "and")} at this table. You can watch.`),
        h("div.row", null,
          h("button.primary.big", { type: "button", "data-testid": "taken-watch", onclick: () => openWatch(id, key).catch(showFault) }, "Watch"),
          h("a.button", { href: "#/" }, "All my tables")),
        h("p.faint", null, "Is it your seat? Open this link in the browser you took it with, or ", h("a", { href: "#/account" }, "sign in"), ".")))));
}

/** @param {string} id @param {string} key */
export async function openWatch(id, key) {
  await call("GET", `api/tables/${id}`, { key });
  keepKey(id, key, { watch: true });
  goQuietly(`t/${id}`);
}

/** @param {HTMLElement} root @param {string} id @param {string} key */
export async function openSeat(root, id, key) {
  /** @type {TableDocument} */ const table = await call("GET", `api/tables/${id}`, { key });
  const arrive = (/** @type {string} */ mine) => {
    keepKey(id, mine, { sides: table.you, title: table.title });
    goQuietly(`t/${id}`);
  };
  if (table.holds !== "move") return arrive(key);
  const side = table.you.map(capital).join(" and ");
  fill(root, h("main.sheet.sorry", null,
    h("h1", null, table.title),
    h("p", null, `Play ${side} on this device from now on? The other device is told, and plays this seat no more.`),
    h("div.row", null,
      h("button.primary", { type: "button", "data-testid": "move-confirm", onclick: () => take().catch(showFault) }, `Play ${side} here`),
      h("a.button", { href: "#/" }, "Not now"))));

  async function take() {
    /** @type {{key: string}} */ const mine = await callOnce("POST", `api/tables/${id}/move/confirm`, { key });
    arrive(mine.key);
  }
}
