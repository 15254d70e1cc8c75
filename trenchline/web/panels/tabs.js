/** A row of tabs with a panel each. */

import { fill, h } from "../common/dom.js";

/** @typedef {{id: string, title: string, key?: string, panel: HTMLElement, shown?: () => void}} Tab */

export class Tabs {
  constructor() {
    /** @type {Tab[]} */ this.tabs = [];
    /** @type {HTMLElement[]} */ this.bodies = [];
    this.current = "";
    this.head = h("div.tabs", { role: "tablist", "aria-label": "Panels" });
    this.head.addEventListener("keydown", (event) => this.walk(event));
    this.panels = h("div.panels");
    this.element = h("aside.right", { "aria-label": "Fight, log, order of battle, charts, chat" }, this.head, this.panels);
  }

  /** The panels, in their order, once they are made; the first is shown. @param {Tab[]} tabs */
  lay(tabs) {
    this.tabs = tabs;
    fill(this.head, tabs.map((tab) => h("button", {
      type: "button", role: "tab", id: `tab-${tab.id}`, "aria-controls": `panel-${tab.id}`, "data-testid": `tab-${tab.id}`, title: tab.key ? `${tab.title} (${tab.key})` : null,
      onclick: () => this.show(tab.id),
    }, tab.title)));
    this.bodies = tabs.map((tab) => h("div.panel", { role: "tabpanel", id: `panel-${tab.id}`, "aria-labelledby": `tab-${tab.id}`, tabindex: "-1" }, tab.panel));
    fill(this.panels, this.bodies);
    this.show(tabs[0].id);
  }

  /** @param {string} id @param {boolean} [quietly] not if somebody reads something else */
  show(id, quietly = false) {
    if (quietly && this.pinned) return;
    if (!quietly) this.pinned = id !== "fight" && id !== "log";
    this.current = id;
    this.tabs.forEach((tab, i) => {
      const on = tab.id === id;
      const button = this.head.children[i];
      button.setAttribute("aria-selected", String(on));
      button.setAttribute("tabindex", on ? "0" : "-1");
      this.bodies[i].hidden = !on;
      if (on) {
        tab.shown?.();
      }
    });
  }

  /** Show a tab, or hide it where it has nothing to show. @param {string} id @param {boolean} yes */
  offer(id, yes) {
    const head = /** @type {HTMLElement | null} */ (this.head.querySelector(`#tab-${id}`));
    if (!head || head.hidden === !yes) return;
    head.hidden = !yes;
    if (!yes && this.current === id) this.show(this.tabs[0].id);
  }

  /** Mark a tab by how much is new in it. @param {string} id @param {number} count */
  news(id, count) {
    const tab = this.head.querySelector(`#tab-${id}`);
    const { title = "" } = this.tabs.find((one) => one.id === id) ?? {};
    if (!tab) return;
    tab.classList.toggle("news", count > 0);
    fill(tab, title, count ? h("span.count", { "aria-label": `${count} new` }, String(count)) : null);
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const open = this.tabs.filter((_, i) => !(/** @type {HTMLElement} */ (this.head.children[i]).hidden));
    const here = open.findIndex((tab) => tab.id === this.current);
    const next = open[(here + step + open.length) % open.length];
    this.show(next.id);
    /** @type {HTMLElement | null} */ (this.head.querySelector(`#tab-${next.id}`))?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
