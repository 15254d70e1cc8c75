/** The player account, where somebody has one: its seats on this device's ring of keys, its settings, signing in and out. */

import { onSettings, settingsText, takeSettings } from "../common/settings.js";
import { ApiError, call, callOnce } from "../connection/api.js";
import { ACCOUNT_KEY, dropAccountKeys, guestKeys, keepAccountSeats } from "../connection/keyring.js";

/** @import { AccountDocument, MyTable, PasskeyOptions } from "../types.js" */

const SIGNED_IN = "trenchline.signed-in"; // the cookie itself cannot be seen from here
const SETTLE = 800;

/** Whether somebody is signed in here, as far as this device knows. */
export function signedIn() {
  return localStorage.getItem(SIGNED_IN) !== null;
}

/** @returns {Promise<AccountDocument>} */
export async function loadAccount() {
  /** @type {AccountDocument} */ const account = await call("GET", "api/account");
  if (account.signed_in) localStorage.setItem(SIGNED_IN, account.name);
  else localStorage.removeItem(SIGNED_IN);
  return account;
}

/** The account's tables, put on the ring; seats of this device that are in no account yet go into it. @returns {Promise<MyTable[]>} */
export async function accountTables() {
  if (!signedIn()) return [];
  try {
    const keys = guestKeys();
    if (keys.length) await callOnce("POST", "api/account/seats", { body: { keys } });
    /** @type {MyTable[]} */ const found = await call("GET", "api/account/tables");
    keepAccountSeats(found);
    return found;
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.status !== 401) throw fault;
    localStorage.removeItem(SIGNED_IN);
    return [];
  }
}

/** Take a table out of the account. @param {string} table @param {string} key the one that opens it here */
export async function letGo(table, key) {
  if (key.startsWith(ACCOUNT_KEY)) await callOnce("DELETE", `api/account/tables/${table}`);
}

// ---------------------------------------------------------------------------------------------------- signing in and out

/** Make a passkey: of a new account, or one more for this one. @param {string} name @returns {Promise<AccountDocument>} */
export async function makePasskey(name) {
  checkPasskeys();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await asked("api/account/passkeys/options", { name }));
  const made = await answered(navigator.credentials.create({ publicKey }));
  return entered(await call("POST", "api/account/passkeys", { body: { credential: made } }));
}

/** Sign in by a passkey, whichever the browser or its owner chooses. @returns {Promise<AccountDocument>} */
export async function showPasskey() {
  checkPasskeys();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await asked("api/account/sign-in/options", {}));
  const shown = await answered(navigator.credentials.get({ publicKey }));
  return entered(await call("POST", "api/account/sign-in", { body: { credential: shown } }));
}

/** Sign in by a link that was mailed. @param {string} token @param {string} name where it makes an account @returns {Promise<AccountDocument>} */
export async function openLink(token, name) {
  return entered(await call("POST", "api/account/links/open", { body: { token, name } }));
}

/** @param {string} path @param {object} body */
async function asked(path, body) {
  /** @type {PasskeyOptions} */ const { options } = await call("POST", path, { body });
  return JSON.parse(options);
}

/** @param {Promise<Credential | null>} asking @returns {Promise<string>} */
async function answered(asking) {
  const credential = await asking.catch(() => null); // closed, or refused: which, no page is told
  if (!credential) throw new ApiError(0, { code: "closed", reason: "No passkey was chosen. Try again when you like." });
  return JSON.stringify(/** @type {PublicKeyCredential} */ (credential).toJSON());
}

function checkPasskeys() {
  if (typeof PublicKeyCredential === "undefined" || !("parseCreationOptionsFromJSON" in PublicKeyCredential)) {
    throw new ApiError(0, { code: "no-passkeys", reason: "This browser has no passkeys here: they need https, or the name localhost." });
  }
  if (/^[\d.]+$|^\[/.test(location.hostname)) {
    throw new ApiError(0, { code: "no-passkeys", reason: `Passkeys need a name, not a number: open http://localhost:${location.port}/ on this machine.` });
  }
}

/** Signed in: the account's settings hold here, or those of here go into it; its seats are on the ring. @param {AccountDocument} account */
async function entered(account) {
  localStorage.setItem(SIGNED_IN, account.name);
  if (account.settings === "{}") sendSettings();
  else takeSettings(account.settings);
  await accountTables();
  return account;
}

/** This browser forgets the account's seats. */
export async function signOut() {
  await call("POST", "api/account/sign-out", { body: {} });
  left();
}

export async function deleteAccount() {
  await call("DELETE", "api/account");
  left();
}

function left() {
  localStorage.removeItem(SIGNED_IN);
  dropAccountKeys();
}

// ---------------------------------------------------------------------------------------------------- settings

let sending = 0;

function sendSettings() {
  clearTimeout(sending);
  sending = window.setTimeout(() => callOnce("PUT", "api/account/settings", { body: { settings: settingsText() } }).catch(() => {}), SETTLE); // asked again at the next change
}

/** Settings follow whoever is signed in: what he changes here goes to his account, what he has changed elsewhere comes. */
export function followSettings() {
  onSettings(() => signedIn() && sendSettings());
  if (signedIn()) loadAccount().then((account) => account.signed_in && account.settings !== "{}" && takeSettings(account.settings), () => {});
}
