/** Telling on the map what happened: arrows of moves and attacks, dice where the fight is, the result stamped beside them. */

import { dieShapes } from "../common/dice-faces.js";
import { motionReduced, s } from "../common/dom.js";
import { namesInBraces } from "../common/wording.js";
import { clear, drawArrow, highlight } from "../map/live-layers.js";

/** @import { MatchEvent, View } from "../types.js" */

const LINGER = 3200; // ms that arrows and dice stay
const ARROWS = 8; // at once
const DIE = 24; // pixels of a die on the map, at the least

export class EventsOnMap {
  /** @param {import("./play-map.js").PlayMap} playMap */
  constructor(playMap) {
    this.playMap = playMap;
    this.play = playMap.play;
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
      const cells = this.play.cellsIn(event.text);
      const from = cells.length > 1 ? [cells[0]] : named.filter((t) => this.play.counters.has(t)).map((t) => placeIn(before, t));
      place = cells.at(-1) ?? from.find((p) => this.play.cells.has(p)) ?? place;
      if (cells.length && drawn < ARROWS) {
        const how = event.lines?.length ? { look: "attack", weight: 2.5 } : { look: "march", weight: 1 };
        for (const origin of new Set(from)) {
          if (!this.play.cells.has(origin) || origin === place) continue;
          drawArrow(this.playMap.layers.arrows, this.playMap.doc, origin, place, { side: this.play.session.seating.nationOf(player), ...how });
          drawn += 1;
        }
      }
      if (event.dice?.length && place) this.stamp(place, event, stamps);
    }
    if (!drawn && !stamps.size && place) highlight(this.playMap.layers.arrows, this.playMap.doc, [place], "flash");
    this.playMap.flash(events.flatMap((event) => namesInBraces(event.text)).filter((token) => this.play.counters.has(token)));
    if (!this.play.replaying) this.fading = window.setTimeout(() => this.fade(), LINGER);
    if (this.play.replaying && place) this.playMap.keepInSight(place);
    else if (follow && place) this.playMap.follow(place);
  }

  /** The dice where the fight is, and the result. @param {string} cell @param {MatchEvent} event @param {Map<string, number>} stamps how many lie there already */
  stamp(cell, event, stamps) {
    const point = this.playMap.mapView.pointOf(cell);
    const height = stamps.get(cell) ?? 0;
    if (!point || height > 2) return;
    stamps.set(cell, height + 1);
    const faces = event.dice ?? [];
    const size = Math.max(1.8, DIE / 24 / this.playMap.mapView.scale); // readable from any distance
    const wide = 25.5 * size;
    const group = s("g.stamp", { transform: `translate(${point.x - (wide * faces.length) / 2} ${point.y - 26 - (height + 1) * 27 * size})`, class: motionReduced() ? "" : "moving" },
      faces.map((face, i) => s("g", { transform: `translate(${wide * i} 0) scale(${size})` }, dieShapes(face))),
      event.result ? s("text.stamp-result", { x: wide * faces.length + 3 * size, y: 18 * size, "font-size": 19 * size, "stroke-width": 5 * size }, event.result) : null);
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

/** @param {View} view @param {string} unit */
function placeIn(view, unit) {
  return view.counters.find((c) => c.id === unit)?.place ?? "";
}
