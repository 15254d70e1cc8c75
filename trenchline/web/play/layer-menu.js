/** What can be laid over the map, one key away. Which overlays there are, the game says. */

import { showFault, toast } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { capital, withLinks } from "../common/wording.js";

/** Keys that players know; an overlay with another name gets the first free letter of it. */
const KEYS = { zones: "z", supply: "u", reach: "r", range: "g", control: "c", victory: "v" };
const TAKEN = new Set("hnpfalokmtdxs");
const OF_A_COUNTER = new Set(["reach", "range"]);
const BY_SIDE = new Set(["supply"]);

export class LayerMenu {
  /** @param {import("./play-screen.js").Play} play */
  constructor(play) {
    this.play = play;
    /** @type {Map<string, string>} */ this.keys = new Map();
    for (const name of Object.keys(play.game.overlays ?? {})) {
      const known = /** @type {Record<string, string>} */ (KEYS)[name];
      const letter = known ?? [...name, ..."bdeijqswxy"].find((c) => !TAKEN.has(c) && !this.keys.has(c) && !Object.values(KEYS).includes(c));
      if (letter) this.keys.set(letter, name);
    }
    this.shown = "";
    this.subject = "";
    this.notes = h("div.overlay-notes", { role: "status", hidden: true });
    this.buttons = h("div.overlay-buttons", { role: "group", "aria-label": "Overlays" }, [...this.keys].map(([key, name]) => h("button", {
      type: "button", "aria-pressed": "false", "data-overlay": name, "data-testid": `overlay-${name}`, title: `${play.game.overlays[name]} (${key.toUpperCase()})`, onclick: () => this.toggle(name),
    }, short(play.game.overlays[name], name), h("kbd", null, key.toUpperCase()))));
    const zoom = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => void} */ act) => h("button", { type: "button", title, "aria-label": title, onclick: act }, text);
    this.buttons.append(h("span.gap"), zoom("+", "Zoom in (+)", () => play.playMap.zoom(1.4)), zoom("\u2212", "Zoom out (-)", () => play.playMap.zoom(1 / 1.4)), zoom("Fit", "The whole map (F)", () => play.playMap.fit()));
    this.opener = h("button.layers", { type: "button", "aria-expanded": "false", "data-testid": "layers", onclick: () => this.unfold() }, "Layers");
    this.element = h("div.overlay-bar", null, this.opener, this.buttons, this.notes);
    // The replay bar begins where the buttons end, however many a game has.
    new ResizeObserver(() => document.documentElement.style.setProperty("--overlay-buttons", `${Math.ceil(this.buttons.offsetWidth)}px`)).observe(this.buttons);
  }

  /** On a phone the buttons come out on demand. */
  unfold() {
    const open = this.element.classList.toggle("open");
    this.opener.setAttribute("aria-expanded", String(open));
  }

  /** @param {string} key @returns {boolean} whether the key meant an overlay */
  press(key) {
    const name = this.keys.get(key);
    if (name) this.toggle(name);
    return Boolean(name);
  }

  /** On; for overlays of a side, then the other side; then off. @param {string} name */
  toggle(name) {
    const subject = this.nextSubject(name);
    if (this.shown === name && (!subject || subject === this.subject)) return this.off();
    if (OF_A_COUNTER.has(name) && !subject) return toast("Choose or point at a unit first.");
    this.shown = name;
    this.subject = subject;
    return this.update();
  }

  /** @param {string} name */
  nextSubject(name) {
    const { play } = this;
    if (OF_A_COUNTER.has(name)) return play.choices.subject || play.selected || play.tooltip.unit || (this.shown === name ? this.subject : "");
    const sides = play.session.table.you.length ? [play.session.table.you[0], ...play.game.info.sides.filter((/** @type {string} */ x) => x !== play.session.table.you[0])] : play.game.info.sides;
    if (!BY_SIDE.has(name)) return sides[0];
    if (this.shown !== name) return sides[0];
    return sides[sides.indexOf(this.subject) + 1] ?? "";
  }

  off() {
    this.shown = "";
    this.play.playMap.lay(null);
    this.mark(null);
  }

  /** Draw what is on again: the table has moved on, or another unit is chosen. */
  async update() {
    if (!this.shown) {
      this.play.playMap.lay(null);
      return this.mark(null);
    }
    const name = this.shown;
    const subject = this.subject;
    const when = () => (this.play.replaying ? this.play.at : null);
    const at = when();
    try {
      const found = await this.play.session.overlay(name, subject, at);
      if (this.shown !== name || this.subject !== subject || when() !== at) return;
      this.play.playMap.lay(found);
      this.mark(found);
    } catch (fault) {
      if (when() !== at) return;
      this.off();
      showFault(fault);
    }
  }

  /** What each place costs the counter that is to move, where the game's reach says just the places that are legal. */
  async costs() {
    const { play } = this;
    const { subject, cells } = play.choices;
    if (!subject || play.replaying || !play.session.mine || !play.game.overlays?.reach || !play.cells.has(play.placeOf(subject))) return;
    const seq = play.session.state.seq;
    const found = await play.session.overlay("reach", subject).catch(() => null);
    if (!found || play.session.state.seq !== seq || play.replaying) return;
    const tints = /** @type {{cell: string, text?: string}[]} */ (found.cells ?? []).filter((t) => t.text);
    if (tints.length === cells.size && tints.every((t) => cells.has(t.cell))) play.playMap.costs(tints);
  }

  /** @param {any} found */
  mark(found) {
    for (const button of this.buttons.querySelectorAll("[data-overlay]")) button.setAttribute("aria-pressed", String(button.getAttribute("data-overlay") === this.shown));
    this.notes.hidden = !found;
    if (!found) return;
    fill(this.notes, h("b", null, capital(found.title)), (found.notes ?? []).slice(0, 8).map((/** @type {string} */ note) => h("p", null, withLinks(note, (t) => this.play.goTo(t)))),
      (found.notes ?? []).length > 8 ? h("p", null, `and ${found.notes.length - 8} more`) : null);
  }
}

/** The first word of a title is enough on a button. @param {string} title @param {string} name */
function short(title, name) {
  return title.toLowerCase().startsWith(name) ? title.split(" ")[0] : capital(name);
}
