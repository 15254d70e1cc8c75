/** The account's page: signing in, the ways in, the browsers that are signed in, results, the end of it. */

import { go, standAt } from "../common/address.js";
import { askYesOrNo, showFault, toast } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { ago, capital } from "../common/wording.js";
import { ApiError, call, callOnce } from "../connection/api.js";
import { myName, setMyName } from "../lobby/start-table.js";
import { accountTables, deleteAccount, loadAccount, makePasskey, openLink, showPasskey, signOut } from "./account.js";
import { myCups } from "./my-cups.js";
import { resultsChoice } from "./results-choice.js";

/** @import { AccountDocument, Child, MyTable, PasskeyLine, SessionLine } from "../types.js" */

/** @param {HTMLElement} root */
export async function openAccount(root) {
  const account = await loadAccount();
  if (account.signed_in) await showAccount(root, account);
  else showDoor(root, account);
}

/** A link from a mail that signs in. @param {HTMLElement} root @param {string} token */
export function openSignIn(root, token) {
  const name = field("Your name", { value: myName(), maxlength: 40, autocomplete: "nickname", "data-testid": "account-name" });
  const asksName = h("div", { hidden: true }, h("p", null, "This address has no account yet. Pick a name, and it has one."), name.element);
  sheet(root, "Sign in", h("section.sheet", null,
    h("form", { onsubmit: submits(async () => {
      try {
        await arrive(root, await openLink(token, asksName.hidden ? "" : name.value()));
      } catch (fault) {
        if (!(fault instanceof ApiError) || fault.code !== "name-needed") throw fault;
        asksName.hidden = false;
        name.input.focus();
      }
    }) }, h("p", null, "This link signs you in on this device. It works once."), asksName, h("button.primary.big", { type: "submit", "data-testid": "link-sign-in" }, "Sign in"))));
}

/** A link from a mail that confirms an address. @param {HTMLElement} root @param {string} token */
export function openConfirm(root, token) {
  sheet(root, "Confirm your address", h("section.sheet", null, h("form", { onsubmit: submits(async () => {
    const account = await call("POST", "api/account/email/confirm", { body: { token } });
    toast("Confirmed: this address is yours.");
    await arrive(root, /** @type {AccountDocument} */ (account));
  }) }, h("button.primary.big", { type: "submit", "data-testid": "link-confirm" }, "This is my address"))));
}

/** @param {HTMLElement} root @param {AccountDocument} account */
async function arrive(root, account) {
  if (!myName()) setMyName(account.name);
  standAt("account"); // the token must not stay in the address
  await showAccount(root, account);
}

/** @param {HTMLElement} root @param {AccountDocument} account */
function showDoor(root, account) {
  const name = field("Your name", { value: myName(), maxlength: 40, required: true, autocomplete: "nickname", "data-testid": "account-name" });
  const mail = field("E-mail address", { inputmode: "email", autocomplete: "email", maxlength: 120, required: true, "data-testid": "account-email" });
  sheet(root, "Your account",
    h("section.sheet", null,
      h("h2", null, "Keep your tables on every device"),
      h("p", null, "With an account your seats, notes and settings follow you to any device, and no lost cookie ends a match. You can play without one: then your tables stay on this device."),
      h("form", { onsubmit: submits(async () => {
        setMyName(name.value());
        await arrive(root, await makePasskey(name.value()));
      }) }, name.element, h("button.primary.big", { type: "submit", "data-testid": "account-create" }, "Make an account with a passkey"),
      h("p.faint", null, "A passkey is kept by your device or password manager and opened like the device itself. There is no password."))),
    h("section.sheet", null,
      h("h2", null, "Sign in"),
      h("p", null, h("button", { type: "button", "data-testid": "account-sign-in", onclick: tries(async () => arrive(root, await showPasskey())) }, "Sign in with a passkey")),
      account.mails_links ? h("form", { onsubmit: submits(async () => {
        await callOnce("POST", "api/account/links", { body: { email: mail.value() } });
        toast("A link is on its way to you. It works once, within a quarter of an hour.");
      }) }, mail.element, h("div.row", null, h("button", { type: "submit", "data-testid": "account-link" }, "Mail me a link to sign in")), h("p.faint", null, "Where an address has no account yet, the link makes one.")) : null));
}

/** @param {HTMLElement} root @param {AccountDocument} account */
async function showAccount(root, account) {
  const again = async () => openAccount(root);
  const tables = await accountTables();
  const over = tables.filter((t) => t.over);
  const name = field("Your name", { value: account.name, maxlength: 40, required: true, "data-testid": "account-name" });
  sheet(root, account.name,
    h("section.sheet", null,
      h("h2", null, "Your tables"),
      h("p", { "data-testid": "account-tables" }, `${tables.length} ${tables.length === 1 ? "table is" : "tables are"} in your account. Those you make or join while you are signed in come by themselves.`),
      h("p.row", null, h("a.button", { href: "#/" }, "All my tables"), h("a.button", { href: "#/notices" }, "Notifications"))),
    over.length ? h("section", null, h("h2", null, "Results"), h("div.tables", { "data-testid": "account-results" }, over.map(resultRow))) : null,
    await resultsChoice(),
    await myCups(),
    h("section.sheet", null,
      h("h2", null, "Ways in"),
      h("ul.tables", null, account.passkeys.map((passkey) => passkeyRow(passkey, again))),
      h("p", null, h("button", { type: "button", "data-testid": "passkey-add", onclick: tries(async () => { await makePasskey(account.name); await again(); }) }, "Add a passkey")),
      mailPart(account, again)),
    h("section.sheet", null,
      h("h2", null, "Signed in"),
      h("ul.tables", null, account.sessions.map((session) => sessionRow(session, again))),
      h("p.row", null,
        account.sessions.length > 1 ? h("button", { type: "button", "data-testid": "sessions-others", onclick: tries(async () => { await endSession("others"); await again(); }) }, "Sign out everywhere else") : null,
        h("button", { type: "button", "data-testid": "account-sign-out", onclick: tries(async () => { await signOut(); go(""); }) }, "Sign out here")),
      h("p.faint", null, "A browser that is signed out from elsewhere opens none of your tables any more.")),
    h("section.sheet", null,
      h("form", { onsubmit: submits(async () => {
        await callOnce("PUT", "api/account", { body: { name: name.value() } });
        setMyName(name.value());
        await again();
      }) }, name.element, h("div.row", null, h("button", { type: "submit" }, "Change my name"))),
      h("p", null, h("button", { type: "button", "data-testid": "account-delete", onclick: tries(() => askToDelete()) }, "Delete my account"))));
}

/** @param {AccountDocument} account @param {() => Promise<void>} again */
function mailPart(account, again) {
  if (account.email) {
    return h("p.row", null, `Links to sign in go to ${account.email}.`, h("button", { type: "button", onclick: tries(async () => { await callOnce("DELETE", "api/account/email"); await again(); }) }, "Remove the address"));
  }
  if (!account.mails_links) return null;
  const mail = field("E-mail address, to sign in by a link", { inputmode: "email", autocomplete: "email", maxlength: 120, required: true, "data-testid": "account-email" });
  return h("form", { onsubmit: submits(async () => {
    await callOnce("PUT", "api/account/email", { body: { email: mail.value() } });
    toast("A link is on its way to you: open it in this browser.");
  }) }, mail.element, h("div.row", null, h("button", { type: "submit", "data-testid": "account-link" }, "Confirm this address")));
}

/** @param {PasskeyLine} passkey @param {() => Promise<void>} again */
function passkeyRow(passkey, again) {
  return line(["A passkey, made with ", h("b", null, passkey.name)], `used ${ago(passkey.used)}`,
    h("button", { type: "button", onclick: tries(async () => { await callOnce("DELETE", `api/account/passkeys/${passkey.id}`); await again(); }) }, "Remove"));
}

/** @param {SessionLine} session @param {() => Promise<void>} again */
function sessionRow(session, again) {
  return line(h("b", null, session.device), session.here ? "this browser" : `since ${ago(session.created)}`,
    session.here ? null : h("button", { type: "button", "data-testid": "session-end", onclick: tries(async () => { await endSession(session.id); await again(); }) }, "Sign out"));
}

/** @param {string} wanted */
const endSession = (wanted) => callOnce("DELETE", `api/account/sessions/${wanted}`);

/** @param {MyTable} t */
function resultRow(t) {
  const others = t.seats.filter((s) => !t.sides.includes(s.side)).map((s) => s.name || capital(s.side));
  return h("a.table-row", { href: `#/t/${t.table}` },
    h("span", null, h("b", null, t.title), h("small", null, `${t.sides.map(capital).join(" and ")}${others.length ? `, with ${others.join(", ")}` : ""}`)),
    h("span.when", null, h("b", null, t.result?.level ?? "Over"), h("small", null, ago(t.updated))));
}

async function askToDelete() {
  if (!(await askYesOrNo("Delete your account?", h("p", null, "Your name, address, passkeys, notes and settings are removed for good, and you lose your seats. Matches stay for those you played with: there you are \u201ca former player\u201d."), "Delete it"))) return;
  await deleteAccount();
  toast("Your account is deleted.");
  go("");
}

// ---------------------------------------------------------------------------------------------------- parts of the page

/** @param {HTMLElement} root @param {string} title @param {...Child} parts */
function sheet(root, title, ...parts) {
  fill(root, h("main.lobby", { "data-testid": "account" }, h("header", null, h("h1", null, h("a", { href: "#/" }, "Trenchline")), h("p", null, title)), parts));
}

/** @param {Child} what @param {string} when @param {Child} button */
function line(what, when, button) {
  return h("li.table-row", null, h("span", null, what, h("small", null, when)), h("span.when", null, button));
}

/** @param {string} title @param {Record<string, unknown>} look */
function field(title, look) {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "text", ...look }));
  return { input, element: h("label", null, title, input), value: () => input.value.trim() };
}

/** A button's work: its failure is told. @param {() => Promise<unknown>} work */
function tries(work) {
  return () => work().catch(showFault);
}

/** A form's work. @param {() => Promise<unknown>} work */
function submits(work) {
  return (/** @type {Event} */ event) => {
    event.preventDefault();
    work().catch(showFault);
  };
}
