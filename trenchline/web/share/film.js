/** A stretch of a match as a moving picture, made in the browser from the real map. */

import { retryWhileLost } from "../connection/api.js";
import { drawMap, whenSharp } from "../map/snapshot.js";
import { Stage } from "./stage.js";
import { captionOf, inBounds, picturesOf } from "./stretch.js";
import { Gif, Webm } from "./writers.js";

/** @import { Session } from "../connection/session.js" */
/** @import { Entry, View } from "../types.js" */
/** @typedef {{x: number, y: number, wide: number, high: number}} Part of the map */
/** @typedef {{from: number, to: number, publicly: boolean, format: "gif" | "webm", ms: number, width: number, part: Part | null, follow: boolean}} Wanted `publicly`: as an onlooker sees it; `ms` that a picture is shown; all of the map if no `part` is named; `follow`: the map goes where something happens */

const SHAPE = 0.6; // the height of the map, of its width
const BAND = 46; // pixels of the caption below a map 720 wide
const LAST = 1500; // ms that the last picture is shown longer

/** What is made was not wanted any more. */
export class Cancelled extends Error {}

/**
 * @param {Session} session @param {Wanted} wanted
 * @param {(done: number, all: number) => void} progress @param {AbortSignal} signal
 * @returns {Promise<{file: Blob, pictures: number}>}
 */
export async function makeFilm(session, wanted, progress, signal) {
  const { entries, length } = await logOf(session, wanted.publicly);
  const shift = length - session.state.length; // an onlooker counts what is secret as one
  const [from, to] = inBounds(wanted.from + shift, wanted.to + shift, length);
  const pictures = picturesOf(entries, from, to);
  const scene = new Scene(session, wanted, signal);
  /** @type {import("./writers.js").Writer | undefined} */ let writer;
  try {
    scene.open();
    writer = wanted.format === "gif" ? new Gif(scene.canvas) : new Webm(scene.canvas);
    for (const [i, { at, events, seat }] of pictures.entries()) {
      progress(i, pictures.length);
      /** @type {{view: View}} */ const { view } = await retryWhileLost(() => session.get(`/at/${at}${wanted.publicly ? "?public=true" : ""}`));
      check(signal);
      scene.stage.show(view, events, seat);
      await scene.draw(view, captionOf(events, Math.round(wanted.width / 8)));
      check(signal);
      await writer.add(wanted.ms + (i === pictures.length - 1 ? LAST : 0));
      check(signal);
    }
    progress(pictures.length, pictures.length);
    return { file: await writer.finish(), pictures: pictures.length };
  } finally {
    writer?.stop();
    scene.remove();
  }
}

/** @param {AbortSignal} signal */
function check(signal) {
  if (signal.aborted) throw new Cancelled();
}

/** The log as I know it, or as an onlooker does. @param {Session} session @param {boolean} publicly @returns {Promise<{entries: Entry[], length: number}>} */
async function logOf(session, publicly) {
  if (!publicly && session.entries.length >= session.state.length) return { entries: session.entries, length: session.state.length };
  /** @type {{steps: Entry[]}} */ const { steps } = await session.get(`/replay${publicly ? "?public=true" : ""}`);
  return { entries: steps, length: steps.length };
}

/** A map out of sight, and the canvas on which it is drawn with a caption. */
class Scene {
  /** @param {Session} session @param {Wanted} wanted @param {AbortSignal} signal */
  constructor(session, { width, part, follow }, signal) {
    this.session = session;
    this.part = part;
    this.signal = signal;
    this.stage = new Stage(session, part && follow ? "jumps" : "rests");
    this.canvas = document.createElement("canvas");
    this.band = Math.round((BAND * Math.max(width, 600)) / 720);
    this.canvas.width = width;
    this.canvas.height = 2 * Math.round((width * SHAPE + this.band) / 2);
    this.pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d", { alpha: false, willReadFrequently: true }));
    const { style, classList } = this.stage.element;
    classList.add("out-of-sight", "still");
    style.width = `${width}px`;
    style.height = `${this.canvas.height - this.band}px`;
  }

  open() {
    document.body.append(this.stage.element);
    this.stage.open();
    const { mapView } = this.stage.playMap;
    if (this.part) mapView.lookAtPart(this.part);
    else mapView.fit();
  }

  /** @param {View} view @param {string} caption */
  async draw(view, caption) {
    const { canvas, pen, band } = this;
    const { mapView } = this.stage.playMap;
    await whenSharp(mapView, this.signal);
    check(this.signal);
    await drawMap(mapView, pen);
    const top = canvas.height - band;
    const room = canvas.width - 20;
    pen.fillStyle = "#faf5e7";
    pen.fillRect(0, top, canvas.width, band);
    pen.fillStyle = "#2b2118";
    pen.fillRect(0, top, canvas.width, 2);
    pen.textBaseline = "alphabetic";
    const line = (/** @type {string} */ font, /** @type {string} */ text, /** @type {number} */ down, /** @type {CanvasTextAlign} */ align = "left", /** @type {number} */ most = room) => {
      pen.font = font;
      pen.textAlign = align;
      pen.fillText(text, align === "left" ? 10 : canvas.width - 10, top + down * band, most);
    };
    const size = Math.round(band * 0.32);
    const title = this.session.game.info.title;
    line(`600 ${size}px "Trenchline Serif"`, [view.date, view.step].filter(Boolean).join(": "), 0.43, "left", room * 0.66);
    line(`italic ${size}px "Trenchline Serif"`, title, 0.43, "right", room * 0.32);
    line(`${size}px "Trenchline Serif"`, caption, 0.84);
  }

  remove() {
    this.stage.remove();
  }
}
