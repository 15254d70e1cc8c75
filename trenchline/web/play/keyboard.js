/** Playing by keys alone. Every key is told in the help. */

import { closeChooser, closeRefusal } from "../common/dialogs.js";
import { isControl, takesKeys } from "../common/focus.js";
import { openGoals } from "../panels/goals.js";
import { openHelp } from "./help.js";

/** @param {import("./play-screen.js").Play} play */
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
      play.actions.undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (press(play, event, target)) event.preventDefault();
  };
  // Before the map hears them: its own keys are for maps without a game.
  document.addEventListener("keydown", heard, true);
  return () => document.removeEventListener("keydown", heard, true);
}

/** @param {import("./play-screen.js").Play} play @param {KeyboardEvent} event @param {HTMLElement} target @returns {boolean} whether the key was used */
function press(play, event, target) {
  const { key } = event;
  const low = key.toLowerCase();
  if (key === "Enter" || key === " ") {
    if (takesKeys(target)) return false; // reached with Tab: the browser presses it
    if (key === " " && event.shiftKey) return Boolean(event.repeat || play.group.rest());
    const used = event.repeat || (key === "Enter" && play.cursor.cell ? play.cursor.click(event.shiftKey) : play.actions.pressPrimary());
    return used || isControl(target); // a control that was clicked is not pressed again
  }
  if (key.startsWith("Arrow")) return !target.closest("[role=tablist], [role=menu], [role=separator], input") && arrow(play, event);
  if (/^[1-9]$/.test(key)) return play.actions.pressNth(Number(key) - 1);
  if (low === "backspace" && event.shiftKey) return Boolean(play.actions.undoPhase());
  const command = commands(play)[low];
  if (command) command();
  return Boolean(command) || play.layerMenu.press(low);
}

/** @param {import("./play-screen.js").Play} play @returns {Record<string, () => unknown>} */
function commands(play) {
  return {
    n: () => play.cursor.next(1),
    p: () => play.cursor.next(-1),
    f: () => play.playMap.fit(),
    "+": () => play.playMap.zoom(1.25),
    "=": () => play.playMap.zoom(1.25),
    "-": () => play.playMap.zoom(0.8),
    backspace: () => play.actions.undo(),
    escape: () => closeOrLetGo(play),
    ".": () => play.group.again(),
    h: () => play.hint.ask(true),
    s: () => play.paceStrip.press(),
    "?": () => openHelp(play.game, play.layerMenu.keys),
    w: () => openGoals(play.session, play.view),
    x: () => play.menu.open(),
    t: () => (location.hash = `#/t/${play.session.id}/text`),
    d: () => play.cursor.cell && play.cursor.describe(),
    i: () => play.tellCounter(),
    a: () => play.tabs.show("fight"),
    l: () => play.tabs.show("log"),
    o: () => play.tabs.show("forces"),
    k: () => play.tabs.show("charts"),
    m: () => play.tabs.show("chat"),
  };
}

/** Close what is open; else let go of what is chosen; else take the last step back if it was only a choice of unit. @param {import("./play-screen.js").Play} play */
function closeOrLetGo(play) {
  closeRefusal();
  play.tooltip.hide();
  const closed = [closeChooser(), play.playMap.fold(), play.closeSheets(), play.layerMenu.close()]; // each of them
  if (closed.some(Boolean)) return;
  if (play.replaying) play.replay.now();
  else if (play.orders.disarm()) return;
  else if (play.actions.pending) play.actions.confirmLater(null);
  else if (play.hint.found || play.hint.fault) play.hint.close();
  else if (play.group.party.size || play.group.gathering) play.group.gather(false);
  else if (play.selected) play.select("");
  else if (play.actions.canStepBack()) play.actions.undo();
  else if (play.cursor.cell) play.cursor.set("");
}

/** Arrows walk from cell to cell; with Shift they move the map. @param {import("./play-screen.js").Play} play @param {KeyboardEvent} event */
function arrow(play, event) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
  if (event.shiftKey) return play.playMap.pan(dx, dy);
  return play.cursor.walk(dx, dy);
}
