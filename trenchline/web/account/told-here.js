/** How the players of this device are told: this browser's web push, and what guests have chosen, which new seats take over. */

import { ApiError, call, callOnce } from "../connection/api.js";
import { guestKeys } from "../connection/keyring.js";
import { worker } from "../connection/worker-link.js";
import { signedIn } from "./account.js";
import { keep, kept, pushIsOn } from "./told-kept.js";

/** @import { HowTold, SeatsTold, Telling, WaysTried } from "../types.js" */
/** Why this browser cannot be told, or whether it is. @typedef {"none" | "insecure" | "denied" | "off" | "on"} PushState */

const OWN = "trenchline-own"; // the worker reads it there

/** As long as nothing else was chosen. @returns {HowTold} */
export function usualWay() {
  return { minutes: null, quiet_from: "", quiet_until: "", zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC", daily: "", mail: false, webhook: "" };
}

/** What guests have chosen on this device. */
export function chosenHere() {
  return kept().how ?? usualWay();
}

/** @returns {Promise<PushState>} */
export async function pushState() {
  if (!isSecureContext) return "insecure";
  if (!("PushManager" in window) || !("Notification" in window) || !(await worker())) return "none";
  if (Notification.permission === "denied") return "denied";
  return pushIsOn() ? "on" : "off";
}

/** Who is to be told here: whoever is signed in, and the seats of guests. */
function owners() {
  return JSON.stringify([signedIn(), ...guestKeys().sort()]);
}

// ---------------------------------------------------------------- this browser

/** Ask the browser for leave, and tell the server where it takes messages. Call it on a click. */
export async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") throw new ApiError(400, { reason: "The browser does not allow notifications for this page. Its settings for this site can change that." });
  await register();
  keep({ on: true });
}

export async function switchOff() {
  keep({ on: false, pushed: "" });
  const subscription = await (await worker())?.pushManager.getSubscription();
  if (!subscription) return;
  await callOnce("DELETE", "api/notices/browser", { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

/** Subscribe, or find the subscription there is, and tell the server whose it is. */
async function register() {
  const registration = await worker();
  if (!registration) throw new ApiError(400, { reason: "This browser has not yet prepared itself to be told. Reload the page and try again." });
  /** @type {Telling} */ const { push_key } = await call("GET", "api/notices");
  const made = await subscribed(registration.pushManager, push_key);
  const { endpoint, keys } = made.toJSON();
  const subscription = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth };
  await (await caches.open(OWN)).put("subscription", new Response(JSON.stringify({ subscription, pushKey: push_key })));
  await callOnce("POST", "api/notices/browser", { body: { keys: guestKeys(), subscription } });
  keep({ pushed: owners(), endpoint });
}

/** A subscription made for another server's key is of no use: it makes place. @param {PushManager} manager @param {string} key */
async function subscribed(manager, key) {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(options);
  } catch (fault) {
    const old = await manager.getSubscription();
    if (!old) throw new ApiError(400, { reason: `This browser could not be registered with its push service. ${fault instanceof Error ? fault.message : ""}`.trim() });
    await old.unsubscribe();
    return manager.subscribe(options);
  }
}

// ---------------------------------------------------------------- how, and for which seats

/** Choose how to be told: for the seats of guests here, and for whoever is signed in. @param {HowTold} how */
export async function choose(how) {
  /** @type {SeatsTold} */ const { told } = await callOnce("PUT", "api/notices", { body: { ...how, keys: guestKeys() } });
  if (!signedIn()) keep({ how, chosen: owners() }); // an account's choice is kept in the account
  return told;
}

/** Seats that were taken since are told of in the same way, by the same browser, though its subscription be another by now. */
export async function keepTold() {
  const { how, chosen } = kept();
  if (how && !signedIn() && chosen !== owners() && guestKeys().length) await choose(how).catch(() => {}); // offline: at the next page
  if (pushIsOn() && !(await isKnown())) await register().catch(() => {});
}

/** Whether the server knows this browser as it is now. */
async function isKnown() {
  const { pushed, endpoint } = kept();
  const registration = await worker();
  if (!registration) return true; // nothing can be done about it yet
  const subscription = await registration.pushManager.getSubscription().catch(() => null);
  return pushed === owners() && subscription?.endpoint === endpoint;
}

/** By which ways a message to try them went through. */
export async function tryWays() {
  /** @type {WaysTried} */ const { ways } = await callOnce("POST", "api/notices/test", { body: { keys: guestKeys() } });
  return ways;
}
