/** Talk at the table, and notes that only I see. */

import { showFault } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { keptTables, noteAboutTable } from "../connection/keyring.js";
import { byDay, previewOf, unread } from "./talk.js";

const SAVE_AFTER = 800;

export class Chat {
  /** @param {import("../connection/session.js").Session} session @param {import("../play/shown.js").Shown} store @param {{news: (count: number) => void, show: () => void}} tab */
  constructor(session, store, tab) {
    this.session = session;
    this.tab = tab;
    this.read = keptTables()[session.id]?.said ?? 0; // the last line that was seen on this device
    this.dismissed = 0;
    this.inSight = false;
    this.list = h("div.chat-list", { role: "log", "aria-live": "polite", "aria-label": "Chat" });
    this.line = /** @type {HTMLInputElement} */ (h("input", { type: "text", maxlength: session.table.watch ? 200 : 500, placeholder: "Say something", "aria-label": "Say something", "data-testid": "chat-line" }));
    const form = h("form.row", { onsubmit: (/** @type {Event} */ e) => this.say(e) }, this.line, h("button", { type: "submit" }, "Say"));
    this.note = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 6, maxlength: 20000, placeholder: "Private notes: only you see them", "aria-label": "Private notes", "data-testid": "notes" }));
    this.note.value = session.notes;
    this.saved = h("small.faint", { role: "status" });
    this.note.addEventListener("input", () => this.keepSoon());
    this.apart = h("p.faint", { "data-testid": "chat-apart" }, "Onlookers talk among themselves here: the players are not shown it before the match is over. You see what the players say.");
    this.element = h("div.chat", { "data-testid": "chat" }, this.list, this.apart, form,
      session.table.watch ? null : [h("h3", null, "Notes"), this.note, this.saved]);
    this.preview = h("div.chat-preview", { hidden: true, role: "status", "data-testid": "chat-preview" });
    this.timer = 0;
    this.watch = new IntersectionObserver(([{ isIntersecting }]) => {
      this.inSight = isIntersecting;
      this.tellUnread();
    });
    this.watch.observe(this.list);
    this.seen = () => this.tellUnread();
    document.addEventListener("visibilitychange", this.seen);
    store.on(["state", "chat"], () => this.update());
  }

  update() {
    const { chat } = this.session;
    fill(this.list, chat.length ? byDay(chat, new Date()).map(({ day, lines }) => [
      day ? h("div.day", null, day) : null,
      lines.map(({ line, time }) => h("p", null, time ? h("time", { datetime: line.at }, time) : null, h("b", null, line.name || "Somebody"), line.apart ? h("small", null, " (onlooker)") : null, ": ", line.text)),
    ]) : h("p.faint", null, "Nobody has said anything."));
    this.apart.hidden = !this.session.table.watch || this.session.state.over;
    if (this.inSight) this.toTheEnd();
    this.tellUnread();
    if (document.activeElement !== this.note && !this.timer) this.note.value = this.session.notes;
  }

  /** How many messages wait, on the tab; the last of them over the map. */
  tellUnread() {
    const { chat, said, id } = this.session;
    if (this.inSight && !document.hidden && said > this.read) {
      this.read = said;
      noteAboutTable(id, { said });
    }
    const fresh = unread(chat, this.read);
    this.tab.news(fresh.length);
    this.preview.hidden = !fresh.length || said <= this.dismissed;
    if (this.preview.hidden) return;
    const { name, time, text, more } = previewOf(fresh);
    fill(this.preview,
      h("button.plainly", { type: "button", "data-testid": "chat-preview-open", onclick: () => this.tab.show() }, h("b", null, name), time ? h("time", null, time) : null, h("span", null, text), more ? h("small", null, more) : null),
      h("button.cross", { type: "button", "aria-label": "Dismiss", onclick: () => this.dismiss() }, "\u00d7"));
  }

  /** The preview goes; what was not read stays counted. */
  dismiss() {
    this.dismissed = this.session.said;
    this.preview.hidden = true;
  }

  stop() {
    this.watch.disconnect();
    document.removeEventListener("visibilitychange", this.seen);
  }

  toTheEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {Event} event */
  async say(event) {
    event.preventDefault();
    const text = this.line.value.trim();
    if (!text) return;
    this.line.value = "";
    try {
      await this.session.sendOnce("/chat", { text });
    } catch (fault) {
      this.line.value = text;
      showFault(fault);
    }
  }

  keepSoon() {
    clearTimeout(this.timer);
    this.saved.textContent = "";
    this.timer = window.setTimeout(() => this.keep(), SAVE_AFTER);
  }

  /** Notes are sent until they are kept. */
  async keep() {
    const text = this.note.value;
    try {
      await this.session.sendOnce("/notes", { text }, "PUT");
      this.session.notes = text;
      this.timer = 0;
      this.saved.textContent = "Kept.";
    } catch {
      this.saved.textContent = "Not kept yet; trying again.";
      this.timer = window.setTimeout(() => this.keep(), 5000);
    }
  }
}
