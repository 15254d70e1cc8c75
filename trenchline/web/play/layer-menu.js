/** What can be laid over the map, one key away. Which overlays there are, the game says. */

import { showFault, toast } from "../common/dialogs.js";
import { fill, h } from "../common/dom.js";
import { capital, withLinks } from "../common/wording.js";

/** @import { LayerDocument, Overlay } from "../types.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "./shown.js" */
/** @import { Board } from "./board.js" */
/** @import { Links } from "./links.js" */
/** @import { PlayMap } from "./play-map.js" */
/** @import { Tooltip } from "./tooltip.js" */

/** Letters that mean something else on the play screen. */
const TAKEN = new Set("hnpfalokmtdxsi");

export class LayerMenu {
  /** @param {{session: Session, store: Shown, board: Board, links: Links, playMap: PlayMap, tooltip: Tooltip, beginAfter: (pixels: number) => void}} needs */
  constructor({ session, store, board, links, playMap, tooltip, beginAfter }) {
    this.session = session;
    this.store = store;
    this.board = board;
    this.links = links;
    this.playMap = playMap;
    this.tooltip = tooltip;
    this.beginAfter = beginAfter;
    /** @type {Map<string, LayerDocument>} each by its key */ this.keys = keysOf(this.session.game.overlays);
    /** @type {LayerDocument | null} */ this.shown = null;
    this.subject = "";
    this.notes = h("div.overlay-notes", { role: "status", hidden: true });
    this.buttons = h("div.overlay-buttons", { role: "group", "aria-label": "Overlays" }, [...this.keys].map(([key, layer]) => h("button", {
      type: "button", "aria-pressed": "false", "data-overlay": layer.name, "data-testid": `overlay-${layer.name}`,
      title: `${layer.title} (${key.toUpperCase()})${layer.about ? `: ${layer.about}` : ""}`, onclick: () => this.toggle(layer),
    }, short(layer), h("kbd", null, key.toUpperCase()))));
    const zoom = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => void} */ act) => h("button", { type: "button", title, "aria-label": title, onclick: act }, text);
    this.buttons.append(h("span.gap"), zoom("+", "Zoom in (+)", () => this.playMap.zoom(1.4)), zoom("\u2212", "Zoom out (-)", () => this.playMap.zoom(1 / 1.4)), zoom("Fit", "Fit: the whole map (F)", () => this.playMap.fit()));
    this.opener = h("button.layers", { type: "button", "aria-expanded": "false", "data-testid": "layers", onclick: () => this.unfold() }, "Layers");
    this.element = h("div.overlay-bar", null, this.opener, this.buttons, this.notes);
    this.store.on(["state", "past"], () => this.update());
    this.store.on(["state"], () => this.costs());
    this.store.on(["selected"], () => this.store.selected && this.follow());
    // The replay bar begins where the buttons end, however many a game has.
    new ResizeObserver(() => this.beginAfter(Math.ceil(this.buttons.offsetWidth))).observe(this.buttons);
  }

  /** On a phone the buttons come out on demand. */
  unfold() {
    const open = this.element.classList.toggle("open");
    this.opener.setAttribute("aria-expanded", String(open));
  }

  /** Whether they were out. */
  close() {
    const open = this.element.classList.contains("open");
    if (open) this.unfold();
    return open;
  }

  /** @param {string} key @returns {boolean} whether the key meant an overlay */
  press(key) {
    const layer = this.keys.get(key);
    if (layer) this.toggle(layer);
    return Boolean(layer);
  }

  /** On; for layers of a side, then the other side; then off. @param {LayerDocument} layer */
  toggle(layer) {
    const subject = this.nextSubject(layer);
    if (this.shown === layer && (!subject || subject === this.subject)) return this.off();
    if (layer.of && !subject) return toast(layer.of === "unit" ? "Choose or point at a unit on the map first." : "Choose or point at a unit first.");
    this.shown = layer;
    this.subject = subject;
    return this.update();
  }

  /** What a layer would be drawn for now: the side after the one shown, the counter that is chosen or pointed at. @param {LayerDocument} layer */
  nextSubject(layer) {
    if (!layer.of) return "";
    const before = this.shown === layer ? this.subject : "";
    if (layer.of === "side") {
      const [mine] = this.session.table.you.map((name) => this.session.seating.sideOf(name));
      const sides = mine ? [mine, ...this.session.game.info.sides.filter((side) => side !== mine)] : this.session.game.info.sides;
      return before ? sides[sides.indexOf(before) + 1] ?? "" : sides[0];
    }
    const named = [this.store.replaying ? "" : this.store.choices.subject, this.store.selected, this.tooltip.unit, before].filter(Boolean);
    return named.find((unit) => layer.of === "counter" || this.board.cells.has(this.board.placeOf(unit))) ?? "";
  }

  /** Another unit is chosen: a layer that is drawn for one is drawn for it. */
  follow() {
    if (this.shown?.of !== "counter" && this.shown?.of !== "unit") return;
    this.subject = this.nextSubject(this.shown) || this.subject;
    this.update();
  }

  off() {
    this.shown = null;
    this.playMap.lay(null);
    this.mark(null);
  }

  /** Draw what is on again: the table has moved on, or another unit is chosen. */
  async update() {
    if (!this.shown) {
      this.playMap.lay(null);
      return this.mark(null);
    }
    const { shown, subject } = this;
    const when = () => (this.store.replaying ? this.store.at : null);
    const at = when();
    try {
      const found = await this.session.overlay(shown.name, subject, at);
      if (this.shown !== shown || this.subject !== subject || when() !== at) return;
      this.playMap.lay(found);
      this.mark(found);
    } catch (fault) {
      if (when() !== at) return;
      this.off();
      showFault(fault);
    }
  }

  /** What each place costs the counter that is to move, where a layer of the game says it for just the places that are legal. */
  async costs() {
    const { subject, cells } = this.store.choices;
    const layer = this.session.game.overlays.find((one) => one.costs);
    if (!layer || !subject || this.store.replaying || !this.session.mine || !this.board.cells.has(this.board.placeOf(subject))) return;
    const seq = this.session.state.seq;
    const found = await this.session.overlay(layer.name, subject).catch(() => null);
    if (!found || this.session.state.seq !== seq || this.store.replaying) return;
    const tints = (found.cells ?? []).filter((t) => t.text);
    if (tints.length === cells.size && tints.every((t) => cells.has(t.cell))) this.playMap.costs(tints);
  }

  /** @param {Overlay | null} found */
  mark(found) {
    for (const button of this.buttons.querySelectorAll("[data-overlay]")) button.setAttribute("aria-pressed", String(button.getAttribute("data-overlay") === this.shown?.name));
    this.notes.hidden = !found;
    if (!found) return;
    const notes = found.notes ?? [];
    fill(this.notes, h("b", null, capital(found.title ?? "")), notes.slice(0, 8).map((note) => h("p", null, withLinks(note, (t) => this.links.goTo(t)))),
      notes.length > 8 ? h("p", null, `and ${notes.length - 8} more`) : null);
  }
}

/** Each layer with its key: the one that the game asks for, else the first free letter of its name. @param {LayerDocument[]} layers */
function keysOf(layers) {
  /** @type {Map<string, LayerDocument>} */ const keys = new Map();
  for (const layer of layers) if (layer.key && !TAKEN.has(layer.key)) keys.set(layer.key, layer);
  for (const layer of layers) {
    if ([...keys.values()].includes(layer)) continue;
    const letter = [...layer.name, ..."bdeijqwy"].find((c) => !TAKEN.has(c) && !keys.has(c));
    if (letter) keys.set(letter, layer);
  }
  return new Map([...keys].sort(([, a], [, b]) => layers.indexOf(a) - layers.indexOf(b)));
}

/** What a button says: the first word of the title where that is the name, else the name. @param {LayerDocument} layer */
function short({ title, name }) {
  return title.toLowerCase().startsWith(name) ? title.split(" ")[0] : capital(name);
}
