/** The lobby: what waits for me, the games with the quickest way into each, a match to watch, open tables. */

import { signedIn } from "../account/account.js";
import { openDialog } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { settingsForm } from "../common/settings.js";
import { allowSetting } from "../play/table-menu.js";
import { gameCard, wayBack } from "./game-card.js";
import { matchesToWatch } from "./matches-to-watch.js";
import { myTables } from "./my-tables.js";
import { levelChoice } from "./new-table.js";
import { openTables } from "./open-tables.js";
import { catalogue } from "./start-table.js";
import { uploadButton } from "./upload.js";

const AGAIN = 15000;

/** @param {HTMLElement} root */
export async function openLobby(root) {
  const { games, players } = await catalogue();
  const mine = myTables(games);
  const watch = matchesToWatch(games, players);
  const open = openTables(games);
  const level = levelChoice(players);
  const [first] = games;
  fill(root, h("main.lobby.front", null,
    h("header", null, h("div", null, h("h1", null, "Trenchline"), h("p", null, "Board wargames of 1916, rules-exact, in the browser.")),
      h("nav", { "aria-label": "Trenchline" },
        h("a", { href: "#/account", "data-testid": "account-open" }, signedIn() ? "My account" : "Sign in"),
        h("a", { href: "#/notices", "data-testid": "notices-open" }, "Notifications"),
        h("button.plainly", { type: "button", "data-testid": "settings-open", onclick: () => openDialog("Settings", settingsForm(allowSetting)) }, "Settings"))),
    wayBack(),
    h("div.front-columns", null,
      h("div.front-main", null, mine.element,
        h("section.games", { "aria-label": "Play now" }, h("h2", null, "Play now"), level.element,
          h("p.faint.no-rules", null, level.element ? "You can begin without knowing the rules: the map shows what is possible, each refusal says why, and Hint shows the best action. No account is needed." : "Both sides on this device."),
          gameCard(first, { first: true, bot: level.value }))),
      h("aside.beside-games", { "aria-label": "Others" }, watch.element, open.element)),
    h("section.game-cards", { "aria-label": "More games" }, games.slice(1).map((game) => gameCard(game, { bot: level.value }))),
    h("footer.row", null, uploadButton(games, players), h("span.faint", null, signedIn() ? "Your tables are kept in your account." : "Your tables are kept on this device. Sign in to have them on every device."), h("a", { href: "api/docs" }, "API"))));
  const show = () => Promise.all([mine.show(), watch.show(), open.show()]);
  await mine.show();
  show();
  const timer = setInterval(show, AGAIN);
  document.addEventListener("visibilitychange", show);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", show);
    watch.stop();
  };
}
