/** What is kept on this device of how its players are told. */

/** @import { HowTold } from "../types.js" */
/** Whether this browser is told, which seats the server was told of it and by which subscription; what guests have chosen, and for which seats. @typedef {{on?: boolean, pushed?: string, endpoint?: string, how?: HowTold, chosen?: string}} Kept */

const STORE = "trenchline.told";

/** @returns {Kept} */
export function kept() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Kept} more */
export function keep(more) {
  localStorage.setItem(STORE, JSON.stringify({ ...kept(), ...more }));
}

/** Whether this browser is told by push: then the page need not. */
export function pushIsOn() {
  return Boolean(kept().on) && "Notification" in window && Notification.permission === "granted";
}

/** Whether anything was chosen here: then there is something to keep true. */
export function toldHere() {
  const { on, how } = kept();
  return Boolean(on || how);
}
