/** Answers that differ only in facing or mode: a rose of arrows for the facings, a row of words for the modes. */

import { h } from "../common/dom.js";
import { actionWords, capital, pointWords } from "../common/wording.js";
import { nameOf } from "./slots.js";

/** @import { Action } from "../types.js" */

/** Where each direction stands in a rose of three by three: column, row, and how far an arrow that points north is turned. @type {Record<string, [number, number, number]>} */
const ROSE = { NW: [1, 1, -45], N: [2, 1, 0], NE: [3, 1, 45], W: [1, 2, -90], E: [3, 2, 90], SW: [1, 3, -135], S: [2, 3, 180], SE: [3, 3, 135] };

/** @param {Action[]} stances @param {(action: Action) => void} press @param {boolean} busy @param {Action[]} [gone] those that cannot be chosen any more, and keep their place */
export function stanceButtons(stances, press, busy, gone = []) {
  if (!stances.length) return null;
  const modes = [...new Set(stances.map((a) => a.mode ?? ""))];
  return h("div.stances", { "data-testid": "stances" }, modes.map((mode) => {
    const same = stances.filter((a) => (a.mode ?? "") === mode);
    const turns = same.filter((a) => a.facing);
    return [
      same.filter((a) => !a.facing).map((action) => modeButton(action, press, busy || gone.includes(action))),
      turns.length ? rose(turns, mode, press, busy) : null,
    ];
  }));
}

/** @param {Action} action @param {(action: Action) => void} press @param {boolean} busy */
function modeButton(action, press, busy) {
  return h("button.big", { type: "button", "data-testid": `mode-${action.mode}`, "data-name": nameOf(action), disabled: busy, onclick: () => press(action) }, action.label || capital(action.mode ?? ""));
}

/** @param {Action[]} turns @param {string} mode @param {(action: Action) => void} press @param {boolean} busy */
function rose(turns, mode, press, busy) {
  return h("div.rose", { role: "group", "aria-label": mode ? `Facing, ${mode}` : "Facing" },
    h("span.rose-heart", null, mode || turns[0].unit || "Facing", h("small", null, turns[0].kind === "face" ? "turns" : "faces")),
    turns.map((action) => {
      const words = action.label || (action.facing ? capital(pointWords(action.facing)) : actionWords(action));
      const [column, row, turn] = ROSE[(action.facing ?? "").toUpperCase()] ?? [2, 2, 0];
      const arrow = h("span.rose-arrow", { "aria-hidden": "true" }, "\u2191");
      arrow.style.transform = `rotate(${turn}deg)`;
      const button = h("button", { type: "button", title: words, "aria-label": words, "data-testid": `facing-${action.facing}`, disabled: busy, onclick: () => press(action) }, arrow);
      button.style.gridArea = `${row} / ${column}`;
      return button;
    }));
}
