/** A wristwatch of the trenches: white enamel, wire lugs, a blued hand that walks from twelve to twelve as the time is used up, small seconds that run. */

import { s } from "../common/dom.js";

const CENTRE = 20;
const DIAL = 15;
const FULL = 0.999; // a whole circle cannot be drawn as one arc

export class WatchFace {
  constructor() {
    this.rest = s("path", { class: "rest" });
    this.hand = s("path", { class: "hand", d: `M${CENTRE} ${CENTRE + 3}V${CENTRE - DIAL + 4}` });
    this.seconds = s("path", { class: "seconds", d: `M${CENTRE} 28V24.5` });
    this.element = s("svg", { class: "watch-face", viewBox: "0 0 40 40", "aria-hidden": "true" },
      s("path", { class: "lugs", d: "M13 4V1h14v3M13 36v3h14v-3M37 18.5h2v3h-2" }),
      s("circle", { class: "case", cx: CENTRE, cy: CENTRE, r: 17.5 }), s("circle", { class: "dial", cx: CENTRE, cy: CENTRE, r: DIAL }), this.rest,
      s("path", { class: "hours", d: hours() }), s("circle", { class: "small-dial", cx: CENTRE, cy: 28, r: 4.2 }), this.seconds, this.hand, s("circle", { class: "pin", cx: CENTRE, cy: CENTRE, r: 1.6 }));
  }

  /** @param {number} share of the time that is left @param {number} second of the minute that is running */
  show(share, second) {
    const gone = 360 * (1 - share);
    this.rest.setAttribute("d", sector(Math.min(FULL, share)));
    this.hand.setAttribute("transform", `rotate(${gone.toFixed(1)} ${CENTRE} ${CENTRE})`);
    this.seconds.setAttribute("transform", `rotate(${(second * 6).toFixed(0)} ${CENTRE} 28)`);
  }
}

/** The twelve marks of a dial, the quarters longer. */
function hours() {
  return Array.from({ length: 12 }, (_, i) => `M${at(i / 12, DIAL - (i % 3 ? 2 : 3.5))}L${at(i / 12, DIAL - 0.5)}`).join("");
}

/** What is left: from the hand back to twelve. @param {number} share */
export function sector(share) {
  if (share <= 0) return "";
  return `M${CENTRE} ${CENTRE}L${at(1 - share, DIAL)}A${DIAL} ${DIAL} 0 ${share > 0.5 ? 1 : 0} 1 ${at(0, DIAL)}Z`;
}

/** A place on a circle around the pin. @param {number} turn from twelve, clockwise, 0 to 1 @param {number} radius */
function at(turn, radius) {
  const angle = 2 * Math.PI * turn;
  return `${(CENTRE + radius * Math.sin(angle)).toFixed(2)} ${(CENTRE - radius * Math.cos(angle)).toFixed(2)}`;
}
