/** Telling on the map what happened: arrows of moves and attacks, dice where the fight is, the result stamped beside them. */

import { dieShapes } from "../common/dice-faces.js";
import { motionReduced, s } from "../common/dom.js";
import { namesInBraces } from "../common/wording.js";
import { clear, drawArrow, highlight } from "../map/live-layers.js";
import { isCode } from "../panels/fight-sums.js";

/** @import { MatchEvent, View } from "../types.js" */

const LINGER = 3200; // ms that arrows and dice stay
const ARROWS = 8; // at once
const DIE = 24; // pixels of a die on the map, at the least
const LINE = 34; // letters in a line beside the dice
const HIGHEST = 110; // pixels of stamps above each other

export class EventsOnMap {
  /** @param {import("./play-map.js").PlayMap} playMap */
  constructor(playMap) {
    this.playMap = playMap;
    this.board = playMap.board;
    this.session = playMap.session;
    this.store = playMap.store;
    this.fading = 0;
  }

  /**
   * Arrows and dice for some events.
   * @param {MatchEvent[]} events @param {View} before the view they happened in @param {string} player
   * @param {boolean} [follow] the map goes where it happens
   */
  show(events, before, player, follow = false) {
    clearTimeout(this.fading);
    clear(this.playMap.layers.arrows);
    let place = "";
    let drawn = 0;
    /** @type {Map<string, number>} */ const stamps = new Map();
    for (const event of events) {
      const named = namesInBraces(event.text);
      const cells = this.board.cellsIn(event.text);
      const from = cells.length > 1 ? [cells[0]] : named.filter((t) => this.board.counters.has(t)).map((t) => placeIn(before, t));
      place = cells.at(-1) ?? from.find((p) => this.board.cells.has(p)) ?? place;
      if (cells.length && drawn < ARROWS) {
        const how = event.lines?.length ? { look: "attack", weight: 2.5 } : { look: "march", weight: 1 };
        for (const origin of new Set(from)) {
          if (!this.board.cells.has(origin) || origin === place) continue;
          drawArrow(this.playMap.layers.arrows, this.playMap.doc, origin, place, { side: this.session.seating.nationOf(player), ...how });
          drawn += 1;
        }
      }
      if (event.dice?.length && place) this.stamp(place, event, stamps);
    }
    if (!drawn && !stamps.size && place) highlight(this.playMap.layers.arrows, this.playMap.doc, [place], "flash");
    this.playMap.flash(events.flatMap((event) => namesInBraces(event.text)).filter((token) => this.board.counters.has(token)));
    if (!this.store.replaying) this.fading = window.setTimeout(() => this.fade(), LINGER);
    if (this.store.replaying && place) this.playMap.keepInSight(place);
    else if (follow && place) this.playMap.follow(place);
  }

  /** The dice where the fight is, and the result. @param {string} cell @param {MatchEvent} event @param {Map<string, number>} stamps how high they lie there already */
  stamp(cell, event, stamps) {
    const point = this.playMap.mapView.pointOf(cell);
    const below = stamps.get(cell) ?? 0;
    if (!point || below > HIGHEST) return;
    const words = stampWords(event);
    const height = below + Math.max(27, words.height + 3);
    stamps.set(cell, height);
    const faces = event.dice ?? [];
    const { scale } = this.playMap.mapView;
    const size = Math.max(1.8, DIE / 24 / scale); // readable from any distance
    const wide = 25.5 * size;
    const dice = wide * faces.length;
    const room = this.playMap.window.getBoundingClientRect().right - point.clientX; // pixels to the right of the cell
    const fits = (dice / 2 + words.width * size) * scale < room;
    const group = s("g.stamp", { transform: `translate(${point.x - dice / 2} ${point.y - 26 - height * size})`, class: motionReduced() ? "" : "moving" },
      faces.map((face, i) => s("g", { transform: `translate(${wide * i} 0) scale(${size})` }, dieShapes(face))),
      words.draw(fits ? dice + 3 * size : -(words.width + 3) * size, size));
    this.playMap.layers.arrows.append(group);
  }

  fade() {
    clear(this.playMap.layers.arrows);
    this.playMap.flash([]);
  }

  stop() {
    clearTimeout(this.fading);
  }
}

/** The result beside the dice: its code never stands alone. @param {MatchEvent} event */
function stampWords(event) {
  if (!event.result) return { width: 0, height: 0, draw: () => null };
  const words = inLines(event.meaning ?? "", LINE);
  const coded = isCode(event) || !words.length;
  const head = coded ? event.result : words[0];
  const lines = (coded ? words : words.slice(1)).slice(0, 3);
  const wide = Math.max(8.5 * head.length, ...lines.map((line) => 5.2 * line.length)) + 8;
  const height = 20 + 12.5 * lines.length;
  const draw = (/** @type {number} */ x, /** @type {number} */ size) => [
    s("rect.stamp-paper", { x, y: 0, width: wide * size, height: height * size, rx: 3 * size }),
    s("text.stamp-result", { x: x + 4 * size, y: 15 * size, "font-size": 15 * size }, head),
    lines.map((line, i) => s("text.stamp-result.meaning", { x: x + 4 * size, y: (27 + 12.5 * i) * size, "font-size": 11 * size }, line)),
  ];
  return { width: wide, height, draw };
}

/** A sentence in lines of so many letters. @param {string} text @param {number} room @returns {string[]} */
function inLines(text, room) {
  /** @type {string[]} */ const lines = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** @param {View} view @param {string} unit */
function placeIn(view, unit) {
  return view.counters.find((c) => c.id === unit)?.place ?? "";
}
