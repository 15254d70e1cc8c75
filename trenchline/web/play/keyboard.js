/** Playing by keys alone. Every key is told in the help. */

import { go } from "../common/address.js";
import { closeChooser, closeRefusal } from "../common/dialogs.js";
import { isControl, takesKeys } from "../common/focus.js";
import { openGoals } from "../panels/goals.js";
import { openHelp } from "./help.js";

/** @import { Session } from "../connection/session.js" */
/** @import { Tabs } from "../panels/tabs.js" */
/** @import { Actions } from "./actions.js" */
/** @import { PaceStrip } from "./bot-pace.js" */
/** @import { Group } from "./group.js" */
/** @import { Hint } from "./hint.js" */
/** @import { KeyCursor } from "./key-cursor.js" */
/** @import { LayerMenu } from "./layer-menu.js" */
/** @import { Orders } from "./orders.js" */
/** @import { PlayMap } from "./play-map.js" */
/** @import { Replay } from "./replay.js" */
/** @import { Shown } from "./shown.js" */
/** @import { Menu } from "./table-menu.js" */
/** @import { Tooltip } from "./tooltip.js" */
/**
 * What keys do something with. `tell` says all of the counter at hand, `closeSheets` whether a sheet covered the map.
 * @typedef {{session: Session, store: Shown, playMap: PlayMap, actions: Actions, orders: Orders, group: Group, cursor: KeyCursor, hint: Hint, paceStrip: PaceStrip, replay: Replay, tooltip: Tooltip, layerMenu: LayerMenu, menu: Menu, tabs: Tabs, tell: () => void, closeSheets: () => boolean}} Keyed
 */

/** @param {Keyed} keyed */
export function listenToKeys(keyed) {
  const heard = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea, select, [contenteditable]")) {
      if (event.key === "Escape") target.blur();
      if (!(target instanceof HTMLInputElement && target.type === "range")) return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      keyed.actions.undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (press(keyed, event, target)) event.preventDefault();
  };
  // Before the map hears them: its own keys are for maps without a game.
  document.addEventListener("keydown", heard, true);
  return () => document.removeEventListener("keydown", heard, true);
}

/** @param {Keyed} keyed @param {KeyboardEvent} event @param {HTMLElement} target @returns {boolean} whether the key was used */
function press(keyed, event, target) {
  const { key } = event;
  const low = key.toLowerCase();
  if (key === "Enter" || key === " ") {
    if (takesKeys(target)) return false; // reached with Tab: the browser presses it
    if (key === " " && event.shiftKey) return Boolean(event.repeat || keyed.group.rest());
    const used = event.repeat || (key === "Enter" && keyed.cursor.cell ? keyed.cursor.click(event.shiftKey) : keyed.orders.pressPrimary());
    return used || isControl(target); // a control that was clicked is not pressed again
  }
  if (key.startsWith("Arrow")) return !target.closest("[role=tablist], [role=menu], [role=separator], input") && arrow(keyed, event);
  if (/^[1-9]$/.test(key)) return keyed.orders.pressNth(Number(key) - 1);
  if (low === "backspace" && event.shiftKey) return Boolean(keyed.actions.undoPhase());
  const command = commands(keyed)[low];
  if (command) command();
  return Boolean(command) || keyed.layerMenu.press(low);
}

/** @param {Keyed} keyed @returns {Record<string, () => unknown>} */
function commands(keyed) {
  return {
    n: () => keyed.cursor.next(1),
    p: () => keyed.cursor.next(-1),
    f: () => keyed.playMap.fit(),
    "+": () => keyed.playMap.zoom(1.25),
    "=": () => keyed.playMap.zoom(1.25),
    "-": () => keyed.playMap.zoom(0.8),
    backspace: () => keyed.actions.undo(),
    escape: () => closeOrLetGo(keyed),
    ".": () => keyed.group.again(),
    h: () => keyed.hint.ask(true),
    s: () => keyed.paceStrip.press(),
    "?": () => openHelp(keyed.session.game, keyed.layerMenu.keys),
    w: () => openGoals(keyed.session, keyed.store.view),
    x: () => keyed.menu.open(),
    t: () => go(`t/${keyed.session.id}/text`),
    d: () => keyed.cursor.cell && keyed.cursor.describe(),
    i: () => keyed.tell(),
    a: () => keyed.tabs.show("fight"),
    l: () => keyed.tabs.show("log"),
    o: () => keyed.tabs.show("forces"),
    k: () => keyed.tabs.show("charts"),
    m: () => keyed.tabs.show("chat"),
  };
}

/** Close what is open; else let go of what is chosen; else take the last step back if it was only a choice of unit. @param {Keyed} keyed */
function closeOrLetGo(keyed) {
  closeRefusal();
  keyed.tooltip.hide();
  const closed = [closeChooser(), keyed.playMap.fold(), keyed.closeSheets(), keyed.layerMenu.close()]; // each of them
  if (closed.some(Boolean)) return;
  if (keyed.store.replaying) keyed.replay.now();
  else if (keyed.orders.disarm()) return;
  else if (keyed.actions.pending) keyed.actions.confirmLater(null);
  else if (keyed.hint.found || keyed.hint.fault) keyed.hint.close();
  else if (keyed.group.party.size || keyed.group.gathering) keyed.group.gather(false);
  else if (keyed.store.selected) keyed.store.select("");
  else if (keyed.actions.canStepBack()) keyed.actions.undo();
  else if (keyed.cursor.cell) keyed.cursor.set("");
}

/** Arrows walk from cell to cell; with Shift they move the map. @param {Keyed} keyed @param {KeyboardEvent} event */
function arrow(keyed, event) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
  if (event.shiftKey) return keyed.playMap.pan(dx, dy);
  return keyed.cursor.walk(dx, dy);
}
