/** The card in the middle of a table that waits for a friend: the link to send him, what he will see, what happens next. */

import { keyedUrl, root } from "../common/address.js";
import { copyText, showFault, toast } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { listed } from "../common/seating.js";
import { setSetting, setting } from "../common/settings.js";
import { capital } from "../common/wording.js";
import { call } from "../connection/api.js";
import { keptTables, noteAboutTable } from "../connection/keyring.js";
import { qrPicture } from "../lobby/qr.js";
import { allowSetting } from "./table-menu.js";
import { announceArrival } from "./turn-notice.js";

/** @import { Address, Catalogue, Seat } from "../types.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "./shown.js" */

export class InvitationCard {
  /** @param {{session: Session, store: Shown, mail: () => void}} needs */
  constructor({ session, store, mail }) {
    this.session = session;
    this.store = store;
    this.mail = mail;
    this.element = h("section.invitation", { role: "region", "aria-label": "Invitation", hidden: true, "data-testid": "invitation" });
    /** @type {Seat[]} */ this.empty = this.openSeats();
    this.drawn = ""; // the seats it speaks of
    this.store.on(["state", "past", "seats"], () => this.update());
  }

  openSeats() {
    return this.session.table.seats.filter((s) => s.kind === "open");
  }

  /** The key of the invitation to a seat, if I have made it. @param {string} side */
  invite(side) {
    return keptTables()[this.session.id]?.invites?.[side] ?? "";
  }

  /** Somebody may have come, or the table have moved on. */
  update() {
    const { table } = this.session;
    const empty = this.openSeats();
    const come = this.empty.map((was) => table.seats.find((s) => s.side === was.side)).filter((s) => s?.kind === "human" && !table.you.includes(s.side));
    this.empty = empty;
    for (const seat of come) if (seat && table.you.length) this.greet(seat);
    const wanted = empty.filter((s) => this.invite(s.side));
    const closed = keptTables()[this.session.id]?.cardClosed || !table.you.length || this.store.replaying;
    if (closed || !wanted.length) this.element.hidden = true;
    else this.draw(wanted);
  }

  /** @param {Seat} seat */
  greet(seat) {
    const words = `${seat.name || "Your friend"} has joined and plays ${capital(seat.side)}.`;
    toast(h("span", { "data-testid": "joined" }, words));
    announceArrival(this.session, words);
  }

  open() {
    noteAboutTable(this.session.id, { cardClosed: false });
    this.update();
  }

  close() {
    noteAboutTable(this.session.id, { cardClosed: true });
    this.element.hidden = true;
  }

  /** @param {Seat[]} seats */
  draw(seats) {
    this.element.hidden = false;
    const mark = seats.map((s) => s.side).join();
    if (mark === this.drawn) return;
    this.drawn = mark;
    const links = h("div.links", null, seats.map((s) => this.link(s, root.href, !isThisMachine())));
    const more = h("div.row");
    fill(this.element,
      h("header", null, h("h2", null, `Invite ${seats.length > 1 ? "your friends" : "a friend"}`), h("button.cross", { type: "button", "aria-label": "Close", "data-testid": "invitation-close", onclick: () => this.close() }, "\u00d7")),
      h("p", null, `Send this link to whoever is to play ${listed(seats.map((s) => s.side), "and")}. It can be used once.`),
      links,
      h("p", null, h("b", null, "What your friend sees: "), "a page with your name, the game, the side that is free and its first lesson. A name is asked for, no account."),
      h("p", null, h("b", null, "What happens next: "), this.next(seats), " You are told here when somebody has joined."),
      this.session.table.listed ? this.listed() : null, more);
    if (isThisMachine()) this.otherAddress(seats, links);
    this.offerNotes(more);
  }

  /** @param {Seat[]} seats */
  next(seats) {
    if (this.session.mine) return "it is your decision, and you can begin now.";
    return seats.some((s) => this.session.actors.includes(s.side)) ? "the first decision is your friend's: the match waits." : "the match has begun, and waits when it comes to your friend.";
  }

  /** @param {Seat} seat @param {string} site @param {boolean} picture */
  link(seat, site, picture) {
    const url = keyedUrl("join", this.session.table.game, this.session.id, this.invite(seat.side), site);
    const share = "share" in navigator ? h("button", { type: "button", "data-testid": `card-share-${seat.side}`, onclick: () => navigator.share({ title: this.session.game.info.title, text: `Play ${capital(seat.side)} against me`, url }).catch(() => {}) }, "Share") : null;
    return h("div.invite-link", null, picture ? qrPicture(url, `The link for ${capital(seat.side)} as a QR code`) : null,
      h("div", null, h("label", null, capital(seat.side), h("input.copy", { value: url, readonly: true, "data-testid": `card-link-${seat.side}`, onfocus: (/** @type {Event} */ e) => /** @type {HTMLInputElement} */ (e.target).select() })),
        h("div.row", null, h("button.primary", { type: "button", "data-testid": `card-copy-${seat.side}`, onclick: () => copyText(url, "Link") }, "Copy"), share)));
  }

  /** The page was opened by an address that means this machine wherever it is read. @param {Seat[]} seats @param {HTMLElement} links */
  async otherAddress(seats, links) {
    /** @type {Address | null} */ const found = await call("GET", "api/address").catch(() => null);
    const warning = h("p.notice", { role: "alert", "data-testid": "only-here" }, `This link works on this machine only: ${location.hostname} is whichever machine it is opened on.`,
      found?.local ? " In your local network this is the one to send:" : found?.only_here ? " The server listens to nobody else: start it with --host 0.0.0.0 to play in your local network." : " For others, open the page by the address they know it by.");
    links.append(warning, ...(found?.local ? seats.map((s) => this.link(s, found.local, true)) : []));
  }

  /** The table stands in the list of open tables. */
  listed() {
    const line = h("p.faint", { "data-testid": "listed" }, "It is in the list of open tables: anybody may take the seat. ", h("button.plainly", {
      type: "button", "data-testid": "unlist",
      onclick: () => this.session.sendOnce("/unlist").then(() => {
        this.session.table = { ...this.session.table, listed: false };
        fill(line, "Taken off the list: only the link opens it now.");
      }, showFault),
    }, "Take it off"));
    return line;
  }

  /** Where there is no web push the page tells, as long as it is open. @param {HTMLElement} button */
  async notifyByPage(button) {
    if (!(await allowSetting("notify", true))) return;
    setSetting("notify", true);
    button.remove();
    toast("You are told by the browser while this page is open in the background.");
  }

  /** Ways to be told while one looks elsewhere. @param {HTMLElement} row */
  async offerNotes(row) {
    const { pushState, switchOn } = await import("../account/told-here.js");
    const byPush = await pushState();
    const browser = h("button", { type: "button", "data-testid": "card-notify", onclick: () => (byPush === "off" ? switchOn().then(() => {
      browser.remove();
      toast("This browser notifies you, also when Trenchline is closed.");
    }, showFault) : this.notifyByPage(browser)) }, "Notify me in this browser");
    if (byPush === "off" || (byPush !== "on" && !setting("notify") && "Notification" in window)) row.append(browser);
    /** @type {Catalogue | null} */ const found = await call("GET", "api/games").catch(() => null);
    if (found?.email) row.append(h("button", { type: "button", "data-testid": "card-mail", onclick: () => this.mail() }, "E-mail me"));
  }
}

/** Whether the page's address means the machine that it is read on. */
function isThisMachine() {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
}
