/** The order of battle: every counter by side and formation, with its states; what waits off the map and what is lost. */

import { fill, h } from "../common/dom.js";
import { inColoursOf } from "../common/looks.js";
import { capital, counted } from "../common/wording.js";
import { stateLook } from "../map/counter-signs.js";
import { facingWords, usualFacings } from "../map/counters.js";

/** @import { CounterDocument, CounterView } from "../types.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "../play/shown.js" */
/** @import { Board } from "../play/board.js" */
/** @import { Links } from "../play/links.js" */
/** @import { PlayMap } from "../play/play-map.js" */
/** @import { Tabs } from "./tabs.js" */

export class Forces {
  /** @param {{session: Session, store: Shown, board: Board, links: Links, playMap: PlayMap, tabs: Tabs}} needs */
  constructor({ session, store, board, links, playMap, tabs }) {
    this.session = session;
    this.store = store;
    this.board = board;
    this.links = links;
    this.playMap = playMap;
    this.tabs = tabs;
    const [mine] = this.session.table.you;
    this.side = mine ? this.session.seating.sideOf(mine) : this.session.game.info.sides[0];
    this.filter = "";
    this.heads = h("div.row", { role: "group", "aria-label": "Side" });
    const find = /** @type {HTMLInputElement} */ (h("input", { type: "search", placeholder: "Find a unit, corps, place", "aria-label": "Find a unit, corps or place" }));
    find.addEventListener("input", () => {
      this.filter = find.value.trim().toLowerCase();
      this.update();
    });
    find.addEventListener("keydown", (event) => {
      if (event.key === "Enter") /** @type {HTMLElement | null} */ (this.body.querySelector(".unit-row"))?.click();
    });
    this.body = h("div.forces-body");
    this.element = h("div.forces", { "data-testid": "order-of-battle" }, this.heads, find, this.body);
    this.store.on(["view"], () => this.update());
  }

  update() {
    if (this.tabs.current !== "forces") return;
    const { view } = this.store;
    const { game } = this.session;
    fill(this.heads, game.info.sides.map((side) => h("button", {
      type: "button", "aria-pressed": String(side === this.side), ...inColoursOf(game.info.looks, side),
      onclick: () => {
        this.side = side;
        this.update();
      },
    }, capital(side))));
    this.usual = usualFacings(this.board.counters, view.counters);
    /** @type {Map<string, CounterView[]>} */ const corps = new Map();
    /** @type {Map<string, CounterView[]>} */ const boxes = new Map();
    for (const now of view.counters) {
      const printed = this.board.counters.get(now.id);
      if (printed?.side !== this.side || !this.fits(printed, now)) continue;
      if (this.board.cells.has(now.place)) push(corps, printed.corps || "", now);
      else push(boxes, now.place, now);
    }
    const due = (view.due ?? []).filter((d) => d.side === this.side);
    fill(this.body,
      due.length ? h("section.due", { "data-testid": "due" }, h("h3", null, "Reinforcements due"), h("ul", null, due.map((d) =>
        h("li", null, h("b", null, d.date), `: ${dueWords(d)}`)))) : null,
      [...corps].map(([name, units]) => this.corps(name, units)),
      [...boxes].map(([place, units]) => h("details.box", { open: this.filter ? true : null },
        h("summary", null, `${capital(place)}: ${counted(units.length, "counter")}`), this.divisions(units))));
    if (!corps.size && !boxes.size) fill(this.body, h("p.faint", null, "None."));
  }

  /** @param {CounterDocument} printed @param {CounterView} now */
  fits(printed, now) {
    if (!this.filter) return true;
    return [printed.id, printed.name, printed.corps, printed.division, printed.kind, now.place, ...(now.states ?? []), this.board.cells.get(now.place)?.name ?? ""]
      .some((word) => String(word).toLowerCase().includes(this.filter));
  }

  /** @param {string} name @param {CounterView[]} units */
  corps(name, units) {
    return h("section.corps", { onpointerenter: () => this.playMap.light(units.map((u) => u.id)), onpointerleave: () => this.playMap.light([]) },
      h("h3", null, name ? `${name} Corps` : "Without a corps", h("small", null, ` ${units.length}`)), this.divisions(units));
  }

  /** @param {CounterView[]} units */
  divisions(units) {
    /** @type {Map<string, CounterView[]>} */ const found = new Map();
    for (const now of units) push(found, this.board.counters.get(now.id)?.division || "", now);
    return [...found].map(([name, group]) => h("div.division", null, name ? h("h4", null, `Division ${name}`) : null, group.map((now) => this.row(now))));
  }

  /** @param {CounterView} now */
  row(now) {
    const printed = this.board.counters.get(now.id);
    if (!printed) return null;
    const turned = now.facing && now.facing !== this.usual?.get(printed.nation || printed.side); // as most of its nation do is not worth a word
    const usual = [now.mode ?? "", turned ? facingWords(/** @type {string} */ (now.facing)) : ""].filter(Boolean);
    const states = now.states ?? [];
    return h("button.unit-row", {
      type: "button", "data-unit": now.id, title: `${printed.name}, ${printed.kind} ${printed.size}`, onclick: () => this.links.goTo(now.id),
    }, h("b", null, now.id), h("span.numbers", null, (now.numbers ?? []).join("\u2013")),
    h("span.place", null, this.board.cells.has(now.place) ? now.place : ""),
    usual.length || states.length ? h("span.states", null, usual.length ? h("small", null, usual.join(", ")) : null, states.map((s) => h("i", { "data-state": s, title: s, class: stateLook(s) }, s))) : null);
  }
}

/** @template T @param {Map<string, T[]>} groups @param {string} key @param {T} item */
function push(groups, key, item) {
  const found = groups.get(key);
  if (found) found.push(item);
  else groups.set(key, [item]);
}

/** What comes, and where, if that is settled. @param {import("../types.js").Due} due */
export function dueWords({ title, units, cells, optional }) {
  const where = cells.length > 1 ? `, at ${cells[0]} to ${cells.at(-1)}` : cells.length ? `, at ${cells[0]}` : "";
  return `${title}${cells.length || !units.length ? "" : `: ${units.join(", ")}`}${optional ? " (optional)" : ""}${where}`;
}
