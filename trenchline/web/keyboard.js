/** Playing by keys alone. Every key is told in the help. */

import { closeChooser, closeNote } from "./dialog.js";
import { openHelp } from "./help.js";

/** @param {import("./play.js").Play} play */
export function listenToKeys(play) {
  const heard = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea, select, [contenteditable]")) {
      if (event.key === "Escape") target.blur();
      if (!(target instanceof HTMLInputElement && target.type === "range")) return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      play.acting.undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (press(play, event, target)) event.preventDefault();
  };
  // Before the map hears them: its own keys are for maps without a game.
  document.addEventListener("keydown", heard, true);
  return () => document.removeEventListener("keydown", heard, true);
}

/** @param {import("./play.js").Play} play @param {KeyboardEvent} event @param {HTMLElement} target @returns {boolean} whether the key was used */
function press(play, event, target) {
  const { key } = event;
  const low = key.toLowerCase();
  if (key === "Enter" || key === " ") {
    if (target.closest("button, a, summary, [role=menu]")) return false;
    if (key === "Enter" && play.cursor.cell) return play.cursor.click();
    return play.acting.pressPrimary();
  }
  if (key.startsWith("Arrow")) return !target.closest("[role=tablist], [role=menu], input") && arrow(play, event);
  if (/^[1-9]$/.test(key)) return play.acting.pressNth(Number(key) - 1);
  const command = commands(play)[low];
  if (command) command();
  return Boolean(command) || play.overlays.press(low);
}

/** @param {import("./play.js").Play} play @returns {Record<string, () => unknown>} */
function commands(play) {
  return {
    n: () => play.cursor.next(1),
    p: () => play.cursor.next(-1),
    f: () => play.stage.fit(),
    "+": () => play.stage.zoom(1.25),
    "=": () => play.stage.zoom(1.25),
    "-": () => play.stage.zoom(0.8),
    backspace: () => play.acting.undo(),
    escape: () => escape(play),
    h: () => play.hint.ask(true),
    s: () => play.strip.press(),
    "?": () => openHelp(play.game, play.overlays),
    x: () => play.menu.open(),
    t: () => (location.hash = `#/t/${play.session.id}/text`),
    d: () => play.cursor.cell && play.cursor.describe(),
    a: () => play.tabs.show("fight"),
    l: () => play.tabs.show("log"),
    o: () => play.tabs.show("forces"),
    k: () => play.tabs.show("charts"),
    m: () => play.tabs.show("chat"),
  };
}

/** Close what is open; let go of what is chosen; else take the last step back if it was only a choice of unit. @param {import("./play.js").Play} play */
function escape(play) {
  closeChooser();
  closeNote();
  play.tip.hide();
  play.stage.fold();
  if (play.replaying) play.replay.now();
  else if (play.acting.pending) play.acting.confirmLater(null);
  else if (play.hint.found || play.hint.fault) play.hint.close();
  else if (play.selected) play.select("");
  else if (play.acting.canStepBack()) play.acting.undo();
  else if (play.cursor.cell) play.cursor.set("");
}

/** Arrows walk from cell to cell; with Shift they move the map. @param {import("./play.js").Play} play @param {KeyboardEvent} event */
function arrow(play, event) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
  if (event.shiftKey) return play.stage.pan(dx, dy);
  return play.cursor.walk(dx, dy);
}
