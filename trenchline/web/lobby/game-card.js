/** What the front page shows of a game: its board, how long and how large it is, whom it suits; and the way back to where I was. */

import { h } from "../common/dom.js";
import { fileAt } from "../common/files.js";
import { ago, counted } from "../common/wording.js";
import { keptTables } from "../connection/keyring.js";

/** @import { GameInfo } from "../types.js" */

/** @param {GameInfo} game @param {boolean} [eager] whether it is in sight at once */
export function gamePortrait(game, eager = false) {
  const { history, length, audience } = game.portrait;
  const facts = [["Length", length], ["Size", `${counted(game.counters, "counter")} on ${counted(game.cells, "cell")}`], ["For whom", audience]].filter(([, words]) => words);
  return [
    boardPicture(game, eager), h("h2", null, game.title), history ? h("p.history", null, history) : null, h("p", null, game.summary),
    h("dl.facts", null, facts.map(([name, words]) => h("div", null, h("dt", null, name), h("dd", null, words)))),
  ];
}

/** A game that has no picture does without. @param {GameInfo} game @param {boolean} eager */
function boardPicture(game, eager) {
  const src = fileAt(`pictures/${game.slug}.jpg`);
  const picture = h("img.board-picture", { src, alt: "", width: 400, height: 250, loading: eager ? "eager" : "lazy", fetchpriority: eager ? "high" : "low", decoding: "async", "data-testid": `picture-${game.slug}` });
  picture.addEventListener("error", () => picture.remove());
  return picture;
}

/** The table that was opened last on this device. */
export function wayBack() {
  const opened = Object.entries(keptTables()).filter(([, table]) => table.opened).sort(([, a], [, b]) => Number(b.opened) - Number(a.opened));
  if (!opened.length) return null;
  const [id, table] = opened[0];
  return h("a.table-row.way-back", { href: `#/t/${id}`, "data-testid": "continue" },
    h("span", null, h("b", null, "Continue where I was"), h("small", null, table.title ?? "A table")),
    h("span.when", null, h("small", null, ago(Math.round(Number(table.opened) / 1000)))));
}
