/** Notifications: by which ways, when, or none. For whoever is signed in, and for the seats of a guest on this device. */

import { showFault, toast } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { call } from "../connection/api.js";
import { guestKeys } from "../connection/keyring.js";
import { loadAccount, signedIn } from "./account.js";
import { choose, chosenHere, pushState, switchOff, switchOn, tryWays, usualWay } from "./told-here.js";
import { delays, howOf, PUSH_WORDS, testWords } from "./ways-words.js";

/** @import { AccountDocument, HowTold, Telling } from "../types.js" */

const [NIGHT, MORNING, EVENING] = ["22:00", "08:00", "18:00"];

/** @param {HTMLElement} root */
export async function openNotices(root) {
  /** @type {[Telling, AccountDocument | null]} */ const [offered, account] = await Promise.all([call("GET", "api/notices"), signedIn() ? loadAccount() : null]);
  const how = offered.account ?? chosenHere();
  const form = /** @type {HTMLFormElement} */ (h("form", { "data-testid": "notices-form" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save(form).catch(showFault);
  });
  fill(form, waysPart(offered, account, how), whenPart(offered, how),
    h("div.row", null, h("button.primary.big", { type: "submit", "data-testid": "notices-save" }, "Save"), h("button", { type: "button", "data-testid": "notices-test", onclick: () => tryOut(form).catch(showFault) }, "Send me a test")));
  const box = h("section.sheet", { "data-testid": "this-browser" });
  fill(root, h("main.lobby", { "data-testid": "notices" },
    h("header", null, h("h1", null, h("a", { href: "#/" }, "Trenchline")), h("p", null, "Notifications")),
    h("p", null, whoWords(account)), box, h("section.sheet", null, form), stopPart(root)));
  await showBrowser(box);
}

/** For whom it holds. @param {AccountDocument | null} account */
function whoWords(account) {
  if (account?.signed_in) return `You are notified once when it is your turn, and not again until you have opened the table. This applies to all tables of ${account.name}.`;
  const seats = guestKeys().length;
  return seats ? "You are notified once when it is your turn, and not again until you have opened the table. This applies to your tables on this device; with an account, on all your devices."
    : "You have no seat on this device yet. What you choose here applies to the seats you take later.";
}

// ---------------------------------------------------------------- this browser

/** @param {HTMLElement} box */
async function showBrowser(box) {
  const state = await pushState();
  const change = (/** @type {() => Promise<void>} */ work) => work().then(() => showBrowser(box), showFault);
  fill(box, h("h2", null, "This browser"), h("p", { "data-testid": "push-state" }, PUSH_WORDS[state]),
    state === "off" ? h("button.primary", { type: "button", "data-testid": "push-on", onclick: () => change(switchOn) }, "Notify me in this browser") : null,
    state === "on" ? h("button", { type: "button", "data-testid": "push-off", onclick: () => change(switchOff) }, "Stop in this browser") : null);
}

// ---------------------------------------------------------------- the form

/** @param {Telling} offered @param {AccountDocument | null} account @param {HowTold} how */
function waysPart(offered, account, how) {
  return h("fieldset", null, h("legend", null, "Other ways"),
    mailPart(offered, account, how),
    h("label", null, "Webhook", h("input", { type: "text", inputmode: "url", name: "webhook", maxlength: 500, value: how.webhook, placeholder: "https://", autocomplete: "off", "data-testid": "webhook" })),
    h("p.faint", null, "A chat or a program of yours gets a POST with text, content and tables. Every message has a link that stops them."));
}

/** @param {Telling} offered @param {AccountDocument | null} account @param {HowTold} how */
function mailPart(offered, account, how) {
  if (!offered.mail) return h("p.faint", null, "This server sends no mail.");
  if (!account?.signed_in) return h("p.faint", null, "By mail for one table: in its menu, under \u201cE-mail me when it is my turn\u201d. With an account, for all your tables.");
  if (!account.email) return h("p.faint", null, "By mail once your account has an address: ", h("a", { href: "#/account" }, "My account"), ".");
  return h("label.option", null, h("input", { type: "checkbox", name: "mail", checked: how.mail, "data-testid": "by-mail" }), h("span", null, h("b", null, "Mail"), h("small", null, `To ${account.email}`)));
}

/** @param {Telling} offered @param {HowTold} how */
function whenPart(offered, how) {
  const { minutes, quiet_from, quiet_until, daily } = how;
  return h("fieldset", null, h("legend", null, "When"),
    h("label.when-away", null, "Notify me ", h("select", { name: "minutes", "data-testid": "delay" }, delays(offered.patience, minutes).map(([value, title]) => h("option", { value, selected: value === (minutes === null ? "" : String(minutes)) || null }, title)))),
    hours("quiet", Boolean(quiet_from), "Quiet hours", [["quiet_from", "from", quiet_from || NIGHT], ["quiet_until", "until", quiet_until || MORNING]]),
    hours("digest", Boolean(daily), "One message a day", [["daily", "at", daily || EVENING]]),
    h("p.faint", null, `Times are in ${usualWay().zone}. Other news (a friend has joined, a draw is offered) comes without the delay.`));
}

/** A choice with its hours. @param {string} name @param {boolean} on @param {string} title @param {[string, string, string][]} fields */
function hours(name, on, title, fields) {
  return h("div.row.hours", null, h("label.option", null, h("input", { type: "checkbox", name, checked: on, "data-testid": name }), h("b", null, title)),
    fields.map(([field, word, value]) => h("label", null, `${word} `, h("input", { type: "time", name: field, value, required: true, "data-testid": field.replace("_", "-") }))));
}

/** @param {HTMLFormElement} form */
async function save(form) {
  const told = await choose(howOf(new FormData(form), usualWay().zone));
  toast(told || signedIn() ? "Saved." : "Saved for the seats you take on this device.");
}

/** What was chosen is what is tried. @param {HTMLFormElement} form */
async function tryOut(form) {
  await choose(howOf(new FormData(form), usualWay().zone));
  toast(h("span", { "data-testid": "test-words" }, testWords(await tryWays())));
}

/** @param {HTMLElement} root */
function stopPart(root) {
  const stop = async () => {
    await switchOff();
    await choose({ ...usualWay(), mail: false, webhook: "" });
    toast("Notifications are off: this browser, mail to your account, webhook.");
    await openNotices(root);
  };
  return h("p", null, h("button", { type: "button", "data-testid": "notices-stop", onclick: () => stop().catch(showFault) }, "Stop all notifications"));
}
