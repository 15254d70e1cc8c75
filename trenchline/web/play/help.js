/** Help: how it is played here, and every key. */

import { openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";

/** @import { GameDocument, LayerDocument } from "../types.js" */

const HOW = [
  "The box at the upper left says whose decision it is, what is asked and by which case of the rules. Hover over a case or a dotted word to read what it means; press it for all of it.",
  "What can act glows; what has moved or fired is pale. Click a unit, then where it goes; click a place to attack it. A stack asks which unit is meant. The right button shows everything that can be done in a place.",
  "Several go together: Shift and click each of them or their stack (on a phone: press Several, tap them), then click where they go: the map shows where all of them can go, and where only some. A counter can also be dragged, with Shift all of its stack (on a phone: press long, then drag); a gun is dragged onto its target. The same again gives the last order to the next counter.",
  "A click that is not allowed says why. Undo is free until dice have fallen.",
  "While a fight is put together the Fight tab shows both strengths, every shift, the exact odds and what the enemy can still add. Rest on another unit to see what it would change.",
  "Hint shows the best action on the map, with its reason. Do it takes exactly that action.",
  "The computer\u2019s moves are shown one by one, its reasons in italics in the log, unless they would tell a secret. Slow, Normal, Fast and At once set its speed; Skip to my turn passes over the rest.",
];

const KEYS = [
  ["Space", "the main answer (the dark button)"],
  ["Shift+Space", "the main answer to every question of this kind: all guns join and fire, all mines explode"],
  ["Shift+click", "on a target: everybody who can go against it, or fire at it, does"],
  ["1 to 9", "the first to ninth button"],
  ["N, P", "choose the next or previous counter that can still act; else the next place where something can be done"],
  ["Arrow keys", "walk from cell to cell; with Shift move the map"],
  ["Enter", "click the cell you walked to"],
  ["Shift+Enter", "take those in that cell to go together; Enter then sends them"],
  [". (full stop)", "the same order for the next counter"],
  ["D", "tell about that cell"],
  ["I", "what the counter under the pointer says; over none, the key to counters and map"],
  ["H", "a hint: the best action, with its reason"],
  ["S", "skip the computer\u2019s moves, to my turn"],
  ["Backspace, Ctrl+Z", "undo"],
  ["Shift+Backspace", "back to the start of the phase"],
  ["Escape", "let go, close, go back"],
  ["+, -, F", "zoom in, out, fit the map"],
  ["A, L, O, K, M", "fight, log, order of battle, charts, chat"],
  ["W", "what each side wants to win"],
  ["X", "table menu"],
  ["T", "text mode for screen readers"],
  ["?", "this help"],
];

/** @param {GameDocument} game @param {Map<string, LayerDocument>} layers by their keys */
export function openHelp(game, layers) {
  const own = [...layers].map(([key, { title, about }]) => [key.toUpperCase(), about ? `${title}: ${about}` : title]);
  openDialog("Help", [
    HOW.map((text) => h("p", null, text)),
    h("h3", null, "Keys"),
    h("dl.keys", null, [...KEYS, ...own].map(([key, what]) => h("div", null, h("dt", null, h("kbd", null, key)), h("dd", null, what)))),
    h("a.button", { href: `#/rules/${game.info.slug}`, target: "_blank" }, "The rules in our words"),
  ], [{ text: "Close" }], { wide: true, testid: "help" });
}
