/**
 * The addresses of our pages. A page has a path that can be shared, as `/t/TABLE/replay/20` or `/rules/GAME/9.42`. In links of
 * ours and in older ones the same stands behind `#/`. A key stands behind `#` only, where no server and no other site sees it.
 */

import "./files.js"; // takes its own bearings, too
import { SHELL_PATHS } from "./shell-paths.js";

const WITH_KEY = /^(join|watch|seat|sign-in|confirm)\b/; // what follows opens something: it is not to be shared
const INVITES = /^(join|watch)\/[\w-]+\/([\w-]+)$/; // with the game, which the preview of the link shows

const told = globalThis.document?.querySelector("meta[name=root]")?.getAttribute("content") ?? "./";
/** Where the client lies. Taken before the address changes. */
export const root = new URL(told, globalThis.location?.href.split("#")[0] ?? "http://localhost/");

/** The address of a page. @param {string} page as `t/TABLE`, or `#/t/TABLE` */
export function pageUrl(page) {
  const path = page.replace(/^#?\//, "");
  const shared = !path || (SHELL_PATHS.includes(path.split("/")[0]) && !WITH_KEY.test(path));
  return new URL(`${root.href}${shared ? "" : "#/"}${path}`).href; // whatever the path is, it stays on this site
}

/** A link with a key behind `#`, which previews itself by its game. @param {"join" | "watch"} how @param {string} game @param {string} table @param {string} key @param {string} [site] where others find it */
export function keyedUrl(how, game, table, key, site = root.href) {
  return `${new URL(`${how}/${game}/${table}`, site).href}#${key}`;
}

/** The page that an address of ours means; null for one that is no page of ours. @param {string} address */
export function pageOf(address) {
  const url = new URL(address, root);
  if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname) || url.search) return null;
  if (url.hash.startsWith("#/")) return plain(url.hash.slice(2));
  const path = plain(url.pathname.slice(root.pathname.length).replace(/^index\.html$/, ""));
  if (path && !SHELL_PATHS.includes(path.split("/")[0])) return null;
  const invited = INVITES.exec(path);
  const behind = plain(url.hash.slice(1));
  if (invited) return `${invited[1]}/${invited[2]}/${behind}`;
  return behind && /^rules\/[\w-]+$/.test(path) ? `${path}/${behind}` : path;
}

/** @param {string} text */
function plain(text) {
  try {
    return decodeURI(text).replace(/\/$/, "");
  } catch {
    return text; // a stray percent sign
  }
}

/** The page that is open. */
export function currentPage() {
  return pageOf(location.href.replace(/\?[^#]*/, "")) ?? "";
}

/** The page that is open; its address is written as it can be shared, if there is no key in it. */
export function tidyAddress() {
  const page = currentPage();
  if (!WITH_KEY.test(page) || !/^(?:(?:join|watch)\/.*)?$/.test(location.pathname.slice(root.pathname.length))) standAt(page);
  return page;
}

/** Let the address say where we are, without going anywhere. @param {string} page */
export function standAt(page) {
  const url = pageUrl(page);
  if (location.href !== url) history.replaceState(null, "", url);
}

/** Open a page. @param {string} page */
export function go(page) {
  history.pushState(null, "", pageUrl(page));
  arrive();
}

/** Open a page in place of this one, which may have a key in its address. @param {string} page */
export function goQuietly(page) {
  standAt(page);
  arrive();
}

/** Whoever is leaving may finish what he does. */
function arrive() {
  setTimeout(() => dispatchEvent(new PopStateEvent("popstate")));
}

/** Links of ours are followed without loading everything anew. */
export function followLinks() {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest?.("a[href]") ?? null);
    const page = link && !link.target && !link.download ? pageOf(link.href) : null;
    if (page === null) return;
    event.preventDefault();
    go(page);
  });
}
