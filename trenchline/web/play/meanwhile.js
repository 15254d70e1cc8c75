/** What happened since my last action: a short list beside the orders, numbered marks on the map, and pointers to what lies out of sight. */

import { diceRow } from "../common/dice-faces.js";
import { fill, h, isPhone, s } from "../common/dom.js";
import { setting } from "../common/settings.js";
import { capital, namesInBraces } from "../common/wording.js";
import { clear, highlight } from "../map/live-layers.js";
import { fromTheDice, happened } from "./happened.js";

/** @import { Entry, MatchEvent } from "../types.js" */
/** @import { Item } from "./happened.js" */
/** @import { Session } from "../connection/session.js" */
/** @import { Shown } from "./shown.js" */
/** @import { Board } from "./board.js" */
/** @import { Links } from "./links.js" */
/** @import { PlayMap } from "./play-map.js" */
/** @import { Actions } from "./actions.js" */
/** @import { Group } from "./group.js" */
/** @import { Replay } from "./replay.js" */

const MARKED = 12; // places that are numbered on the map
const RIM = 24; // pixels from the rim of the map to a pointer
const APART = 42; // pixels between two pointers
const NUMBER = 10; // pixels: the least radius of a number on the map

export class Meanwhile {
  /** @param {{session: Session, store: Shown, board: Board, links: Links, playMap: PlayMap, actions: Actions, group: Group, replay: Replay, lookBack: (event: MatchEvent) => void}} needs */
  constructor({ session, store, board, links, playMap, actions, group, replay, lookBack }) {
    this.session = session;
    this.store = store;
    this.board = board;
    this.links = links;
    this.playMap = playMap;
    this.actions = actions;
    this.group = group;
    this.replay = replay;
    this.lookBack = lookBack;
    this.list = h("ol", { "data-testid": "meanwhile-list" });
    this.title = h("span");
    this.summary = h("summary", null, this.title);
    this.box = /** @type {HTMLDetailsElement} */ (h("details.meanwhile-box", { open: !isPhone() || null }, this.summary, this.list));
    this.element = h("section.meanwhile", { "data-testid": "meanwhile", "aria-label": "Since your last action", hidden: true },
      this.box, h("button.dismiss", { type: "button", "aria-label": "Put the list away", title: "Put the list away", "data-testid": "meanwhile-dismiss", onclick: () => this.dismiss() }, "\u00d7"));
    this.pointers = h("div.pointers", { "data-testid": "pointers" });
    this.layer = s("g.layer-meanwhile", { fill: "none" });
    /** @type {Item[]} */ this.items = [];
    /** @type {{item: Item, number: number}[]} those that have a place on the map, each place once */ this.marks = [];
    this.since = -2; // my last action, by number
    this.dismissed = -2; // the same, where the list was put away
    this.drawn = "";
    this.waiting = 0;
    playMap.layers.arrows.before(this.layer);
    playMap.mapView.addEventListener("viewchange", () => this.point());
    this.store.on(["state", "past", "mine"], () => this.update());
    this.store.on(["preferences"], () => this.mark());
  }

  stop() {
    cancelAnimationFrame(this.waiting);
  }

  /** The last action that was mine and was not taken by itself; -1 if there is none. */
  lastDeed() {
    const { session, actions } = this;
    const mine = session.myActors;
    const last = session.entries.findLast((e) => mine.includes(e.player) && !actions.autos.has(e.n))?.n ?? -1;
    const [first, end] = this.group.run;
    return last > first && last <= end ? first : last; // orders given together are one action
  }

  /** Whether an entry is one of the orders that I last gave together. @param {Entry} entry */
  inRun({ n, player }) {
    const [first, end] = this.group.run;
    return n >= first && n <= end && this.session.myActors.includes(player);
  }

  /** The other seats, as the log calls them. */
  others() {
    const { table } = this.session;
    return table.seats.filter((seat) => !table.you.includes(seat.side)).map((seat) => capital(seat.side));
  }

  /** Whether dice have decided a fight since my last action: then it stays in sight. */
  get fought() {
    const { session, actions } = this;
    const mine = session.entries.findLast((e) => session.table.you.includes(e.player) && !actions.autos.has(e.n))?.n ?? 0;
    return session.entries.some((e) => e.n >= mine && e.events.some((event) => event.dice?.length && event.odds));
  }

  update() {
    const { session } = this;
    if (!session.mine || this.store.replaying || this.actions.takesItself) return this.show([]);
    this.since = this.lastDeed();
    const fresh = session.entries.filter((e) => e.n >= this.since).map((e) => (e.n === this.since || this.inRun(e) ? { ...e, events: fromTheDice(e.events, this.others()) } : e));
    this.show(this.dismissed === this.since ? [] : happened(fresh, (e) => this.actions.autos.has(e.n), (e) => this.placeOf(e)));
  }

  /** Where an event took place: the last cell it names, else where its counter stands. @param {MatchEvent} event */
  placeOf(event) {
    const cell = this.board.cellsIn(event.text).at(-1) ?? namesInBraces(event.text).map((t) => this.board.placeOf(t)).find((place) => this.board.cells.has(place)) ?? event.odds?.cell ?? "";
    return this.board.cells.has(cell) ? cell : "";
  }

  /** @param {Item[]} items */
  show(items) {
    const drawn = `${this.since} ${items.map((item) => item.text).join("|")}`;
    this.element.hidden = !items.length;
    if (items.length && drawn === this.drawn) return;
    this.drawn = items.length ? drawn : "";
    this.items = items;
    /** @type {Map<string, number>} */ const numbers = new Map();
    this.marks = [];
    for (const item of items) {
      if (!item.cell || item.many || numbers.has(item.cell) || numbers.size >= MARKED) continue;
      numbers.set(item.cell, numbers.size + 1);
      this.marks.push({ item, number: numbers.size });
    }
    this.title.textContent = `Since your last action (${items.length})`;
    const { replay } = this;
    const again = replay.missed() ? h("li", null, h("button.plainly", { type: "button", "data-testid": "since", onclick: () => replay.catchUp(replay.lastOwn() + 1) }, "Play it again on the map")) : null;
    fill(this.list, items.map((item) => this.line(item, item.many ? 0 : numbers.get(item.cell) ?? 0)), again);
    this.list.scrollTop = 0;
    this.mark();
  }

  /** @param {Item} item @param {number} number */
  line(item, number) {
    const [event] = item.events;
    return h("li", { ...this.session.seating.colours(item.player), "data-testid": "meanwhile-item" },
      h("button.happened", { type: "button", "data-cell": item.cell || null, title: item.cell ? "Show it on the map" : null, onclick: () => this.look(item) },
        number ? h("span.number", null, String(number)) : null,
        item.many ? null : diceRow(event?.dice), h("span", null, named(item.text))));
  }

  /** Show one thing: on the map where it was, its dice and its arithmetic. @param {Item} item */
  look(item) {
    const rolled = item.events.find((e) => e.dice?.length && e.odds);
    if (item.cell) this.links.goTo(item.cell);
    this.playMap.eventsOnMap.show(item.events, this.store.view, item.player);
    if (rolled) this.lookBack(rolled);
  }

  dismiss() {
    this.dismissed = this.since;
    this.show([]);
    this.mark();
  }

  /** Whether the map is marked. */
  get marking() {
    return setting("sinceMarks") && !this.element.hidden;
  }

  /** The places on the map, ringed and numbered; those of many alike are ringed only. */
  mark() {
    clear(this.layer);
    if (!this.marking) return this.point();
    const many = this.items.filter((item) => item.many).flatMap((item) => item.events.map((event) => this.placeOf(event)));
    highlight(this.layer, this.playMap.doc, [...new Set(many)], "since many");
    for (const { item, number } of this.marks) {
      highlight(this.layer, this.playMap.doc, [item.cell], "since");
      const at = this.playMap.mapView.middleOf(item.cell);
      if (at) this.layer.append(s("g.since-number", { "data-x": at.x - 34, "data-y": at.y - 34 }, s("circle", { r: 15 }), s("text", { dy: "0.36em" }, String(number))));
    }
    this.point();
  }

  /** Once the map lies still for a moment. */
  point() {
    cancelAnimationFrame(this.waiting);
    this.waiting = requestAnimationFrame(() => this.drawPointers());
  }

  /** What lies out of sight is pointed to from the rim of the map. */
  drawPointers() {
    const { playMap } = this;
    const size = Math.max(1, NUMBER / 15 / playMap.mapView.scale); // readable from any distance
    for (const number of this.layer.querySelectorAll(".since-number")) number.setAttribute("transform", `translate(${number.getAttribute("data-x")} ${number.getAttribute("data-y")}) scale(${size})`);
    const away = this.marking ? this.marks.filter(({ item }) => !playMap.mapView.inSight(item.cell)) : [];
    const box = playMap.window.getBoundingClientRect();
    /** @type {[number, number][]} */ const taken = [];
    fill(this.pointers, away.map(({ item, number }) => {
      const at = playMap.screenPoint(item.cell);
      const [x, y] = free([held(at.x - box.left, box.width), held(at.y - box.top, box.height)], taken, box.width);
      const turn = Math.atan2(at.y - box.top - y, at.x - box.left - x);
      const pointer = h("button.pointer", { type: "button", "data-testid": "pointer", "data-cell": item.cell, title: `Out of sight: ${item.cell}. Show it.`, "aria-label": `Show number ${number}, ${item.cell}, which is out of sight`, onclick: () => this.look(item) },
        String(number), s("svg", { viewBox: "-8 -8 16 16", "aria-hidden": "true" }, s("path", { d: "M7 0L-6 -5.5L-2.5 0L-6 5.5Z", transform: `rotate(${(turn * 180) / Math.PI})` })));
      pointer.style.left = `${x}px`;
      pointer.style.top = `${y}px`;
      return pointer;
    }));
  }
}

/** A sentence with its counters and cells in bold: all of it is one button, so nothing in it is a link of its own. @param {string} text */
function named(text) {
  return text.split(/\{([^}]+)\}/).map((part, i) => (i % 2 ? h("b", null, part) : part));
}

/** A place at the rim that no other pointer has: along a side of the map, or down where it stands at the left or right. @param {[number, number]} wanted @param {[number, number][]} taken @param {number} wide @returns {[number, number]} */
function free([x, y], taken, wide) {
  const upright = x <= RIM || x >= wide - RIM;
  const inward = y > 2 * APART ? -APART : APART;
  for (let tries = 0; tries < MARKED && taken.some(([a, b]) => Math.abs(a - x) < APART && Math.abs(b - y) < APART); tries++) {
    if (upright) y += inward;
    else x = x + APART > wide - RIM ? RIM : x + APART;
  }
  taken.push([x, y]);
  return [x, y];
}

/** @param {number} at @param {number} room */
function held(at, room) {
  return Math.max(RIM, Math.min(room - RIM, at));
}
