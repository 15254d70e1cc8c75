/** Talk at the table, and notes that only I see. */

import { showFault } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";

const SAVE_AFTER = 800;

export class Chat {
  /** @param {import("../connection/session.js").Session} session @param {import("../play/shown.js").Shown} store @param {{open: () => boolean, news: () => void}} tab */
  constructor(session, store, tab) {
    this.session = session;
    this.tab = tab;
    this.seen = session.said;
    this.list = h("div.chat-list", { role: "log", "aria-live": "polite", "aria-label": "Chat" });
    this.line = /** @type {HTMLInputElement} */ (h("input", { type: "text", maxlength: session.table.watch ? 200 : 500, placeholder: "Say something", "aria-label": "Say something", "data-testid": "chat-line" }));
    const form = h("form.row", { onsubmit: (/** @type {Event} */ e) => this.say(e) }, this.line, h("button", { type: "submit" }, "Say"));
    this.note = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 6, maxlength: 20000, placeholder: "Private notes: only you see them", "aria-label": "Private notes", "data-testid": "notes" }));
    this.note.value = session.notes;
    this.saved = h("small.faint", { role: "status" });
    this.note.addEventListener("input", () => this.keepSoon());
    this.element = h("div.chat", { "data-testid": "chat" }, this.list, form,
      session.table.watch ? null : [h("h3", null, "Notes"), this.note, this.saved]);
    this.timer = 0;
    store.on(["state", "chat"], () => this.update());
  }

  update() {
    const { chat, said } = this.session;
    fill(this.list, chat.length ? chat.map((line) => h("p", null, h("b", null, line.name || "Somebody"), ": ", line.text)) : h("p.faint", null, "Nobody has said anything."));
    if (this.tab.open()) this.toTheEnd();
    if (said > this.seen) this.tab.news();
    this.seen = said;
    if (document.activeElement !== this.note && !this.timer) this.note.value = this.session.notes;
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
