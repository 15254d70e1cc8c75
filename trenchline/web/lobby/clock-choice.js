/** The choice of a clock for a new table between people. */

import { h } from "../common/dom.js";

/** @import { Bot } from "../types.js" */

/** By name: title, what it means. @type {[string, string, string][]} */
const CLOCKS = [
  ["none", "No clock", "Everybody takes as long as he likes."],
  ["live", "Live", "In one sitting: a number of minutes each for the whole match, and some more every turn of the game."],
  ["blitz", "Blitz", "By correspondence: 24 hours each, 4 more a move, at most 72."],
  ["fast", "Fast", "By correspondence: 72 hours each, 12 more a move, at most 120."],
  ["slow", "Slow", "By correspondence: 72 hours each, 36 more a move, at most 240."],
];
const [MINUTES, LONGEST] = [60, 600];
const [INCREMENT, LARGEST] = [5, 60];

/** @param {Bot[]} players @param {string} usual the level that takes over unless another is chosen */
export function clockChoice(players, usual) {
  let chosen = "none";
  const minutes = number("clock-minutes", "Minutes each", MINUTES, 1, LONGEST);
  const increment = number("clock-increment", "Minutes more every turn", INCREMENT, 0, LARGEST);
  const live = h("div.clock-live", { hidden: true }, h("label", null, "Minutes each ", minutes), h("label", null, "More every turn ", increment));
  const takesOver = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", "data-testid": "clock-computer" }));
  const level = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Which computer", "data-testid": "clock-computer-level" }, players.map((p) => h("option", { value: p.id, selected: p.id === usual || null }, p.title))));
  const more = h("div.clock-more", { hidden: true }, players.length ? h("div.option", null, h("label.option", null, takesOver, h("span", null, h("b", null, "A computer may play on"), h("small", null, "For a player who is out of time, if the other side wants it."))), level) : null,
    h("p.faint", null, "When time runs out nothing happens by itself: the other side may claim the win or give more time. Clocks can be stopped if both sides agree; by correspondence each player has days of vacation."));
  const choose = (/** @type {string} */ name) => {
    chosen = name;
    live.hidden = name !== "live";
    more.hidden = name === "none";
  };
  const element = h("fieldset.clock-choice", { "data-testid": "clock-choice" }, h("legend", null, "Clock"),
    CLOCKS.map(([name, title, words]) => [h("label.option", null, h("input", { type: "radio", name: "clock", value: name, checked: name === chosen, "data-testid": `clock-${name}`, onchange: () => choose(name) }), h("span", null, h("b", null, title), h("small", null, words))), name === "live" ? live : null]),
    more);
  const value = () => {
    if (chosen === "none") return null;
    const computer = takesOver.checked ? level.value : "";
    return chosen === "live" ? { minutes: Number(minutes.value), increment: Number(increment.value), computer } : { pace: chosen, computer };
  };
  return { element, value };
}

/** @param {string} testid @param {string} label @param {number} value @param {number} min @param {number} max */
function number(testid, label, value, min, max) {
  return /** @type {HTMLInputElement} */ (h("input", { type: "number", inputmode: "numeric", value, min, max, step: 1, required: true, "aria-label": label, "data-testid": testid }));
}
