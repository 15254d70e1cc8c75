/** The front door: which page the address means, and what to say when a page does not open. */

import { accountTables, followSettings } from "./account/account.js";
import { toldHere } from "./account/told-kept.js";
import { currentPage, followLinks, go, root, tidyAddress } from "./common/address.js";
import { closeChooser, closeRefusal } from "./common/dialogs.js";
import { fill, h } from "./common/dom.js";
import { watchFocus } from "./common/focus.js";
import { applySettings } from "./common/settings.js";
import { typefaces } from "./common/typefaces.js";
import { ApiError, call } from "./connection/api.js";
import { forgetTable, keepKey, keyOf } from "./connection/keyring.js";
import { startWorker } from "./connection/worker-link.js";
import { resetTitle } from "./play/turn-notice.js";

/** @import { WatchKey } from "./types.js" */

/** Each page is loaded when it is first opened. @type {[RegExp, (root: HTMLElement, ...parts: string[]) => Promise<(() => void) | void>][]} */
const PAGES = [
  [/^$/, async (root) => (await import("./lobby/lobby.js")).openLobby(root)],
  [/^new(?:\/([\w-]+))?(?:\/([\w-]+))?(?:\/(\d))?$/, async (root, ...chosen) => (await import("./lobby/new-table.js")).openNewTable(root, ...chosen)],
  [/^join\/([\w-]+)\/([\w-]+)$/, async (root, id, key) => (await import("./lobby/invitations.js")).openJoin(root, id, key)],
  [/^watch\/([\w-]+)\/([\w-]+)$/, async (_root, id, key) => (await import("./lobby/invitations.js")).openWatch(id, key)],
  [/^seat\/([\w-]+)\/([\w-]+)$/, async (root, id, key) => (await import("./lobby/invitations.js")).openSeat(root, id, key)],
  [/^t\/([\w-]+)$/, (root, id) => play(root, id)],
  [/^t\/([\w-]+)\/(replay|log)(?:\/(\d+))?$/, (root, id, where, at) => play(root, id, { at: Number(at ?? 0), log: where === "log" })],
  [/^t\/([\w-]+)\/dice$/, async (root, id) => (await import("./pages/dice-page.js")).openDice(id, root)],
  [/^t\/([\w-]+)\/text$/, async (root, id) => (await import("./pages/text-mode.js")).openText(id, root)],
  [/^account$/, async (root) => (await import("./account/account-page.js")).openAccount(root)],
  [/^notices$/, async (root) => (await import("./account/notices-page.js")).openNotices(root)],
  [/^sign-in\/([\w-]+)$/, async (root, token) => (await import("./account/account-page.js")).openSignIn(root, token)],
  [/^confirm\/([\w-]+)$/, async (root, token) => (await import("./account/account-page.js")).openConfirm(root, token)],
  [/^cups\/([\w-]+)$/, async (root, id) => (await import("./pages/cup-page.js")).openCup(root, id)],
  [/^players\/([\w-]+)$/, async (root, page) => (await import("./pages/player-page.js")).openPlayer(root, page)],
  [/^learn\/([\w-]+)(?:\/(\d))?$/, (root, slug, number) => learn(root, slug, Number(number ?? 1))],
  [/^rules\/([\w-]+)(?:\/(.+))?$/, async (root, slug, wanted) => (await import("./pages/rules-page.js")).openRulesPage(slug, root, wanted)],
];

/** All modules of a table at once, rather than each when the one before has been read: the server lists them in the page. @param {"modulepreload" | "prefetch"} how at once, or when there is nothing else to do */
function bringPlayModules(how) {
  const told = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=play-modules]"));
  document.head.append(...(told?.content.split(" ") ?? []).map((path) => h("link", { rel: how, href: new URL(path, root).href })));
  told?.remove();
}

/** The table is asked for while the play screen is still being loaded. @param {HTMLElement} root @param {string} id @param {import("./play/play-screen.js").Moment} [moment] */
async function play(root, id, moment) {
  bringPlayModules("modulepreload");
  const opened = import("./connection/session.js").then(async ({ openSession }) => {
    if (!keyOf(id)) await accountTables(); // a seat that was taken on another device
    if (!keyOf(id)) await lookOn(id);
    return openSession(id);
  });
  opened.catch(() => {}); // told below
  typefaces(); // on their way
  const { openPlay } = await import("./play/play-screen.js");
  return openPlay(await opened, root, moment);
}

/** A lesson at its table; while the server cannot be reached its words alone. @param {HTMLElement} root @param {string} slug @param {number} number */
async function learn(root, slug, number) {
  const { lessonTable } = await import("./lesson/start-lesson.js");
  try {
    return await play(root, await lessonTable(slug, number));
  } catch (fault) {
    const lost = fault instanceof ApiError && fault.lost;
    if (!lost || !(await (await import("./lesson/lesson-to-read.js")).showLesson(root, slug, number))) throw fault;
  }
}

/** A table of somebody else's, if anybody may look on. @param {string} id */
async function lookOn(id) {
  /** @type {WatchKey | null} */ const found = await call("GET", `api/tables/${id}/watch`).catch((fault) => {
    if (fault instanceof ApiError && fault.status === 401) throw new ApiError(401, { code: "private", reason: "Only its players, and whoever has the link for onlookers, can open this table." });
    throw fault;
  });
  if (found) keepKey(id, found.watch, { watch: true });
}

/** @type {(() => void) | undefined} */
let leave;
let opening = 0;
let routed = ""; // the address that is shown

async function route() {
  const turn = ++opening;
  const path = tidyAddress();
  routed = location.href;
  leave?.();
  leave = undefined;
  closeChooser();
  closeRefusal();
  resetTitle();
  for (const open of document.querySelectorAll("dialog, .hand-over, .tip")) open.remove();
  const root = /** @type {HTMLElement} */ (document.getElementById("page"));
  fill(root, h("p.loading", { role: "status" }, "Unfolding the map"));
  for (const [shape, open] of PAGES) {
    const found = shape.exec(path);
    if (!found) continue;
    try {
      const end = (await open(root, ...found.slice(1))) || undefined;
      if (turn === opening) leave = end;
      else end?.();
      if (toldHere()) import("./account/told-here.js").then(({ keepTold }) => keepTold()); // there may be a new seat here, or somebody may have signed in
    } catch (fault) {
      if (turn === opening) fill(root, sorry(fault, path));
    }
    return;
  }
  fill(root, sorry(new ApiError(404, { reason: "There is no such page." }), path));
}

/** @param {unknown} fault @param {string} path */
function sorry(fault, path) {
  const known = fault instanceof ApiError;
  if (!known) console.error(fault);
  const table = /^t\/([\w-]+)/.exec(path)?.[1] ?? "";
  if (known && fault.code === "private") return privateTable(fault.message);
  const gone = known && (fault.status === 401 || fault.status === 404);
  if (known && fault.lost) setTimeout(() => currentPage() === path && route(), 4000);
  return h("main.sheet.sorry", { role: "alert" },
    h("h1", null, known ? (gone ? `This ${table ? "table" : "page"} does not open` : "Not now") : "Something went wrong"),
    h("p", null, known ? fault.message : "The page could not be shown. Nothing is lost: everything is kept on the server."),
    known && fault.lost ? h("p", null, "Trying again by itself.") : null,
    h("div.row", null,
      known && fault.code === "signed-out" ? h("a.button.primary", { href: "#/account" }, "Sign in") : null,
      h("button.primary", { type: "button", onclick: route }, "Try again"), h("a.button", { href: "#/" }, "All my tables"),
      gone && table ? h("button", { type: "button", onclick: () => { forgetTable(table); go(""); } }, "Forget this table") : null));
}

/** Somebody has shared the address of a table that is not for everybody: what he can do instead. @param {string} why */
function privateTable(why) {
  return h("main.sheet.sorry", { role: "alert", "data-testid": "private-table" },
    h("h1", null, "This table is private"), h("p", null, why),
    h("p", null, "Do you play here? Open it in the browser in which you took your seat, or sign in. If a friend sent you this address, ask for the link for onlookers: it is in the menu of the table, under Share."),
    h("div.row", null, h("a.button.primary", { href: "#/account" }, "Sign in"), h("a.button", { href: "#/" }, "Watch another match, or play one")));
}

applySettings();
watchFocus();
followSettings();
followLinks();
startWorker();
addEventListener("popstate", route);
addEventListener("hashchange", () => location.href !== routed && route()); // also where a browser takes it for no step in its history
route().then(() => (window.requestIdleCallback ?? setTimeout)(() => bringPlayModules("prefetch")));
