/** A list to choose from, all at once: each option with its price and effect, the total, and a button that confirms. Nothing is sent before that. */

import { fill, h, isPhone } from "../common/dom.js";
import { counted, withLinks } from "../common/wording.js";
import { answerOf, confirmWords, excludedBy, totalWords } from "./checklist-rules.js";

/** @import { Action, Checklist, ListedOption } from "../types.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "./shown.js" */
/** @import { Links } from "./links.js" */

export class ChecklistCard {
  /** @param {{session: Session, store: Shown, links: Links, press: (action: Action) => void}} needs */
  constructor({ session, store, links, press }) {
    this.session = session;
    this.store = store;
    this.links = links;
    this.press = press;
    /** @type {Map<string, Set<string>>} what is ticked, by the seat that chooses: it stays while the other side decides, and after an undo */ this.drafts = new Map();
    this.element = h("div.checklist-card", { hidden: true });
  }

  /** @returns {Checklist | null} the list of the decision that is mine */
  get list() {
    const { session } = this;
    const { replaying } = this.store;
    return session.mine && !replaying ? session.state.decision?.checklist ?? null : null;
  }

  /** Whether options can be ticked now; else the list is only read. */
  get open() {
    return Boolean(this.list?.kind);
  }

  /** @returns {Set<string>} the names that are ticked */
  get ticked() {
    const { decision } = this.session.state;
    const key = `${decision?.kind} ${decision?.player}`;
    const found = this.drafts.get(key) ?? new Set();
    this.drafts.set(key, found);
    return found;
  }

  get chosen() {
    return this.list?.rows.filter((row) => this.ticked.has(row.name)) ?? [];
  }

  /** The answer as it is ticked; null while too little is. @returns {Action | null} */
  get action() {
    const { list, chosen } = this;
    return this.open && list ? answerOf(list, chosen, this.store.choices.all) : null;
  }

  /** The option that is ticked and excludes this one. @param {ListedOption} row */
  excludedBy(row) {
    return excludedBy(row, this.chosen);
  }

  /** @param {ListedOption} row */
  toggle(row) {
    if (this.session.busy || this.excludedBy(row)) return;
    if (!this.ticked.delete(row.name)) this.ticked.add(row.name);
    this.store.touch("plans");
  }

  /** Tick the n-th option, or take the tick away. @param {number} n @returns {boolean} whether there is one */
  toggleNth(n) {
    const row = this.open ? this.list?.rows[n] : undefined;
    if (row) this.toggle(row);
    return Boolean(row);
  }

  /** Drawn over the map where there is room for it; on a phone it is part of the orders. @returns {HTMLElement | null} what is part of the orders */
  update() {
    const card = this.card();
    const overMap = card && !isPhone();
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-testid") : null;
    this.element.hidden = !overMap;
    fill(this.element, overMap ? card : null);
    if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-testid="${focused}"]`))?.focus();
    return overMap ? null : card;
  }

  card() {
    const { list } = this;
    if (!list) return null;
    const rows = list.rows.map((row, i) => h("li", null, this.open ? this.choice(row, i) : h("div.option", null, this.words(row, null))));
    if (!this.open) return h("section.checklist", { "data-testid": "checklist", "aria-label": "What you could choose" }, h("h2", null, "Options you can plan"), h("ul", null, rows), h("p.pays", null, `Points are ${list.pays}.`));
    return h("form.checklist", { "data-testid": "checklist", "aria-label": "Choose", onsubmit: (/** @type {Event} */ e) => this.submit(e) },
      h("ul", null, rows), h("div.foot", null, this.total(list), this.confirm(list)));
  }

  /** @param {ListedOption} row @param {number} i */
  choice(row, i) {
    const bar = this.excludedBy(row);
    // A click leaves the focus where it is: Space then confirms, and does not tick again.
    return h("label.option", { class: `${this.ticked.has(row.name) ? "ticked" : ""} ${bar ? "barred" : ""}`, onmousedown: (/** @type {Event} */ e) => e.preventDefault() },
      h("input", { type: "checkbox", checked: this.ticked.has(row.name), disabled: Boolean(bar) || this.session.busy, "data-testid": `option-${row.name}`, onchange: () => this.toggle(row) }),
      this.words(row, bar ?? null),
      h("kbd", { "aria-hidden": "true" }, String(i + 1)));
  }

  /** @param {ListedOption} row @param {ListedOption | null} bar */
  words(row, bar) {
    return h("span.option-words", null,
      h("span.option-head", null, h("b", null, row.title), h("span.price", null, counted(row.price, "point"))),
      h("span.effect", null, withLinks(row.effect), this.links.cases(row.case ? [row.case] : [])),
      bar ? h("span.bar", null, `Not together with ${bar.title}.`) : null);
  }

  /** @param {Checklist} list */
  total(list) {
    const [count, more] = totalWords(list, this.chosen);
    return h("p.total", { role: "status", "data-testid": "checklist-total" }, h("b", null, count), ` ${more}`);
  }

  /** @param {Checklist} list */
  confirm(list) {
    const { action, chosen } = this;
    return h("div.buttons", null, h("button.big.primary", { type: "submit", "data-testid": `action-${list.kind}`, disabled: !action || this.session.busy },
      h("span", null, confirmWords(list, chosen, Boolean(action))), action ? h("kbd", { "aria-hidden": "true" }, "Space") : null));
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    if (this.action) this.press(this.action);
  }
}
