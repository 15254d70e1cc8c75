/** Dice: drawn with pips, and entered by hand. */

import { fill, h, s } from "./dom.js";

/** @import { Action, TableDocument } from "../types.js" */

/** Where the pips of a face lie, on a grid of three by three. */
const FACES = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** One die as SVG in a box of 24. @param {number} face @param {string} [extra] class */
export function dieImage(face, extra = "") {
  return s("svg.die", { viewBox: "0 0 24 24", class: extra, role: "img", "aria-label": `die ${face}` }, dieShapes(face));
}

/** The shapes of a die, for drawing into another picture. @param {number} face */
export function dieShapes(face) {
  return [
    s("rect.die-body", { x: 1, y: 1, width: 22, height: 22, rx: 4 }),
    (FACES[face] ?? []).map((pip) => s("circle.die-pip", { cx: 6.5 + 5.5 * (pip % 3), cy: 6.5 + 5.5 * Math.floor(pip / 3), r: 2 })),
  ];
}

/** Whose dice a table has, and since when. @param {TableDocument} table */
export function whoseDice(table) {
  if (table.dice === "hand") return "The players roll their own dice and enter them by hand: you see them fall.";
  if (table.dice === "scripted") return "The dice were written down before the match and came with an upload: whoever made the table knows them.";
  if (table.dice === "known") return "The dice come from a seed that was uploaded: whoever made the table may know them.";
  if (!table.dice_since) return "The server rolls: fair dice that nobody knows beforehand, from the first one on.";
  return `The server rolls since action ${table.dice_since}, when this match was uploaded: fair dice that nobody knows beforehand. Those before are as the upload has them.`;
}

/** @param {number[] | undefined} faces */
export function diceRow(faces) {
  if (!faces?.length) return null;
  return h("span.dice", { "aria-label": `dice ${faces.join(" and ")}` }, faces.map((face) => dieImage(face)));
}

/**
 * Enter a roll made with real dice.
 * @param {Action[]} rolls the rolls that can be entered
 * @param {(action: Action) => void} enter
 */
export function diceEntryForm(rolls, enter) {
  const count = rolls[0].dice?.length ?? 1;
  /** @type {number[]} */ const chosen = new Array(count).fill(0);
  const box = h("div.dice-entry", { "data-testid": "dice-entry" });
  const draw = () => {
    const action = rolls.find((roll) => roll.dice?.every((face, i) => face === chosen[i]));
    fill(box,
      chosen.map((now, i) => h("div.row", { role: "radiogroup", "aria-label": count > 1 ? `Die ${i + 1}` : "The die" },
        [1, 2, 3, 4, 5, 6].map((face) => h("button.face", {
          type: "button", role: "radio", "aria-checked": String(now === face), "aria-label": String(face), "data-testid": `die-${i + 1}-${face}`,
          onclick: () => {
            chosen[i] = face;
            draw();
          },
        }, dieImage(face))))),
      h("button.primary", { type: "button", "data-testid": "enter-dice", disabled: !action, onclick: () => action && enter(action) }, count > 1 ? "Enter these dice" : "Enter this die"));
  };
  draw();
  return box;
}
