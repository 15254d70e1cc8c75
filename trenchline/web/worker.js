/**
 * The service worker. It keeps the client, the rules and the lessons for when there is no network, shows what the server pushes, and
 * leads a click on it to the table. What is played goes past it: a lost connection is the page's business.
 *
 * The server writes the edition before these lines (server/client_files.py): a new version of the client is a new worker. The page is
 * always asked of the server first, so that an old client never meets a new server.
 */

/** @import { Edition, PushNote, WorkerClick, WorkerEvent, WorkerFetch, WorkerPage, WorkerPush, WorkerRenewal, WorkerScope } from "./types.js" */

const scope = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));
const { version, place, files, paths: shellPaths } = /** @type {{EDITION: Edition}} */ (/** @type {unknown} */ (self)).EDITION;
const ROOT = new URL("./", scope.location.href);
const SHELL = `trenchline-client-${version}`;
const SHELLS = /^trenchline-client-/;
const TEXTS = "trenchline-texts"; // rules and lessons as they were read last
const OWN = "trenchline-own"; // what the page has told the worker
const TEXT = /^api\/games(\/[\w-]+(\/reference|\/lessons\/\d+)?)?$/;
const LESSONS = [1, 2];
const ASLEEP = 1000; // ms without an answer, after which a page is left alone
const AT_ONCE = 8; // files that are asked for beside each other: the page goes first

scope.addEventListener("install", (/** @type {WorkerEvent} */ event) => event.waitUntil(_install()));
scope.addEventListener("activate", (/** @type {WorkerEvent} */ event) => event.waitUntil(_activate()));
scope.addEventListener("push", (/** @type {WorkerPush} */ event) => event.waitUntil(_show(_note(event))));
scope.addEventListener("notificationclick", (/** @type {WorkerClick} */ event) => {
  event.notification.close();
  event.waitUntil(_lead(String(event.notification.data ?? "#/")));
});
scope.addEventListener("pushsubscriptionchange", (/** @type {WorkerRenewal} */ event) => event.waitUntil(_renew(event)));
scope.addEventListener("fetch", (/** @type {WorkerFetch} */ event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== ROOT.origin || !url.pathname.startsWith(ROOT.pathname)) return;
  const path = url.pathname.slice(ROOT.pathname.length);
  if (event.request.mode === "navigate") {
    if (path === "" || path === "index.html" || shellPaths.includes(path.split("/")[0])) event.respondWith(_page(event.request));
  } else if (path.startsWith("v/")) event.respondWith(_file(event.request, path));
  else if (TEXT.test(path)) event.respondWith(_text(event.request));
});

// ---------------------------------------------------------------- keeping

async function _install() {
  const shell = await caches.open(SHELL);
  const page = await fetch(ROOT, { cache: "no-cache" });
  const text = await page.text();
  if (!page.ok || !text.includes(place)) throw new Error("The server has another edition by now: its worker comes next.");
  for (let i = 0; i < files.length; i += AT_ONCE) await shell.addAll(files.slice(i, i + AT_ONCE).map((name) => new URL(place + name, ROOT).href));
  await shell.put(ROOT, new Response(_fromAnywhere(text), { headers: _policies(page) }));
  await _keepTexts().catch(() => {}); // they come when they are read
  await scope.skipWaiting();
}

/** The page for a path of any depth: what it loads by whole paths. @param {string} text */
function _fromAnywhere(text) {
  const base = ROOT.pathname;
  return text.replace(/(href|src)="(?=v\/|manifest\.)/g, (link) => link + base).replace('name="root" content="./"', `name="root" content="${base}"`);
}

/** What the server lets the page do, so that a kept page may do no more. @param {Response} page */
function _policies(page) {
  const kept = ["Content-Type", "Content-Security-Policy", "Referrer-Policy", "Permissions-Policy", "X-Content-Type-Options", "X-Frame-Options", "Cross-Origin-Opener-Policy"];
  return kept.flatMap((name) => (page.headers.has(name) ? [/** @type {[string, string]} */ ([name, page.headers.get(name)])] : []));
}

/** The rules and lessons of all games. */
async function _keepTexts() {
  const texts = await caches.open(TEXTS);
  const list = await fetch(new URL("api/games", ROOT));
  if (!list.ok) return;
  /** @type {{games: {slug: string, lessons: string[]}[]}} */ const { games } = await list.clone().json();
  await texts.put(new URL("api/games", ROOT), list);
  for (const { slug, lessons } of games) {
    const wanted = ["reference", ...LESSONS.slice(0, lessons.length).map((n) => `lessons/${n}`)];
    await texts.addAll(wanted.map((name) => new URL(`api/games/${slug}/${name}`, ROOT).href));
  }
}

/** The edition before this one stays, for pages that are still open with it. */
async function _activate() {
  const shells = (await caches.keys()).filter((name) => SHELLS.test(name) && name !== SHELL);
  for (const name of shells.slice(0, -1)) await caches.delete(name);
  await scope.clients.claim();
  for (const page of await scope.clients.matchAll({ type: "window" })) page.postMessage({ edition: version });
}

// ---------------------------------------------------------------- answering

/** The page, from the server; without it as this edition has it. @param {Request} request */
async function _page(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && answer.status < 500) return answer;
  return (await caches.match(ROOT, { cacheName: SHELL })) ?? answer ?? Response.error();
}

/** A file whose address names what it holds. @param {Request} request @param {string} path */
async function _file(request, path) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && path.startsWith(place)) await (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
}

/** What is read, from the server; without it as it was read last. @param {Request} request */
async function _text(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer?.ok) await (await caches.open(TEXTS)).put(request, answer.clone());
  if (answer && answer.status < 500) return answer;
  return (await caches.match(request, { cacheName: TEXTS, ignoreVary: true })) ?? answer ?? Response.error();
}

// ---------------------------------------------------------------- what is pushed

/** @param {WorkerPush} event @returns {PushNote} */
function _note(event) {
  try {
    const note = event.data?.json();
    if (note?.title) return note;
  } catch { /* no message of ours; a browser wants one shown all the same */ }
  return { title: "Trenchline", body: "Something has happened at one of your tables.", url: "#/", tag: "tables" };
}

/** @param {PushNote} note */
function _show({ title, body, url, tag }) {
  const icon = (/** @type {string} */ name) => new URL(`icons/${name}.png`, ROOT).href;
  const look = { body, tag, renotify: true, icon: icon("192"), badge: icon("badge"), data: url };
  return scope.registration.showNotification(title, look);
}

/** To a page that has it open, to the list of tables if that is open, else to a new page. @param {string} url as `#/t/TABLE` */
async function _lead(url) {
  const wanted = url.replace(/^#\//, "");
  const pages = (await scope.clients.matchAll({ type: "window", includeUncontrolled: true })).filter((page) => page.url.startsWith(ROOT.href));
  const at = await Promise.all(pages.map(_where));
  const there = pages[at.indexOf(wanted)] ?? pages[at.indexOf("")];
  if (!there) return scope.clients.openWindow(new URL(`#/${wanted}`, ROOT).href);
  there.postMessage({ open: wanted });
  return there.focus();
}

/** What a page shows: a worker is told only with which address it began. @param {WorkerPage} page @returns {Promise<string>} */
function _where(page) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(String(data));
    setTimeout(() => resolve("asleep"), ASLEEP);
    page.postMessage({ where: true }, [port2]);
  });
}

/** The browser has another subscription: the server knows it by the one it had. @param {WorkerRenewal} event */
async function _renew(event) {
  const own = await caches.open(OWN);
  const kept = await (await own.match("subscription"))?.json();
  if (!kept) return;
  const fresh = event.newSubscription ?? (await scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: kept.pushKey }));
  const { endpoint, keys } = fresh.toJSON();
  const subscription = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth };
  const body = JSON.stringify({ before: kept.subscription, subscription, key: crypto.randomUUID() });
  await fetch(new URL("api/notices/browser/renew", ROOT), { method: "POST", headers: { "Content-Type": "application/json" }, body });
  await own.put("subscription", new Response(JSON.stringify({ ...kept, subscription })));
}
