/** The page and its service worker: it is started once the page is at rest, is asked for news of the client, and leads a click on a notification here. */

import { currentPage, go, root } from "../common/address.js";
import { h } from "../common/dom.js";
import { fileAt } from "../common/files.js";

const BETWEEN = 10 * 60_000; // ms between two looks for a new version
const SETTLED = 3000; // ms after which the page has loaded what it needs first

let looked = 0;

/** The worker of this page, where the browser has such and lets pages of this address have one. @returns {Promise<ServiceWorkerRegistration | null>} */
export async function worker() {
  if (!("serviceWorker" in navigator)) return null; // an address without https
  return (await navigator.serviceWorker.getRegistration(root.href).catch(() => null)) ?? null;
}

/** Start the worker, and hear what it says. */
export function startWorker() {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (data.where) ports[0].postMessage(currentPage());
    if (typeof data.open === "string" && currentPage() !== data.open) go(data.open);
    if (data.edition && !ofThisPage(data.edition)) tellUpdate();
  });
  setTimeout(() => navigator.serviceWorker.register(new URL("worker.js", root), { updateViaCache: "none" }).catch(() => {}), SETTLED);
  document.addEventListener("visibilitychange", () => !document.hidden && lookForUpdate());
}

/** Whether there is a new version of the client: asked when the page is seen again, and when the server was away. */
export async function lookForUpdate() {
  if (Date.now() - looked < BETWEEN) return;
  looked = Date.now();
  await (await worker())?.update().catch(() => {}); // offline: another time
}

/** The server was away: perhaps for an update. */
export function serverIsBack() {
  looked = 0;
  return lookForUpdate();
}

/** @param {string} edition */
function ofThisPage(edition) {
  return fileAt("").includes(`/${edition}/`);
}

/** Nobody's page is taken from under his hands: he is told. */
function tellUpdate() {
  if (document.getElementById("update")) return;
  const note = h("div.update-note", { id: "update", role: "status", "data-testid": "update-note" }, h("span", null, "Trenchline has been updated. Nothing is lost when you reload."),
    h("button.primary", { type: "button", "data-testid": "update-reload", onclick: () => location.reload() }, "Reload"),
    h("button", { type: "button", onclick: () => note.remove() }, "Later"));
  document.body.append(note);
}
